package dev.weir.bench;

import dev.weir.camel.Ingestion;
import dev.weir.layout.Table;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A load watched in tenths: what is left of the heap after a full collection, and how fast the
 * tenth was.
 */
final class HeapWatch {
  private static final int READINGS = 10;
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
  private static final double MEBIBYTE = 1 << 20;

  private HeapWatch() {}

  /** Loads and prints. A collection costs a tenth some hundredths of a second. */
  static void run(Bed bed, WeirLoad load, long records) throws Exception {
    Table table = bed.newTable(load.layout());
    List<String[]> rows = new ArrayList<>();
    rows.add(Console.row("records stored", "records/s since", "heap after full collection, MiB"));
    try (Ingestion ingestion = load.start(bed, table, records)) {
      Tenths tenths = new Tenths(rows);
      int reading = 1;
      while (!ingestion.awaitEnd(LOOK_AGAIN) && ingestion.failure().isEmpty()) {
        long stored = ingestion.stored();
        if (stored >= records / READINGS * reading) {
          reading = (int) (stored * READINGS / records) + 1;
          tenths.add(stored, ingestion.elapsedNanos());
        }
      }
      WeirLoad.finish(ingestion, records);
      tenths.add(records, ingestion.elapsedNanos());
    }
    bed.verify(load.label(), table, records);
    bed.drop(table);
    Console.table(rows, 0);
    Console.print(
        String.format(
            Locale.ROOT,
            "ran with a heap of at most %.0f MiB",
            Runtime.getRuntime().maxMemory() / MEBIBYTE));
  }

  /** Lines of the table, each with the rate since the one before. */
  private static final class Tenths {
    private final List<String[]> rows;
    private long before;
    private long beforeNanos;

    Tenths(List<String[]> rows) {
      this.rows = rows;
    }

    void add(long stored, long nanos) {
      rows.add(
          Console.row(
              String.format(Locale.ROOT, "%,d", stored),
              String.format(Locale.ROOT, "%,.0f", (stored - before) * 1e9 / (nanos - beforeNanos)),
              String.format(Locale.ROOT, "%.1f", usedAfterFull())));
      before = stored;
      beforeNanos = nanos;
    }
  }

  private static double usedAfterFull() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBIBYTE;
  }
}
