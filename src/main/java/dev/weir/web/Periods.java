package dev.weir.web;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The times of each strategy side by side: what {@code /periods} answers.
 *
 * @param periods the oldest first
 * @param verdicts only those that are earned
 */
public record Periods(List<Period> periods, List<Verdict> verdicts) {

  public Periods {
    periods = List.copyOf(periods);
    verdicts = List.copyOf(verdicts);
  }

  /**
   * The time of one strategy, from its start to its swap; the names of the figures are those of
   * results.json. A figure that could not be had is null and left out.
   *
   * @param period its number, from 1, never used again
   * @param endedAt null while it runs
   * @param seconds from the first record read to the last commit, or to now
   * @param walBytes of the server while it ran; of its own lanes where the server tells them apart
   * @param walFpi full-page images in it
   * @param walFpiBytesAtMost their bytes if each were a whole page: the server counts images, and
   *     leaves out the hole of a page
   * @param waits as in {@link LiveSample}
   * @param valid whether the figures are worth having; {@code notes} say why not
   */
  public record Period(
      int period,
      String strategy,
      String layout,
      String method,
      String dataset,
      Instant startedAt,
      Instant endedAt,
      Double seconds,
      Long records,
      Double recordsPerSecond,
      BatchMillis batchMillis,
      Long walBytes,
      Double walBytesPerRecord,
      Long walFpi,
      Long walFpiBytesAtMost,
      Long checkpointsTimed,
      Long checkpointsRequested,
      Long heapBytes,
      Long indexBytes,
      Long toastBytes,
      Double diskBytesPerRecord,
      Long deadLettered,
      Map<String, Double> waits,
      boolean valid,
      List<String> notes) {
    public Period {
      waits = Map.copyOf(waits);
      notes = List.copyOf(notes);
    }
  }

  /** Latency of a batch in milliseconds at some percentiles. */
  public record BatchMillis(Double p50, Double p90, Double p99, Double p999, Double max) {}

  /**
   * What may be claimed of two strategies, each from several periods.
   *
   * @param metric by its name in results.json
   * @param ratio of a to b, by their medians
   * @param low the smallest ratio of any two periods
   * @param verdict {@code a-better}, {@code b-better}, {@code no-difference}, {@code
   *     not-comparable}
   * @param why a sentence; null where there is nothing to add
   */
  public record Verdict(
      String metric,
      String a,
      String b,
      Double ratio,
      Double low,
      Double high,
      String verdict,
      String why) {}
}
