package dev.weir.compare;

import java.util.List;

/**
 * Which strategies hold a rate: each loaded at it for a while, every record's latency counted from
 * the moment it was due.
 *
 * @param recordsPerSecond the rate asked for
 * @param p99Millis the greatest latency asked for that 99 of 100 records may have
 * @param recommended the cheapest strategy that held it; null where none did
 * @param why one or two sentences
 */
public record AtRate(
    double recordsPerSecond, double p99Millis, List<Held> held, String recommended, String why) {

  public AtRate {
    held = List.copyOf(held);
  }

  /**
   * What one strategy came to at the rate.
   *
   * @param held whether 99 of 100 records were in time, and the last one too
   * @param p99Millis from the moment a record was due to the answer to its commit
   * @param lateRecords records that took longer than was asked for
   * @param lagSeconds how long after its due time the last record was stored
   * @param failure why there are no figures; null when there are
   */
  public record Held(
      String strategy,
      boolean held,
      Double achievedRecordsPerSecond,
      Double p50Millis,
      Double p99Millis,
      Double maxMillis,
      Long records,
      Long lateRecords,
      Double lagSeconds,
      Double clientCpuMicrosPerRecord,
      String failure) {}
}
