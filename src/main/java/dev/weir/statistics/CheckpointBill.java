package dev.weir.statistics;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What was left to pay after a run: pages changed in memory and not yet written to their files.
 *
 * @param dirtyBytes bytes of such pages before the checkpoint; empty where pg_buffercache is not to
 *     be had
 * @param time how long a CHECKPOINT took; empty where the account may not run one
 * @param writtenBytes bytes of pages the checkpoint wrote
 * @param syncMillis how long it waited for files to be synced
 */
public record CheckpointBill(
    OptionalLong dirtyBytes,
    Optional<Duration> time,
    OptionalLong writtenBytes,
    Optional<Double> syncMillis) {

  private static final String VIEW = "pg_stat_checkpointer";

  /**
   * The checkpointer hands its counts on right after it answered; version 14 half a second late.
   */
  private static final Duration COUNTED_AFTER = Duration.ofSeconds(2);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
  private static final String NOT_PERMITTED = "42501";

  static CheckpointBill pay(StatisticsConnection connection, Duration limit)
      throws SQLException, InterruptedException {
    OptionalLong dirty = dirtyBytes(connection, limit);
    Figures before = read(connection);
    long start = System.nanoTime();
    try {
      connection.command("CHECKPOINT", limit);
    } catch (SQLException e) {
      if (NOT_PERMITTED.equals(e.getSQLState())) {
        return new CheckpointBill(dirty, Optional.empty(), OptionalLong.empty(), Optional.empty());
      }
      throw e;
    }
    Duration time = Duration.ofNanos(System.nanoTime() - start);
    Figures after = counted(connection, before);
    return new CheckpointBill(
        dirty,
        Optional.of(time),
        OptionalLong.of(
            Math.round(grown(before, after, "buffers_written")) * blockSize(connection)),
        Optional.of(grown(before, after, "sync_time")));
  }

  private static Figures counted(StatisticsConnection connection, Figures before)
      throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + COUNTED_AFTER.toNanos();
    while (true) {
      Figures after = read(connection);
      boolean counted =
          grown(before, after, "num_requested") > 0 && grown(before, after, "write_time") > 0;
      if (counted || System.nanoTime() - deadline >= 0) {
        return after;
      }
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
  }

  private static Figures read(StatisticsConnection connection) throws SQLException {
    return connection.read(plan -> plan.queries(Occasion.SAMPLE, List.of())).figures();
  }

  private static double grown(Figures before, Figures after, String column) {
    return after.number(VIEW, column).orElse(0) - before.number(VIEW, column).orElse(0);
  }

  private static OptionalLong dirtyBytes(StatisticsConnection connection, Duration limit)
      throws SQLException {
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
      return OptionalLong.of(((Number) row.get("dirty")).longValue() * blockSize(connection));
    } catch (SQLException e) {
      if (NOT_PERMITTED.equals(e.getSQLState())) {
        return OptionalLong.empty();
      }
      throw e;
    }
  }

  private static long blockSize(StatisticsConnection connection) throws SQLException {
    return connection.number("SELECT current_setting('block_size')::bigint");
  }
}
