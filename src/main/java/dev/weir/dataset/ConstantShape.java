package dev.weir.dataset;

import java.util.Arrays;

/** The same value in every record: a setting, a nominal size. */
record ConstantShape(double value) implements ValueShape {
  @Override
  public void fill(double[] values, int from, int to, long seed, long series, long reading) {
    Arrays.fill(values, from, to, value);
  }
}
