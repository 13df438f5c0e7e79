package dev.weir.dataset;

/**
 * Quantiles of the standard normal distribution, for turning uniform bits into normal values by one
 * look-up and a linear interpolation. Computed by StrictMath alone: the same on every machine.
 */
final class NormalQuantiles {
  private static final int BITS = 12;
  private static final int INTERVALS = 1 << BITS;
  private static final int BITS_WITHIN = 32 - BITS;

  /**
   * Where the outermost interval ends, in deviations: the mean of the tail beyond the last inner
   * quantile (3.49) is 3.75, and so is the middle of 3.49 and this.
   */
  static final double OUTERMOST = 4.0;

  private static final double[] QUANTILES = quantiles();

  private NormalQuantiles() {}

  /** A normal value of mean 0 and deviation 1 from 32 uniform bits; within ±{@link #OUTERMOST}. */
  static double at(int bits) {
    int interval = bits >>> BITS_WITHIN;
    double below = QUANTILES[interval];
    double within = (bits & ((1 << BITS_WITHIN) - 1)) * (1.0 / (1 << BITS_WITHIN));
    return below + within * (QUANTILES[interval + 1] - below);
  }

  private static double[] quantiles() {
    double[] quantiles = new double[INTERVALS + 1];
    quantiles[INTERVALS] = OUTERMOST;
    double quantile = 0;
    for (int above = 1; above < INTERVALS / 2; above++) {
      double wanted = (double) above / INTERVALS;
      // Newton's method from the quantile before. The distance from the middle is concave there, so
      // that each step stays on the near side and a few of them are enough.
      for (int step = 0; step < 20; step++) {
        quantile += (wanted - shareBetweenMiddleAnd(quantile)) / density(quantile);
      }
      quantiles[INTERVALS / 2 + above] = quantile;
    }
    for (int interval = 0; interval < INTERVALS / 2; interval++) {
      quantiles[interval] = -quantiles[INTERVALS - interval];
    }
    return quantiles;
  }

  private static double density(double value) {
    return StrictMath.exp(-value * value / 2) / StrictMath.sqrt(2 * Math.PI);
  }

  /** Marsaglia, "Evaluating the Normal Distribution", Journal of Statistical Software 11 (2004). */
  private static double shareBetweenMiddleAnd(double value) {
    double sum = value;
    double term = value;
    for (int odd = 3; term > 1e-18 * sum; odd += 2) {
      term *= value * value / odd;
      sum += term;
    }
    return sum * density(value);
  }
}
