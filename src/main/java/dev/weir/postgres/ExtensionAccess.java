package dev.weir.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * How far this account gets with an extension of the server, in the database it is connected to.
 */
public enum ExtensionAccess {
  /** Installed, and this account may call it. */
  USABLE,
  /** Not installed; this account may CREATE EXTENSION and then call it. */
  INSTALLABLE,
  /** There, but not for this account. */
  FORBIDDEN,
  /** The server has no files of it. */
  ABSENT;

  private static final String QUERY =
      """
      SELECT e.oid IS NOT NULL AS installed,
             (SELECT bool_and(has_function_privilege(p.oid, 'EXECUTE')
                              AND has_schema_privilege(p.pronamespace, 'USAGE'))
                FROM pg_catalog.pg_depend d
                JOIN pg_catalog.pg_proc p ON p.oid = d.objid
               WHERE d.classid = 'pg_catalog.pg_proc'::regclass
                 AND d.refclassid = 'pg_catalog.pg_extension'::regclass
                 AND d.refobjid = e.oid
                 AND d.deptype = 'e'
                 AND p.proname = ?) AS callable,
             (SELECT bool_or(current_setting('is_superuser')::boolean
                             OR ((NOT v.superuser OR v.trusted)
                                 AND has_database_privilege(current_database(), 'CREATE')))
                FROM pg_catalog.pg_available_extension_versions v
               WHERE v.name = a.name
                 AND v.version = a.default_version) AS installable
        FROM pg_catalog.pg_available_extensions a
        LEFT JOIN pg_catalog.pg_extension e ON e.extname = a.name
       WHERE a.name = ?""";

  /**
   * Reads it from the server.
   *
   * @param function the function of the extension that is going to be called
   */
  static ExtensionAccess read(Connection connection, String extension, String function)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
      statement.setString(1, function);
      statement.setString(2, extension);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return ABSENT;
        }
        if (row.getBoolean("installed")) {
          return row.getBoolean("callable") ? USABLE : FORBIDDEN;
        }
        return row.getBoolean("installable") ? INSTALLABLE : FORBIDDEN;
      }
    }
  }
}
