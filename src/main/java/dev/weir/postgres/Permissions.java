package dev.weir.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What this account may do, as the server says, not as the name of a role suggests.
 *
 * @param createTable tables in the schema Weir works in
 * @param checkpoint CHECKPOINT: superusers, and from 15 on pg_checkpoint
 * @param monitor see what other sessions do (pg_monitor)
 * @param alterSystem change server settings and have them reloaded
 * @param listWal list the WAL files (pg_ls_waldir)
 * @param walInspect pg_walinspect: what the WAL consists of; 15 and later
 * @param bufferCache pg_buffercache: what is in shared buffers
 */
public record Permissions(
    boolean createTable,
    boolean checkpoint,
    boolean monitor,
    boolean alterSystem,
    boolean listWal,
    ExtensionAccess walInspect,
    ExtensionAccess bufferCache) {
  /** Nothing; of a server that is too old to be asked. */
  static final Permissions NONE =
      new Permissions(
          false, false, false, false, false, ExtensionAccess.ABSENT, ExtensionAccess.ABSENT);

  // to_regnamespace is null where there is no such schema, and then so is the answer: false in
  // JDBC;
  // a predefined role the server is too old for makes no row, and then is_superuser decides
  private static final String QUERY =
      """
      SELECT has_schema_privilege(to_regnamespace(?), 'CREATE') AS create_table,
             s.superuser OR EXISTS (SELECT FROM pg_catalog.pg_roles
                                     WHERE rolname = 'pg_checkpoint'
                                       AND pg_has_role(oid, 'USAGE')) AS checkpoint,
             pg_has_role('pg_monitor', 'USAGE') AS monitor,
             s.superuser
               AND has_function_privilege('pg_catalog.pg_reload_conf()', 'EXECUTE')
               AND coalesce(current_setting('allow_alter_system', true)::boolean, true)
               AS alter_system,
             has_function_privilege('pg_catalog.pg_ls_waldir()', 'EXECUTE') AS list_wal
        FROM (SELECT current_setting('is_superuser')::boolean AS superuser) s""";

  /**
   * Reads them from the server.
   *
   * @param quotedSchema the schema as an identifier; null where there is none
   */
  static Permissions read(Connection connection, String quotedSchema) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
      statement.setString(1, quotedSchema);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new Permissions(
            row.getBoolean("create_table"),
            row.getBoolean("checkpoint"),
            row.getBoolean("monitor"),
            row.getBoolean("alter_system"),
            row.getBoolean("list_wal"),
            ExtensionAccess.read(connection, "pg_walinspect", "pg_get_wal_stats"),
            ExtensionAccess.read(connection, "pg_buffercache", "pg_buffercache_pages"));
      }
    }
  }
}
