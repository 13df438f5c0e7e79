package dev.weir.statistics;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Waits until what was done has been counted.
 *
 * <p>A session hands its counts on at most once a second (before version 15 every 500 ms), and one
 * that falls idle keeps the rest for up to ten seconds (before 15 until its next transaction).
 * Ending a session hands everything on. So the workload's connections must be closed, or have run
 * {@link StatisticsReader#flushStatement}, before this is asked. Then two readings that agree,
 * further apart than the counts are handed on, are taken to be complete. An autovacuum worker busy
 * with one of the tables is waited for, too: its work would fall into the next difference.
 */
final class Settling {
  /** Longer than version 14's collector may keep a count back. */
  private static final Duration APART_BEFORE_15 = Duration.ofMillis(600);

  private static final Duration APART = Duration.ofMillis(250);

  /**
   * Others may write WAL without end. Once what was done to the tables agrees and every session had
   * its second to hand its counts on, that is not waited for any longer.
   */
  private static final Duration OTHERS = Duration.ofMillis(1500);

  private final StatisticsConnection connection;
  private final List<String> tables;
  private final long deadline;

  Settling(StatisticsConnection connection, List<String> tables, Duration limit) {
    this.connection = connection;
    this.tables = tables;
    this.deadline = System.nanoTime() + limit.toNanos();
  }

  Snapshot settle() throws SQLException, InterruptedException {
    long start = System.nanoTime();
    Snapshot earlier = read();
    while (true) {
      Thread.sleep((earlier.major() < 15 ? APART_BEFORE_15 : APART).toMillis());
      Snapshot later = read();
      boolean quiet = agreeOnWal(earlier, later) || System.nanoTime() - start >= OTHERS.toNanos();
      boolean settled = quiet && agreeOnTables(earlier, later) && !busyWithTables();
      if (settled || System.nanoTime() - deadline >= 0) {
        return later;
      }
      earlier = later;
    }
  }

  private Snapshot read() throws SQLException {
    Optional<String> flush = StatisticsReader.flushStatement(connection.major());
    if (flush.isPresent()) {
      connection.rows(flush.get());
    }
    return connection.read(plan -> plan.queries(Occasion.ENDS, tables));
  }

  /** Compares what reading alone does not change; the checkpointer with it, since it writes WAL. */
  private static boolean agreeOnWal(Snapshot earlier, Snapshot later) {
    return same(earlier, later, "wal_position", "inserted")
        && same(earlier, later, "pg_stat_wal", "wal_records")
        && same(earlier, later, "pg_stat_wal", "wal_bytes")
        && same(earlier, later, "pg_stat_checkpointer", "num_requested");
  }

  private static boolean agreeOnTables(Snapshot earlier, Snapshot later) {
    return same(earlier, later, "pg_stat_user_tables", "n_tup_ins")
        && same(earlier, later, "pg_stat_user_tables", "n_tup_upd")
        && same(earlier, later, "pg_stat_user_tables", "n_tup_del")
        && resets(earlier).equals(resets(later));
  }

  private static boolean same(Snapshot earlier, Snapshot later, String view, String column) {
    return earlier.figures().whole(view, column).equals(later.figures().whole(view, column));
  }

  private static List<?> resets(Snapshot snapshot) {
    return snapshot.figures().rows("pg_stat_database").stream().map(StatisticsRow::reset).toList();
  }

  /**
   * Whether VACUUM or ANALYZE is at work on one of the tables. By locks, since a plain account sees
   * those of others while pg_stat_progress_vacuum hides them.
   */
  private boolean busyWithTables() throws SQLException {
    if (tables.isEmpty()) {
      return false;
    }
    List<Map<String, Object>> rows =
        connection.rows(
            """
            WITH RECURSIVE family AS (
              SELECT to_regclass(name)::oid AS member FROM unnest(%s) AS name
              UNION ALL
              SELECT inhrelid FROM family JOIN pg_inherits ON inhparent = member
            )
            SELECT count(*) AS busy
              FROM pg_locks JOIN family ON relation = member
             WHERE mode = 'ShareUpdateExclusiveLock' AND granted AND pid <> pg_backend_pid()
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """
                .formatted(Literal.textArray(tables)));
    return ((Number) rows.get(0).get("busy")).longValue() > 0;
  }
}
