package dev.weir.statistics;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What is in the server's shared buffers, by the extension pg_buffercache.
 *
 * @see <a href="https://www.postgresql.org/docs/current/pgbuffercache.html">pg_buffercache</a>
 */
final class SharedBuffers {
  private static final String NOT_PERMITTED = "42501";

  private SharedBuffers() {}

  /**
   * How many are changed and not yet written to their files.
   *
   * @return empty where the extension is not to be had by this account
   */
  static OptionalLong dirty(StatisticsConnection connection, Duration limit) throws SQLException {
    List<Map<String, Object>> found =
        connection.rows(
            """
            SELECT quote_ident(nspname) AS schema, proname AS function
              FROM pg_extension JOIN pg_proc ON pronamespace = extnamespace
              JOIN pg_namespace n ON n.oid = extnamespace
             WHERE extname = 'pg_buffercache'
               AND proname IN ('pg_buffercache_summary', 'pg_buffercache_pages')
               AND has_function_privilege(pg_proc.oid, 'EXECUTE')
               AND has_schema_privilege(n.oid, 'USAGE')
             ORDER BY proname DESC
            """);
    if (found.isEmpty()) {
      return OptionalLong.empty();
    }
    Map<String, Object> function = found.get(0);
    String query =
        function.get("function").equals("pg_buffercache_summary")
            ? "SELECT buffers_dirty AS dirty FROM %s.pg_buffercache_summary()"
            : "SELECT count(*) AS dirty FROM %s.pg_buffercache WHERE isdirty";
    try {
      Map<String, Object> row =
          connection.rows(query.formatted(function.get("schema")), limit).get(0);
      return OptionalLong.of(((Number) row.get("dirty")).longValue());
    } catch (SQLException e) {
      if (NOT_PERMITTED.equals(e.getSQLState()) || WalLog.tookTooLong(e)) {
        return OptionalLong.empty();
      }
      throw e;
    }
  }
}
