package dev.weir.dataset;

/**
 * Values that wander within a range in small steps: a temperature, a level. Each measurement of
 * each series wanders on its own.
 *
 * <p>A sum of steps could not be had at any position, so the walk is noise on lattices: random
 * heights every {@code period} readings and every sixteenth of it, joined by straight lines, and a
 * small jitter on top. A height has 16 bits, one mix serves four measurements, and the weighted sum
 * stays in whole numbers.
 */
final class RandomWalkShape implements ValueShape {
  private static final int FINE_PER_COARSE_BITS = 4;
  private static final int FINE_PER_COARSE = 1 << FINE_PER_COARSE_BITS;

  /** Weights of the heights, of 65,536 in all: the largest sum of weighted heights fits an int. */
  private static final int COARSE_WEIGHT = 45_875;

  private static final int FINE_WEIGHT = 16_384;
  private static final int JITTER_WEIGHT = 65_536 - COARSE_WEIGHT - FINE_WEIGHT;

  private static final long FINE_SALT = 0x5851F42D4C957F2DL;
  private static final long JITTER_SALT = 0x2545F4914F6CDD1DL;

  private final double middle;
  private final double scale;
  private final long finePeriod;
  private final double perFinePeriod;

  /**
   * @param low the least value there can be
   * @param high the greatest value there can be
   * @param period readings from one coarse height to the next; taken up to a multiple of 16
   */
  RandomWalkShape(double low, double high, long period) {
    this.middle = low / 2 + high / 2;
    this.scale = (high / 2 - low / 2) * 0x1p-31;
    this.finePeriod = (period + FINE_PER_COARSE - 1) / FINE_PER_COARSE;
    this.perFinePeriod = 1.0 / finePeriod;
  }

  @Override
  public void fill(double[] values, int from, int to, long seed, long series, long reading) {
    long fine = reading / finePeriod;
    double fineShare = (reading - fine * finePeriod) * perFinePeriod;
    long coarse = fine >> FINE_PER_COARSE_BITS;
    double coarseShare =
        ((fine & (FINE_PER_COARSE - 1)) + fineShare)
            * (1.0 / FINE_PER_COARSE); // exact: power of two

    int coarseWeight1 = (int) (COARSE_WEIGHT * coarseShare);
    int coarseWeight0 = COARSE_WEIGHT - coarseWeight1;
    int fineWeight1 = (int) (FINE_WEIGHT * fineShare);
    int fineWeight0 = FINE_WEIGHT - fineWeight1;

    long coarseKey0 = RandomBits.of(seed, series, coarse);
    long coarseKey1 = RandomBits.of(seed, series, coarse + 1);
    long fineKey0 = RandomBits.of(seed + FINE_SALT, series, fine);
    long fineKey1 = RandomBits.of(seed + FINE_SALT, series, fine + 1);
    long jitterKey = RandomBits.of(seed + JITTER_SALT, series, reading);

    long counter = 0;
    for (int first = from; first < to; first += 4) {
      counter += RandomBits.STEP;
      long coarse0 = RandomBits.of(coarseKey0 + counter);
      long coarse1 = RandomBits.of(coarseKey1 + counter);
      long fine0 = RandomBits.of(fineKey0 + counter);
      long fine1 = RandomBits.of(fineKey1 + counter);
      long jitter = RandomBits.of(jitterKey + counter);
      int after = Math.min(first + 4, to);
      for (int index = first; index < after; index++) {
        int sum =
            (short) coarse0 * coarseWeight0
                + (short) coarse1 * coarseWeight1
                + (short) fine0 * fineWeight0
                + (short) fine1 * fineWeight1
                + (short) jitter * JITTER_WEIGHT;
        values[index] = middle + scale * sum;
        coarse0 >>>= 16;
        coarse1 >>>= 16;
        fine0 >>>= 16;
        fine1 >>>= 16;
        jitter >>>= 16;
      }
    }
  }
}
