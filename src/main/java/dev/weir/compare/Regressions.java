package dev.weir.compare;

import java.util.List;

/**
 * This result held against an earlier one.
 *
 * @param file the earlier result
 * @param regressions what is slower or costlier now, beyond the noise
 * @param notes what could not be held against each other, and why
 */
public record Regressions(String file, List<Regression> regressions, List<String> notes) {

  public Regressions {
    regressions = List.copyOf(regressions);
    notes = List.copyOf(notes);
  }

  /**
   * One metric that got worse.
   *
   * @param ratio now divided by baseline
   * @param baseline the earlier median
   * @param now the median of this result
   */
  public record Regression(
      String strategy, Metric metric, double ratio, double baseline, double now) {}
}
