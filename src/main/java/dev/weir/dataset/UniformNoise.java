package dev.weir.dataset;

/**
 * Random numbers laid out in a row once, so that a group of measurements takes a run of them with
 * no mix of bits a measurement and in a loop the compiler turns into vector instructions. What is
 * random about a run is where it begins.
 */
final class UniformNoise {
  /** Where a run can begin: 64 kB of numbers stay in a core's second cache. */
  private static final int STARTS = 1 << 13;

  private static final long SEED = 0x2B7E151628AED2A6L;

  /** Uniform in [0, 1); long enough for a run of {@link MeasurementGroup#MOST_COUNT} anywhere. */
  private static final double[] NUMBERS = numbers();

  private UniformNoise() {}

  /** The numbers; a run is read from {@link #start} on. Shared, not to be written to. */
  static double[] shared() {
    return NUMBERS;
  }

  /** Where the run for a key begins. */
  static int start(long key) {
    return (int) key & (STARTS - 1);
  }

  private static double[] numbers() {
    double[] numbers = new double[STARTS + MeasurementGroup.MOST_COUNT];
    for (int index = 0; index < numbers.length; index++) {
      numbers[index] = RandomBits.share(RandomBits.of(SEED + index * RandomBits.STEP));
    }
    return numbers;
  }
}
