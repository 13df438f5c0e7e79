package dev.weir.compare;

import java.util.List;

/**
 * One metric of one strategy over the values of one key that was varied.
 *
 * @param key what was varied: a setting of strategies, or {@code server}
 * @param strategy its name with all else that is varied, without this key
 * @param points in order of the values
 * @param knee the smallest value whose median is within 5 % of the best; null for what has no order
 */
public record Curve(String key, String strategy, Metric metric, List<Point> points, String knee) {
  /** A median this close to the best, as a fraction, is as good. */
  public static final double AS_GOOD = 0.05;

  public Curve {
    points = List.copyOf(points);
  }

  /** What the runs with one value came to. */
  public record Point(String value, double median, double min, double max) {}
}
