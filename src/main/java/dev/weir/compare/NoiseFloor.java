package dev.weir.compare;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What this machine shows for a difference where there is none: one strategy was in the plan twice,
 * under two names, and the order of runs knew nothing of it.
 *
 * @param strategy the one that was there twice
 * @param copy the name its second set of runs has in {@code runs}; it is not in {@code strategies}
 * @param metrics the least difference that is told from noise, a metric each
 * @param percent the greatest of them
 */
public record NoiseFloor(String strategy, String copy, List<OfMetric> metrics, double percent) {
  /** Above this the machine is too restless for small differences, and the report says so first. */
  public static final double RESTLESS_PERCENT = 10;

  public NoiseFloor {
    metrics = List.copyOf(metrics);
  }

  /** The floor of one metric, in percent of the lesser median. */
  public record OfMetric(Metric metric, double percent) {}

  /** The metrics whose floor is so high that it has to be said. */
  public List<OfMetric> restless() {
    return metrics.stream().filter(floor -> floor.percent() > RESTLESS_PERCENT).toList();
  }

  /** The floor of a metric in percent; empty where the copies have no figure of it. */
  public OptionalDouble percentOf(Metric metric) {
    return metrics.stream()
        .filter(floor -> floor.metric() == metric)
        .mapToDouble(OfMetric::percent)
        .findFirst();
  }
}
