package dev.weir.statistics;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The WAL itself, by the extension pg_walinspect: how much of it each resource manager made (two
 * milliseconds a megabyte), and which relation each record is about (ten times that).
 *
 * @see <a href="https://www.postgresql.org/docs/current/pgwalinspect.html">pg_walinspect</a>
 */
final class WalLog {
  /** A stretch of the log, in bytes since its beginning. */
  record Range(long from, long to) {
    long bytes() {
      return to - from;
    }
  }

  /**
   * What one resource manager made.
   *
   * @param part its records, images apart
   * @param imageBytes the full-page images in them
   * @param vacuumBytes what of both is vacuum's, or of hints on pages
   */
  record Made(WalPart part, long imageBytes, long vacuumBytes) {
    static final Made NOTHING = new Made(WalPart.NONE, 0, 0);

    Made plus(Made other) {
      return new Made(
          part.plus(other.part), imageBytes + other.imageBytes, vacuumBytes + other.vacuumBytes);
    }
  }

  /** A resource manager and the file a record is about; file 0 is one of another database. */
  record Target(String resourceManager, long file) {}

  private static final String REMOVED_FILE = "58P01";
  private static final String QUERY_CANCELED = "57014";

  private final StatisticsConnection connection;
  private final String schema;
  private final boolean blocks;
  private final Duration limit;

  private WalLog(StatisticsConnection connection, String schema, boolean blocks, Duration limit) {
    this.connection = connection;
    this.schema = schema;
    this.blocks = blocks;
    this.limit = limit;
  }

  /**
   * Opens the log where the extension is installed and this account may call it.
   *
   * @param limit for each query
   */
  static Optional<WalLog> open(StatisticsConnection connection, Duration limit)
      throws SQLException {
    boolean blocks = connection.major() >= 16;
    List<Map<String, Object>> functions =
        connection.rows(
            """
            SELECT quote_ident(nspname) AS schema
              FROM pg_extension JOIN pg_proc ON pronamespace = extnamespace
              JOIN pg_namespace n ON n.oid = extnamespace
             WHERE extname = 'pg_walinspect' AND proname IN ('pg_get_wal_stats', '%s')
               AND has_function_privilege(pg_proc.oid, 'EXECUTE')
               AND has_schema_privilege(n.oid, 'USAGE')
            """
                .formatted(blocks ? "pg_get_wal_block_info" : "pg_get_wal_records_info"));
    return functions.size() == 2
        ? Optional.of(
            new WalLog(connection, functions.get(0).get("schema").toString(), blocks, limit))
        : Optional.empty();
  }

  /**
   * What is there of the range: everything, or what came after the part a checkpoint removed.
   *
   * @return empty when all of it is gone
   */
  Optional<Range> available(Range wanted) throws SQLException {
    Range beginning = new Range(wanted.from(), Math.min(wanted.to(), wanted.from() + (1 << 16)));
    try {
      made(beginning);
      return Optional.of(wanted);
    } catch (SQLException e) {
      if (!REMOVED_FILE.equals(e.getSQLState())) {
        throw e;
      }
    }
    long oldest = oldest();
    return oldest < wanted.to()
        ? Optional.of(new Range(Math.max(wanted.from(), oldest), wanted.to()))
        : Optional.empty();
  }

  /** What each resource manager made in the range. */
  Map<String, Made> made(Range range) throws SQLException {
    String query = MADE.formatted(VACUUM, schema, position(range.from()), position(range.to()));
    Map<String, Made> made = new HashMap<>();
    for (Map<String, Object> row : rows(query)) {
      made.put(
          row.get("manager").toString(),
          new Made(
              new WalPart(number(row, "record_size"), number(row, "count")),
              number(row, "fpi_size"),
              number(row, "vacuum_size")));
    }
    return made;
  }

  /** What the records in the range are about, by resource manager, images apart. */
  Map<Target, WalPart> targets(Range range) throws SQLException {
    Map<Target, WalPart> targets = new HashMap<>();
    String query =
        (blocks ? BLOCKS : RECORDS).formatted(schema, position(range.from()), position(range.to()));
    for (Map<String, Object> row : rows(query)) {
      targets.put(
          new Target(row.get("manager").toString(), number(row, "file")),
          new WalPart(number(row, "bytes"), number(row, "records")));
    }
    return targets;
  }

  /** Whether a failure means that the log was too long for the time limit. */
  static boolean tookTooLong(SQLException failure) {
    return QUERY_CANCELED.equals(failure.getSQLState());
  }

  /** A stretch in which no record begins, as behind a switched segment's last one, is empty. */
  private List<Map<String, Object>> rows(String query) throws SQLException {
    try {
      return connection.rows(query, limit);
    } catch (SQLException e) {
      if (String.valueOf(e.getMessage()).contains("could not find a valid record after")) {
        return new ArrayList<>();
      }
      throw e;
    }
  }

  /**
   * The oldest position still there: the oldest segment where it may be seen, else where the last
   * checkpoint began, from which on everything is kept.
   */
  private long oldest() throws SQLException {
    try {
      return number(connection.rows(OLDEST_SEGMENT).get(0), "position");
    } catch (SQLException e) {
      return number(connection.rows(LAST_CHECKPOINT).get(0), "position");
    }
  }

  private static String position(long bytes) {
    return "'0/0'::pg_lsn + " + bytes;
  }

  private static long number(Map<String, Object> row, String column) {
    return ((Number) row.get(column)).longValue();
  }

  /**
   * Records of vacuum, automatic or not: their names in heapdesc.c, nbtdesc.c and xlogdesc.c of 15
   * to 18. The last is a page's image because a hint was set on it, which vacuum does to pages of
   * new rows, and now and then a reader; where pages have checksums it is most of what vacuum
   * makes.
   */
  private static final String VACUUM =
      """
      'Heap2/VISIBLE', 'Heap2/VACUUM', 'Heap2/FREEZE_PAGE', 'Heap2/PRUNE_VACUUM_SCAN',
      'Heap2/PRUNE_VACUUM_CLEANUP', 'Btree/VACUUM', 'Btree/MARK_PAGE_HALFDEAD',
      'Btree/UNLINK_PAGE', 'Btree/UNLINK_PAGE_META', 'Btree/META_CLEANUP', 'XLOG/FPI_FOR_HINT'
      """;

  private static final String MADE =
      """
      SELECT split_part(kind, '/', 1) AS manager, sum(count) AS count,
             sum(record_size) AS record_size, sum(fpi_size) AS fpi_size,
             coalesce(sum(combined_size) FILTER (WHERE kind IN (%s)), 0) AS vacuum_size
        FROM %s.pg_get_wal_stats(%s, %s, true)
             AS made(kind, count, count_share, record_size, record_share, fpi_size, fpi_share,
                     combined_size, combined_share)
       WHERE count > 0
       GROUP BY manager
      """;

  /** A record's own bytes go to its first block; images are subtracted wherever they are. */
  private static final String BLOCKS =
      """
      SELECT resource_manager AS manager, target.file,
             sum(CASE block_id WHEN 0 THEN record_length ELSE 0 END - block_fpi_length)::bigint AS bytes,
             count(*) FILTER (WHERE block_id = 0) AS records
        FROM %s.pg_get_wal_block_info(%s, %s, false),
             (SELECT oid FROM pg_database WHERE datname = current_database()) AS here,
             LATERAL (SELECT CASE reldatabase WHEN here.oid THEN relfilenode::bigint ELSE 0 END AS file)
               AS target
       GROUP BY resource_manager, target.file
      """;

  private static final String RECORDS =
      """
      SELECT resource_manager AS manager, coalesce(target.file, 0) AS file,
             sum(record_length - fpi_length)::bigint AS bytes, count(*) AS records
        FROM %s.pg_get_wal_records_info(%s, %s),
             (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS here,
             LATERAL (SELECT substring(block_ref FROM 'rel \\d+/' || here.oid || '/(\\d+)')::bigint AS file)
               AS target
       WHERE block_ref <> ''
       GROUP BY resource_manager, coalesce(target.file, 0)
      """;

  private static final String OLDEST_SEGMENT =
      """
      SELECT (('x' || substr(min(name), 9, 8))::bit(32)::bigint * 4294967296
              + ('x' || substr(min(name), 17, 8))::bit(32)::bigint
                * pg_size_bytes(current_setting('wal_segment_size'))) AS position
        FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'
      """;

  private static final String LAST_CHECKPOINT =
      "SELECT redo_lsn - '0/0'::pg_lsn AS position FROM pg_control_checkpoint()";
}
