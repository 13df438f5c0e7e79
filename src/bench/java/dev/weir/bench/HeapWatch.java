package dev.weir.bench;

import dev.weir.camel.Ingestion;
import dev.weir.layout.Table;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The heap along a load: what is left after a full collection, and the most there ever was. */
final class HeapWatch {
  private static final int READINGS = 10;
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
  private static final double MEBIBYTE = 1 << 20;

  private HeapWatch() {}

  /** Loads and prints. The collections cost time, so the rate of this load says nothing. */
  static void run(Bed bed, WeirLoad load, long records) throws Exception {
    Table table = bed.newTable(load.layout());
    resetPeak();
    List<String[]> rows = new ArrayList<>();
    rows.add(Console.row("records stored", "heap after full collection, MiB"));
    try (Ingestion ingestion = load.start(bed, table, records)) {
      int reading = 1;
      while (!ingestion.awaitEnd(LOOK_AGAIN) && ingestion.failure().isEmpty()) {
        long stored = ingestion.stored();
        if (stored >= records / READINGS * reading) {
          reading = (int) (stored * READINGS / records) + 1;
          rows.add(
              Console.row(
                  String.format(Locale.ROOT, "%,d", stored),
                  String.format(Locale.ROOT, "%.1f", usedAfterFull())));
        }
      }
      WeirLoad.finish(ingestion, records);
    }
    bed.verify(load.label(), table, records);
    bed.drop(table);
    Console.table(rows, 0);
    Console.print(
        String.format(
            Locale.ROOT,
            "most ever used: %.1f MiB of %.0f MiB allowed",
            peak(),
            Runtime.getRuntime().maxMemory() / MEBIBYTE));
  }

  private static double usedAfterFull() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBIBYTE;
  }

  private static void resetPeak() {
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /** The sum of each pool's peak, which are not reached together: an upper bound. */
  private static double peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum()
        / MEBIBYTE;
  }
}
