package dev.weir.dataset;

/**
 * Values that wander within a range in small steps: a temperature, a level. Each measurement of
 * each series wanders on its own.
 *
 * <p>A sum of steps could not be had at any position, so the walk is noise on lattices: random
 * heights every {@code period} readings and every sixteenth of it, joined by straight lines, and a
 * small jitter on top.
 */
final class RandomWalkShape implements ValueShape {
  private static final int FINE_PER_COARSE_BITS = 4;
  private static final int FINE_PER_COARSE = 1 << FINE_PER_COARSE_BITS;

  /** Shares of the range; together 1. */
  private static final double COARSE = 0.75;

  private static final double FINE = 0.22;
  private static final double JITTER = 0.03;

  private static final long FINE_SALT = 0x5851F42D4C957F2DL;
  private static final long JITTER_SALT = 0x2545F4914F6CDD1DL;

  private final double low;
  private final double range;
  private final long finePeriod;

  /**
   * @param low the least value there can be
   * @param high the greatest value there can be
   * @param period readings from one coarse height to the next; taken up to a multiple of 16
   */
  RandomWalkShape(double low, double high, long period) {
    this.low = low;
    this.range = high - low;
    this.finePeriod = (period + FINE_PER_COARSE - 1) / FINE_PER_COARSE;
  }

  @Override
  public void fill(double[] values, int from, int to, long seed, long series, long reading) {
    long fine = reading / finePeriod;
    double fineShare = (double) (reading - fine * finePeriod) / finePeriod;
    long coarse = fine >> FINE_PER_COARSE_BITS;
    double coarseShare = ((fine & (FINE_PER_COARSE - 1)) + fineShare) / FINE_PER_COARSE;

    double coarseWeight0 = range * COARSE * (1 - coarseShare);
    double coarseWeight1 = range * COARSE * coarseShare;
    double fineWeight0 = range * FINE * (1 - fineShare);
    double fineWeight1 = range * FINE * fineShare;
    double jitterWeight = range * JITTER;

    double[] heights = UniformNoise.shared();
    int coarse0 = UniformNoise.start(RandomBits.of(seed, series, coarse));
    int coarse1 = UniformNoise.start(RandomBits.of(seed, series, coarse + 1));
    int fine0 = UniformNoise.start(RandomBits.of(seed + FINE_SALT, series, fine));
    int fine1 = UniformNoise.start(RandomBits.of(seed + FINE_SALT, series, fine + 1));
    int jitter = UniformNoise.start(RandomBits.of(seed + JITTER_SALT, series, reading));
    for (int index = 0; index < to - from; index++) {
      values[from + index] =
          low
              + coarseWeight0 * heights[coarse0 + index]
              + coarseWeight1 * heights[coarse1 + index]
              + fineWeight0 * heights[fine0 + index]
              + fineWeight1 * heights[fine1 + index]
              + jitterWeight * heights[jitter + index];
    }
  }
}
