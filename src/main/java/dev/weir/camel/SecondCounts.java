package dev.weir.camel;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** What one lane stored in each second of its ingestion, of the first hours. */
final class SecondCounts {
  /** Seconds told apart: what goes on for months would otherwise grow without end. */
  private static final int MOST_SECONDS = 6 * 60 * 60;

  private long[] stored = new long[64];
  private long[] slowestMicros = new long[64];
  private int seconds;

  /**
   * Counts a batch into the second it was committed in.
   *
   * @param sinceStartNanos from the ingestion's first read to the answer to the commit
   */
  synchronized void count(long sinceStartNanos, int records, long batchMicros) {
    int second = (int) Math.max(0, TimeUnit.NANOSECONDS.toSeconds(sinceStartNanos));
    if (second >= MOST_SECONDS) {
      return;
    }
    if (second >= stored.length) {
      int length = Math.max(second + 1, seconds * 2);
      stored = Arrays.copyOf(stored, length);
      slowestMicros = Arrays.copyOf(slowestMicros, length);
    }
    stored[second] += records;
    slowestMicros[second] = Math.max(slowestMicros[second], batchMicros);
    seconds = Math.max(seconds, second + 1);
  }

  synchronized long[] stored() {
    return Arrays.copyOf(stored, seconds);
  }

  /** The longest time of a batch; 0 in a second without one. */
  synchronized long[] slowestMicros() {
    return Arrays.copyOf(slowestMicros, seconds);
  }
}
