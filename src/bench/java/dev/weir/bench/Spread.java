package dev.weir.bench;

import java.util.Arrays;
import java.util.Locale;

/** The median of some figures with the least and the greatest beside it. */
record Spread(double median, double min, double max) {

  /**
   * @throws IllegalArgumentException if there is no figure
   */
  static Spread of(double... figures) {
    if (figures.length == 0) {
      throw new IllegalArgumentException("a spread needs at least one figure");
    }
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }

  /** {@code 1.04 [0.99..1.10]}. */
  String asRatio() {
    return String.format(Locale.ROOT, "%.2f [%.2f..%.2f]", median, min, max);
  }

  /** {@code 81,234 [79,001..84,410]}. */
  String asRate() {
    return String.format(Locale.ROOT, "%,.0f [%,.0f..%,.0f]", median, min, max);
  }

  /** {@code 3.12 [3.01..3.40]}, for times a record. */
  String asMicros() {
    return String.format(Locale.ROOT, "%.2f [%.2f..%.2f]", median, min, max);
  }
}
