package dev.weir.dataset;

/**
 * Values that only grow: energy used, packets sent. Each measurement has a rate of its own, from
 * half to one and a half times the rate given, and grows by 0 to 2 times that in a reading. Where a
 * counter resets it does so every so many readings, each series at its own time.
 */
final class CounterShape implements ValueShape {
  /** Devices are this many readings old at most when the first record comes. */
  private static final long OLDEST_BITS = 16;

  /** For a counter that does not reset. */
  static final long NEVER = 0;

  private final double[] rates;
  private final long resetEvery;

  /**
   * @param rate the mean growth in one reading
   * @param resetEvery readings from one reset to 0 to the next; {@link #NEVER} for none
   * @param count the measurements of the group
   * @param seed the seed of the group
   */
  CounterShape(double rate, long resetEvery, int count, long seed) {
    this.resetEvery = resetEvery;
    this.rates = new double[count];
    for (int index = 0; index < count; index++) {
      rates[index] = rate * (0.5 + RandomBits.share(RandomBits.of(seed + index * RandomBits.STEP)));
    }
  }

  /**
   * What is counted at age t is rate × (t + u(t)) with a random u in [0, 1): never less than at t -
   * 1.
   */
  @Override
  public void fill(double[] values, int from, int to, long seed, long series, long reading) {
    long age = reading + (RandomBits.of(seed, series) >>> (64 - OLDEST_BITS));
    double counted = resetEvery == NEVER ? age : age % resetEvery;
    double[] numbers = UniformNoise.shared();
    int start = UniformNoise.start(RandomBits.of(seed, series, reading));
    for (int index = 0; index < to - from; index++) {
      values[from + index] = rates[index] * (counted + numbers[start + index]);
    }
  }
}
