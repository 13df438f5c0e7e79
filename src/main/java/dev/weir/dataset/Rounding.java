package dev.weir.dataset;

import java.util.ArrayList;
import java.util.List;

/**
 * Rounds the measurements of a record to the decimals their sensors give. Groups that are rounded
 * and stand side by side are done in one loop, which the compiler turns into vector instructions.
 */
final class Rounding {
  /** Powers of ten, one a measurement. */
  private final double[] scales;

  /** First measurement and the one after the last, in turn, of each run that is rounded. */
  private final int[] bounds;

  Rounding(List<MeasurementGroup> groups) {
    scales = new double[groups.stream().mapToInt(MeasurementGroup::count).sum()];
    List<Integer> found = new ArrayList<>();
    boolean rounded = false;
    int measurement = 0;
    for (MeasurementGroup group : groups) {
      if (group.decimals().isPresent() != rounded) {
        found.add(measurement);
        rounded = !rounded;
      }
      for (int index = 0; index < group.count(); index++) {
        scales[measurement++] = Math.pow(10, group.decimals().orElse(0));
      }
    }
    if (rounded) {
      found.add(measurement);
    }
    bounds = found.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * To the nearest double of a decimal number: both the whole number and the power of ten are
   * exact, so the division is rounded once. Adding 0 turns -0 into 0, since no sensor shows the
   * former.
   */
  void round(double[] values) {
    for (int run = 0; run < bounds.length; run += 2) {
      for (int index = bounds[run]; index < bounds[run + 1]; index++) {
        values[index] = Math.rint(values[index] * scales[index]) / scales[index] + 0.0;
      }
    }
  }
}
