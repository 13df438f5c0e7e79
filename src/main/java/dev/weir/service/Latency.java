package dev.weir.service;

import dev.weir.web.LiveSample;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** The latency of batches from one look to the next, out of what is counted since the beginning. */
final class Latency {
  private final Map<Integer, Histogram> before = new HashMap<>();

  /**
   * What came since the last look at this period.
   *
   * @param period its number
   * @param total of its batches so far, in microseconds
   * @return null when no batch came
   */
  LiveSample.BatchMillis since(int period, Histogram total) {
    Histogram last = before.put(period, total);
    Histogram now = total.copy();
    if (last != null) {
      now.subtract(last);
    }
    if (now.getTotalCount() == 0) {
      return null;
    }
    return new LiveSample.BatchMillis(
        now.getValueAtPercentile(50) / 1e3,
        now.getValueAtPercentile(90) / 1e3,
        now.getValueAtPercentile(99) / 1e3,
        now.getMaxValue() / 1e3);
  }

  /** Forgets the periods that have ended. */
  void keep(Set<Integer> periods) {
    before.keySet().retainAll(periods);
  }
}
