package dev.weir.dataset;

/**
 * Random-looking bits that are a pure function of their arguments, so that any record can be made
 * again without making those before it.
 *
 * <p>The mixer is variant 13 of Stafford's "Better Bit Mixing" (2011), the one SplittableRandom
 * uses; fed with a counter that goes up by {@link #STEP} it passes the usual batteries of tests.
 */
final class RandomBits {
  /** The odd number next to 2^64 divided by the golden ratio: counters step by it. */
  static final long STEP = 0x9E3779B97F4A7C15L;

  private static final long SERIES_STEP = 0xD1342543DE82EF95L;
  private static final long READING_STEP = 0xF1357AEA2E62A9C5L;

  private RandomBits() {}

  static long of(long counter) {
    long bits = (counter ^ (counter >>> 30)) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
    return bits ^ (bits >>> 31);
  }

  /** A key for what stays the same over all readings of a series. */
  static long of(long seed, long series) {
    return of(seed + series * SERIES_STEP);
  }

  /** A key for one reading of a series. */
  static long of(long seed, long series, long reading) {
    return of(seed + series * SERIES_STEP + reading * READING_STEP);
  }

  /** The upper 53 bits as a number from 0 (inclusive) to 1 (exclusive). */
  static double share(long bits) {
    return (bits >>> 11) * 0x1p-53;
  }
}
