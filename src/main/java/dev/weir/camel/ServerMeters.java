package dev.weir.camel;

import dev.weir.statistics.Snapshot;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the latest sample says of the server and of the tables being written, as metrics with names
 * near those of postgres_exporter. Asked of the sample, never of the server: a scrape costs no
 * query. What the sample does not have is not there, rather than 0.
 */
final class ServerMeters implements MultiCollector {
  private static final List<Figure> COUNTERS =
      List.of(
          new Figure(
              "weir_pg_wal_inserted_bytes",
              "How far the write-ahead log has come, whatever takes room in it",
              "wal_position",
              "inserted"),
          new Figure(
              "weir_pg_stat_wal_bytes",
              "Bytes of WAL records, without page headers and padding",
              "pg_stat_wal",
              "wal_bytes"),
          new Figure("weir_pg_stat_wal_records", "WAL records", "pg_stat_wal", "wal_records"),
          new Figure(
              "weir_pg_stat_wal_fpi", "Full-page images in the WAL", "pg_stat_wal", "wal_fpi"),
          new Figure(
              "weir_pg_stat_checkpointer_num_timed",
              "Checkpoints begun because checkpoint_timeout had passed",
              "pg_stat_checkpointer",
              "num_timed"),
          new Figure(
              "weir_pg_stat_checkpointer_num_requested",
              "Checkpoints begun because the WAL had reached its limit, or by CHECKPOINT",
              "pg_stat_checkpointer",
              "num_requested"),
          new Figure(
              "weir_pg_stat_checkpointer_buffers_written",
              "Buffers written by checkpoints",
              "pg_stat_checkpointer",
              "buffers_written"),
          new Figure(
              "weir_pg_stat_checkpointer_write_time_seconds",
              "Time checkpoints spent writing, pauses included",
              "pg_stat_checkpointer",
              "write_time",
              0.001),
          new Figure(
              "weir_pg_stat_checkpointer_sync_time_seconds",
              "Time checkpoints spent syncing",
              "pg_stat_checkpointer",
              "sync_time",
              0.001),
          new Figure(
              "weir_pg_stat_database_xact_commit",
              "Transactions committed in the database, by any session",
              "pg_stat_database",
              "xact_commit"),
          new Figure(
              "weir_pg_stat_database_xact_rollback",
              "Transactions rolled back in the database, by any session",
              "pg_stat_database",
              "xact_rollback"));

  private static final List<Figure> TABLE_GAUGES =
      List.of(
          new Figure(
              "weir_table_heap_bytes",
              "Room the rows of the table take on disk, its maps included",
              "table_size",
              "bytes"),
          new Figure(
              "weir_table_index_bytes",
              "Room all indexes of the table take on disk",
              "index_size",
              "bytes"),
          new Figure(
              "weir_table_toast_bytes",
              "Room values stored out of line take on disk",
              "toast_size",
              "bytes"));

  private final Map<String, TableOf> tables = new ConcurrentHashMap<>();
  private volatile boolean sampled;
  private volatile Snapshot latest;

  /** One family of metrics and where its figures are. */
  private record Figure(String name, String help, String view, String column, double scale) {
    Figure(String name, String help, String view, String column) {
      this(name, help, view, column, 1);
    }
  }

  private record TableOf(String relation, Labels labels) {}

  /** Takes the latest sample. */
  void take(Snapshot snapshot) {
    sampled = true;
    latest = snapshot;
  }

  /** The sample that was due could not be had. */
  void miss() {
    sampled = true;
    latest = null;
  }

  /** Nothing is sampled any more. */
  void forget() {
    sampled = false;
    latest = null;
  }

  /**
   * Has the sizes of a table shown as those of what is written to it.
   *
   * @param slot unlike that of any other that is shown
   * @param relation as it is named in samples
   */
  void show(String slot, String strategy, String layout, String method, String relation) {
    tables.put(
        slot,
        new TableOf(
            relation,
            Labels.of("slot", slot, "strategy", strategy, "layout", layout, "method", method)));
  }

  void hide(String slot) {
    tables.remove(slot);
  }

  @Override
  public MetricSnapshots collect() {
    List<MetricSnapshot> families = new ArrayList<>();
    Snapshot snapshot = latest;
    if (sampled) {
      families.add(
          gauge("weir_pg_up", "Whether the server answered the latest sample")
              .dataPoint(point(snapshot == null ? 0 : 1, Labels.EMPTY))
              .build());
    }
    if (snapshot != null) {
      COUNTERS.forEach(figure -> counter(figure, snapshot, families));
      TABLE_GAUGES.forEach(figure -> tables(figure, snapshot, families));
    }
    return new MetricSnapshots(families);
  }

  private static void counter(Figure figure, Snapshot snapshot, List<MetricSnapshot> families) {
    snapshot
        .figures()
        .number(figure.view(), figure.column())
        .ifPresent(
            value ->
                families.add(
                    CounterSnapshot.builder()
                        .name(figure.name())
                        .help(figure.help())
                        .dataPoint(
                            CounterDataPointSnapshot.builder()
                                .value(value * figure.scale())
                                .build())
                        .build()));
  }

  private void tables(Figure figure, Snapshot snapshot, List<MetricSnapshot> families) {
    GaugeSnapshot.Builder family = gauge(figure.name(), figure.help());
    boolean any = false;
    for (TableOf table : tables.values()) {
      OptionalDouble bytes =
          snapshot
              .figures()
              .number(figure.view(), figure.column(), Map.of("relation", table.relation()));
      if (bytes.isPresent()) {
        family.dataPoint(point(bytes.getAsDouble(), table.labels()));
        any = true;
      }
    }
    if (any) {
      families.add(family.build());
    }
  }

  private static GaugeSnapshot.Builder gauge(String name, String help) {
    return GaugeSnapshot.builder().name(name).help(help);
  }

  private static GaugeDataPointSnapshot point(double value, Labels labels) {
    return GaugeDataPointSnapshot.builder().value(value).labels(labels).build();
  }
}
