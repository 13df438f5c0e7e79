package dev.weir.dataset;

/**
 * How the values of a group of measurements behave over time. Works on the whole group at once, so
 * that the choice of shape is paid once a group and the loops inside stay tight.
 */
sealed interface ValueShape permits NormalShape, RandomWalkShape, CounterShape, ConstantShape {

  /**
   * Writes the values of one reading; a pure function of the arguments.
   *
   * @param values where to write
   * @param from the first index to write
   * @param to the index after the last
   * @param seed the seed of the group
   * @param series the device the reading is of
   * @param reading how many readings of that device came before
   */
  void fill(double[] values, int from, int to, long seed, long series, long reading);
}
