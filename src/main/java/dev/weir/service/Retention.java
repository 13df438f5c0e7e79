package dev.weir.service;

import dev.weir.config.Kind;
import dev.weir.dataset.Dataset;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes away what is older than is to be kept: partitions as a whole, and of tables without them
 * the oldest rows, some thousands at a time, so that neither the writers nor the log are burdened
 * at once.
 *
 * <p>Age is counted from the record stored last, by the records' own times: a service that was off
 * for a month has lost none of its records for that. Rows that are deleted leave room in their
 * table, which is used again; the file does not become smaller. So a size is kept by the number of
 * records that fit in it.
 */
final class Retention {
  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
  private static final int ROWS_AT_ONCE = 5_000;
  private static final Duration AT_A_TIME = Duration.ofSeconds(3);

  /** A table without an index on time is read from its beginning each time: not too often. */
  private static final int REST = 20;

  private final Limit limit;
  private final Dataset dataset;
  private final Map<String, Long> notBefore = new HashMap<>();
  private final Map<String, Double> recordBytes = new HashMap<>();

  Retention(Limit limit, Dataset dataset) {
    this.limit = limit;
    this.dataset = dataset;
  }

  /** How much is kept: of one of the two there is a value. */
  record Limit(Duration time, OptionalLong bytes) {
    /**
     * @param written a time such as {@code 7d}, or a size such as {@code 20GB}; null for {@code
     *     none}
     */
    static Limit of(String written) {
      if (written.equals("none")) {
        return null;
      }
      return written.endsWith("B")
          ? new Limit(null, OptionalLong.of(bytes(written)))
          : new Limit(Kind.Time.parse(written), OptionalLong.empty());
    }

    /** A size such as {@code 20GB}: 1024 MB are a GB, as in PostgreSQL's settings. */
    static long bytes(String written) {
      long number = Long.parseLong(written.substring(0, written.length() - 2));
      return switch (written.charAt(written.length() - 2)) {
        case 'M' -> number << 20;
        case 'G' -> number << 30;
        default -> number << 40;
      };
    }
  }

  /** One range of a partitioned table. */
  private record Range(String name, long endMicros, long bytes) {}

  /**
   * Does what is to be done now, within some seconds.
   *
   * @param tables of one slot, the one used last first
   * @param newest position of the record stored last
   */
  void apply(Connection connection, List<Table> tables, long newest) throws SQLException {
    if (tables.isEmpty() || newest < 0) {
      return;
    }
    if (limit.time() != null) {
      long cutoff = dataset.record(newest).recordedAtMicros() - limit.time().toNanos() / 1_000;
      for (Table table : tables) {
        removeBefore(connection, table, cutoff);
      }
    } else {
      keepWithin(connection, tables, newest);
    }
  }

  private void keepWithin(Connection connection, List<Table> tables, long newest)
      throws SQLException {
    long excess = -limit.bytes().getAsLong();
    for (Table table : tables) {
      excess += bytes(connection, table);
    }
    List<Table> oldestFirst = new ArrayList<>(tables);
    Collections.reverse(oldestFirst);
    for (Table table : oldestFirst) {
      if (excess <= 0) {
        return;
      }
      excess -= table.isPartitioned() ? dropOldest(connection, table, excess) : 0;
      if (!table.isPartitioned() && table.equals(tables.get(0))) {
        keepNewest(connection, table, newest);
      } else if (!table.isPartitioned()) {
        excess -= emptyIfNotTooLarge(connection, table, excess);
      }
    }
  }

  /** A table no strategy stores into any more goes as a whole, when that much is too much. */
  private long emptyIfNotTooLarge(Connection connection, Table table, long excess)
      throws SQLException {
    long bytes = bytes(connection, table);
    if (bytes == 0 || bytes > excess) {
      return 0;
    }
    execute(connection, "TRUNCATE " + table.qualifiedName());
    LOG.info("{} emptied, to keep the size", table.name());
    return bytes;
  }

  /** Oldest partitions until it is enough; the newest stays. */
  private static long dropOldest(Connection connection, Table table, long excess)
      throws SQLException {
    List<Range> ranges = ranges(connection, table);
    long dropped = 0;
    for (Range range : ranges.subList(0, Math.max(0, ranges.size() - 2))) {
      if (dropped >= excess) {
        break;
      }
      drop(connection, range);
      dropped += range.bytes();
    }
    return dropped;
  }

  private void keepNewest(Connection connection, Table table, long newest) throws SQLException {
    double live = liveRows(connection, table) / (double) table.rowsPerRecord();
    if (live <= 0) {
      return;
    }
    // room that deleted rows left makes records look larger than they are: the least is right
    double bytes = recordBytes.merge(table.name(), bytes(connection, table) / live, Math::min);
    long kept = (long) (limit.bytes().getAsLong() / bytes);
    if (live > kept && newest - kept > 0) {
      removeBefore(connection, table, dataset.record(newest - kept).recordedAtMicros());
    }
  }

  private void removeBefore(Connection connection, Table table, long cutoff) throws SQLException {
    if (table.isPartitioned()) {
      for (Range range : ranges(connection, table)) {
        if (range.endMicros() <= cutoff) {
          drop(connection, range);
        }
      }
      return;
    }
    long start = System.nanoTime();
    Long rested = notBefore.get(table.name());
    if (rested != null && start - rested < 0) {
      return;
    }
    int deleted;
    long all = 0;
    do {
      deleted = deleteSome(connection, table, cutoff);
      all += deleted;
    } while (deleted == ROWS_AT_ONCE && System.nanoTime() - start < AT_A_TIME.toNanos());
    long now = System.nanoTime();
    if (deleted < ROWS_AT_ONCE) {
      notBefore.put(table.name(), now + REST * (now - start));
    }
    if (all > 0) {
      LOG.info("{} rows of {} deleted that were too old", all, table.name());
    }
  }

  private static int deleteSome(Connection connection, Table table, long cutoff)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "DELETE FROM "
                + table.qualifiedName()
                + " WHERE ctid = ANY(ARRAY(SELECT ctid FROM "
                + table.qualifiedName()
                + " WHERE recorded_at < to_timestamp(?::numeric / 1000000) LIMIT "
                + ROWS_AT_ONCE
                + "))")) {
      statement.setLong(1, cutoff);
      return statement.executeUpdate();
    }
  }

  private static void drop(Connection connection, Range range) throws SQLException {
    execute(connection, "DROP TABLE " + range.name());
    LOG.info("Partition {} dropped", range.name());
  }

  /** Waits for nobody: what is in use now is had the next time. */
  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET lock_timeout = '2s'");
      statement.execute(sql);
    }
  }

  /** The oldest first. */
  private static List<Range> ranges(Connection connection, Table table) throws SQLException {
    List<Range> ranges = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            SELECT inhrelid::regclass::text,
                   (extract(epoch FROM (regexp_match(pg_get_expr(relpartbound, oid),
                       'TO \\(''([^'']+)''\\)'))[1]::timestamptz) * 1000000)::bigint,
                   pg_total_relation_size(oid)
              FROM pg_inherits JOIN pg_class ON oid = inhrelid
             WHERE inhparent = to_regclass(?)
             ORDER BY 2
            """)) {
      statement.setString(1, table.qualifiedName());
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          ranges.add(new Range(row.getString(1), row.getLong(2), row.getLong(3)));
        }
      }
    }
    return ranges;
  }

  private static long bytes(Connection connection, Table table) throws SQLException {
    if (table.isPartitioned()) {
      return ranges(connection, table).stream().mapToLong(Range::bytes).sum();
    }
    return number(connection, "SELECT pg_total_relation_size(to_regclass(?))", table);
  }

  private static long liveRows(Connection connection, Table table) throws SQLException {
    return number(connection, "SELECT pg_stat_get_live_tuples(to_regclass(?))", table);
  }

  private static long number(Connection connection, String sql, Table table) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, table.qualifiedName());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
