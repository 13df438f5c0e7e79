package dev.weir.dataset;

/**
 * Which measurements of a group are null in a record: each with the same probability, independent
 * of the others. Most records of a small share cost one mix and one comparison.
 */
final class NullPattern {
  private static final long SALT = 0x632BE59BD9B4E019L;

  /** Element k is the probability that k measurements in a row are not null; falls from 1. */
  private final double[] noneOf;

  /**
   * @param share the probability of a null, over 0 and at most 1
   * @param count the measurements of the group
   */
  NullPattern(double share, int count) {
    noneOf = new double[count + 1];
    noneOf[0] = 1;
    for (int length = 1; length <= count; length++) {
      noneOf[length] = noneOf[length - 1] * (1 - share);
    }
  }

  /**
   * Sets the bits of the measurements that are null.
   *
   * @param nulls the bits so far; null while there are none
   * @param measurements how many bits there are in all
   * @param from the first measurement of the group
   * @return the bits, still null when there are none
   */
  long[] mark(long[] nulls, int measurements, int from, long seed, long series, long reading) {
    long counter = RandomBits.of(seed + SALT, series, reading);
    int left = noneOf.length - 1;
    int next = from;
    long[] marked = nulls;
    while (true) {
      double draw = RandomBits.share(counter);
      if (draw < noneOf[left]) {
        return marked;
      }
      int notNull = runBelow(draw, left);
      if (marked == null) {
        marked = new long[(measurements + 63) >> 6];
      }
      next += notNull;
      marked[next >> 6] |= 1L << (next & 63);
      next++;
      left -= notNull + 1;
      counter = RandomBits.of(counter + RandomBits.STEP);
    }
  }

  /** The length of the run before the next null: the largest k with draw &lt; noneOf[k]. */
  private int runBelow(double draw, int left) {
    int low = 0;
    int high = left;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (draw < noneOf[middle]) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
