package dev.weir.postgres;

import dev.weir.config.Problem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a server is and what this account may do there, read once when a command starts.
 *
 * @param major the major version: 18
 * @param version as the server says it: 18.3
 * @param standby whether it is in recovery and takes no writes
 * @param upstream where a standby gets its WAL from, as host:port; empty when not told
 * @param readOnly whether transactions of this account are read-only by default
 * @param schema the schema tables are made in; empty when the search path has none
 * @param freeConnections how many more connections this account can open now
 * @param durability what a COMMIT promises
 * @param settings the settings that matter to loading and its figures, by name, with unit where
 *     there is one; those this server does not have or does not show are absent
 * @param permissions what this account may do
 */
public record ServerProfile(
    int major,
    String version,
    boolean standby,
    String upstream,
    boolean readOnly,
    String schema,
    int freeConnections,
    Durability durability,
    Map<String, String> settings,
    Permissions permissions) {
  /** The oldest major version Weir works with. */
  public static final int OLDEST = 14;

  private static final List<String> SETTINGS =
      List.of(
          // what COMMIT promises
          "fsync",
          "synchronous_commit",
          "full_page_writes",
          "wal_level",
          "data_checksums",
          "wal_sync_method",
          "synchronous_standby_names",
          // WAL
          "wal_compression",
          "wal_buffers",
          "wal_segment_size",
          "wal_block_size",
          "wal_init_zero",
          "wal_recycle",
          "wal_writer_delay",
          "wal_writer_flush_after",
          "wal_log_hints",
          "commit_delay",
          "commit_siblings",
          "archive_mode",
          "max_wal_senders",
          // checkpoints and writing back
          "max_wal_size",
          "min_wal_size",
          "checkpoint_timeout",
          "checkpoint_completion_target",
          "checkpoint_flush_after",
          "backend_flush_after",
          "bgwriter_delay",
          "bgwriter_flush_after",
          "bgwriter_lru_maxpages",
          "bgwriter_lru_multiplier",
          // memory and processes
          "shared_buffers",
          "huge_pages",
          "effective_cache_size",
          "work_mem",
          "maintenance_work_mem",
          "max_connections",
          "superuser_reserved_connections",
          "reserved_connections",
          "max_worker_processes",
          "block_size",
          "io_method",
          "io_workers",
          "effective_io_concurrency",
          // vacuum
          "autovacuum",
          "autovacuum_max_workers",
          "autovacuum_naptime",
          "autovacuum_work_mem",
          "autovacuum_vacuum_scale_factor",
          "autovacuum_vacuum_insert_scale_factor",
          "autovacuum_analyze_scale_factor",
          "autovacuum_vacuum_cost_delay",
          "autovacuum_vacuum_cost_limit",
          // what is counted
          "track_counts",
          "track_io_timing",
          "track_wal_io_timing",
          // the rest that changes what rows cost
          "default_toast_compression",
          "jit",
          "server_encoding",
          "shared_preload_libraries");

  // superusers may use all slots; pg_stat_database counts every session even for those who may not
  // see them; a limit of -1 is none
  private static final String FREE_CONNECTIONS =
      """
      SELECT least(
               current_setting('max_connections')::int
                 - CASE WHEN r.rolsuper THEN 0
                        ELSE current_setting('superuser_reserved_connections')::int
                             + coalesce(current_setting('reserved_connections', true)::int, 0) END
                 - (SELECT coalesce(sum(numbackends), 0)::int FROM pg_catalog.pg_stat_database),
               CASE WHEN r.rolconnlimit >= 0 AND NOT r.rolsuper
                    THEN r.rolconnlimit
                         - (SELECT count(*)::int FROM pg_catalog.pg_stat_activity a
                             WHERE a.usesysid = r.oid) END,
               CASE WHEN d.datconnlimit >= 0 AND NOT r.rolsuper
                    THEN d.datconnlimit
                         - (SELECT numbackends FROM pg_catalog.pg_stat_database b
                             WHERE b.datid = d.oid) END)
        FROM pg_catalog.pg_roles r, pg_catalog.pg_database d
       WHERE r.rolname = session_user
         AND d.datname = current_database()""";

  public ServerProfile {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /** Reads the profile with the first schema of the search path. */
  public static ServerProfile read(Connection connection) throws SQLException {
    return read(connection, "");
  }

  /**
   * Reads the profile. Of a server older than {@link #OLDEST} only what it takes to refuse it.
   *
   * @param schema where tables are to be made, as its plain name; empty for the first schema of the
   *     search path
   */
  public static ServerProfile read(Connection connection, String schema) throws SQLException {
    Map<String, String> settings = settings(connection);
    String version = text(connection, "SELECT current_setting('server_version')");
    int major =
        Integer.parseInt(text(connection, "SELECT current_setting('server_version_num')")) / 10_000;
    boolean standby = text(connection, "SELECT pg_catalog.pg_is_in_recovery()").equals("t");
    boolean readOnly =
        text(connection, "SELECT current_setting('default_transaction_read_only')").equals("on");
    Durability durability = Durability.read(connection);
    if (major < OLDEST) {
      return new ServerProfile(
          major, version, standby, "", readOnly, "", 0, durability, settings, Permissions.NONE);
    }
    String found =
        schema.isEmpty() ? text(connection, "SELECT pg_catalog.current_schema()") : schema;
    return new ServerProfile(
        major,
        version,
        standby,
        standby ? upstream(connection) : "",
        readOnly,
        found,
        Integer.parseInt(text(connection, FREE_CONNECTIONS)),
        durability,
        settings,
        Permissions.read(connection, found.isEmpty() ? null : quoted(found)));
  }

  /**
   * Everything that keeps Weir from loading records into this server, all at once; empty when
   * nothing does.
   *
   * @param where the server as the user knows it: {@link DatabaseAddress#display}
   * @param connections how many connections are going to be opened
   */
  public List<Problem> problems(String where, int connections) {
    if (major < OLDEST) {
      return List.of(
          new Problem(where, "server version", version, "PostgreSQL " + OLDEST + " or later"));
    }
    List<Problem> problems = new ArrayList<>();
    if (standby) {
      problems.add(
          new Problem(
              where,
              "server",
              "in recovery",
              "a primary (a standby takes no writes"
                  + (upstream.isEmpty() ? ")" : "; this one follows " + upstream + ")")));
    } else if (readOnly) {
      problems.add(
          new Problem(where, "default_transaction_read_only", "on", "off (ALTER ROLE ... SET)"));
    }
    if (schema.isEmpty()) {
      problems.add(
          new Problem(
              where, "search_path", "no schema of it exists", "a schema to make tables in"));
    } else if (!permissions.createTable()) {
      problems.add(
          new Problem(
              where,
              "schema",
              schema,
              "one that exists and this account may make tables in (GRANT CREATE ON SCHEMA)"));
    }
    if (freeConnections < connections) {
      problems.add(
          new Problem(
              where,
              "free connections",
              Integer.toString(freeConnections),
              "at least " + connections + " (fewer writers, or a higher max_connections)"));
    }
    return problems;
  }

  private static Map<String, String> settings(Connection connection) throws SQLException {
    Map<String, String> found = new LinkedHashMap<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT s.name, current_setting(s.name)"
                + " FROM unnest(?) WITH ORDINALITY AS w (name, place)"
                + " JOIN pg_catalog.pg_settings s USING (name) ORDER BY w.place")) {
      statement.setArray(1, connection.createArrayOf("text", SETTINGS.toArray()));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.put(rows.getString(1), rows.getString(2));
        }
      }
    }
    return found;
  }

  private static String upstream(Connection connection) throws SQLException {
    return text(
        connection,
        "SELECT (SELECT sender_host || ':' || sender_port FROM pg_catalog.pg_stat_wal_receiver)");
  }

  /** The one value of a query; empty where it is null. */
  private static String text(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      String value = row.getString(1);
      return value == null ? "" : value;
    }
  }

  private static String quoted(String identifier) {
    return "\"" + identifier.replace("\"", "\"\"") + "\"";
  }
}
