package dev.weir.dataset;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Measurements of a generated dataset that stand side by side and behave alike.
 *
 * @param name what is measured
 * @param count how many there are, at least 1
 * @param shape how the values behave
 * @param nulls the share of nulls, from 0 to 1
 * @param decimals the digits after the point a sensor would give; empty for all a double has
 * @param seed the seed of the group
 */
record MeasurementGroup(
    String name, int count, ValueShape shape, double nulls, OptionalInt decimals, long seed) {

  /** More than any layout can hold: a narrow table numbers measurements by a smallint. */
  static final int MOST_COUNT = 32_767;

  /** Powers of ten that are exact as doubles and leave room before the point. */
  static final int MOST_DECIMALS = 9;

  /** {@code name_1}, {@code name_2} and so on; the name alone when there is only one. */
  List<String> measurementNames() {
    return count == 1
        ? List.of(name)
        : IntStream.rangeClosed(1, count).mapToObj(number -> name + "_" + number).toList();
  }
}
