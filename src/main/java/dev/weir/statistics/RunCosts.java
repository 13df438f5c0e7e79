package dev.weir.statistics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a run cost by the server's statistics: a reading of a difference for the table it wrote to.
 * Everything but sizes and rows is of the whole server or database, other sessions included. Every
 * figure is empty where the server, the account or the moment did not give it.
 */
public final class RunCosts {
  private final Figures figures;
  private final Difference difference;
  private final String table;

  RunCosts(Difference difference, String table) {
    this.difference = difference;
    this.figures = difference.figures();
    this.table = table;
  }

  /** How far the WAL position moved, in bytes; page headers and switched segments included. */
  public OptionalLong walBytesByPosition() {
    return figures.whole("wal_position", "inserted");
  }

  /** Bytes of WAL records by {@code pg_stat_wal}. */
  public OptionalLong walBytesByCounter() {
    return figures.whole("pg_stat_wal", "wal_bytes");
  }

  public OptionalLong walRecords() {
    return figures.whole("pg_stat_wal", "wal_records");
  }

  /** How many full-page images; their bytes are known from the WAL budget only. */
  public OptionalLong walFullPageImages() {
    return figures.whole("pg_stat_wal", "wal_fpi");
  }

  /** Syncs of WAL files by all processes; from {@code pg_stat_io} where it is there since 18. */
  public OptionalLong walSyncs() {
    OptionalLong counted = figures.whole("pg_stat_wal", "wal_sync");
    return counted.isPresent()
        ? counted
        : figures.whole("pg_stat_io", "fsyncs", Map.of("object", "wal"));
  }

  public OptionalLong checkpointsTimed() {
    return figures.whole("pg_stat_checkpointer", "num_timed");
  }

  public OptionalLong checkpointsRequested() {
    return figures.whole("pg_stat_checkpointer", "num_requested");
  }

  /** Time checkpoints that ended meanwhile spent writing, pauses included. */
  public OptionalDouble checkpointWriteMillis() {
    return figures.number("pg_stat_checkpointer", "write_time");
  }

  public OptionalDouble checkpointSyncMillis() {
    return figures.number("pg_stat_checkpointer", "sync_time");
  }

  public OptionalLong checkpointBuffers() {
    return figures.whole("pg_stat_checkpointer", "buffers_written");
  }

  /** Transactions committed in the database, those that read the statistics included. */
  public OptionalLong commits() {
    return figures.whole("pg_stat_database", "xact_commit");
  }

  public OptionalLong rollbacks() {
    return figures.whole("pg_stat_database", "xact_rollback");
  }

  public OptionalLong blocksHit() {
    return figures.whole("pg_stat_database", "blks_hit");
  }

  public OptionalLong blocksRead() {
    return figures.whole("pg_stat_database", "blks_read");
  }

  /** Rows inserted into the table, also those rolled back. */
  public OptionalLong rowsInserted() {
    return figures.whole("pg_stat_user_tables", "n_tup_ins", relation());
  }

  /** Bytes of the table itself at the end, all forks, without indexes and TOAST. */
  public OptionalLong heapBytes() {
    return figures.whole("table_size", "bytes", relation());
  }

  /** Bytes of all its indexes at the end; 0 where it has none. */
  public OptionalLong indexBytes() {
    OptionalLong sum = figures.whole("index_size", "bytes", relation());
    if (sum.isPresent()) {
      return sum;
    }
    boolean read =
        figures.views().contains("index_size")
            && tableExists()
            && difference.after().gaps().stream()
                .noneMatch(gap -> gap.query().equals("index_size of " + table));
    return read ? OptionalLong.of(0) : OptionalLong.empty();
  }

  /** Bytes of each index at the end, by its name. */
  public Map<String, Long> indexBytesByName() {
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (StatisticsRow row : figures.rows("index_size")) {
      if (row.labels().get("relation").equals(table) && row.values().containsKey("bytes")) {
        bytes.put(row.labels().get("index"), row.values().get("bytes").longValue());
      }
    }
    return bytes;
  }

  /** Bytes of values stored out of line at the end, their index included; 0 without any. */
  public OptionalLong toastBytes() {
    return figures.whole("toast_size", "bytes", relation());
  }

  /** Heap, indexes and TOAST together; empty where one of them is. */
  public OptionalLong diskBytes() {
    OptionalLong heap = heapBytes();
    OptionalLong indexes = indexBytes();
    OptionalLong toast = toastBytes();
    return heap.isPresent() && indexes.isPresent() && toast.isPresent()
        ? OptionalLong.of(heap.getAsLong() + indexes.getAsLong() + toast.getAsLong())
        : OptionalLong.empty();
  }

  private boolean tableExists() {
    return heapBytes().isPresent() || toastBytes().isPresent();
  }

  private Map<String, String> relation() {
    return Map.of("relation", table);
  }
}
