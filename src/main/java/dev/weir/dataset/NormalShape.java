package dev.weir.dataset;

/** Values that scatter about a mean, each independent of all others: noise of a steady process. */
record NormalShape(double mean, double deviation) implements ValueShape {

  /** Takes 32 bits a value, so one mix serves two. */
  @Override
  public void fill(double[] values, int from, int to, long seed, long series, long reading) {
    long counter = RandomBits.of(seed, series, reading);
    int index = from;
    for (; index + 1 < to; index += 2) {
      counter += RandomBits.STEP;
      long bits = RandomBits.of(counter);
      values[index] = mean + deviation * NormalQuantiles.at((int) bits);
      values[index + 1] = mean + deviation * NormalQuantiles.at((int) (bits >>> 32));
    }
    if (index < to) {
      long bits = RandomBits.of(counter + RandomBits.STEP);
      values[index] = mean + deviation * NormalQuantiles.at((int) bits);
    }
  }
}
