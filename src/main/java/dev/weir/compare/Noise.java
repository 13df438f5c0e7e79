package dev.weir.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * How far the runs of one and the same strategy scatter on this machine: taken from the strategy
 * that was in the plan twice. The scatter is that of logarithms, so that it is one of ratios.
 */
final class Noise {
  /**
   * A difference is told from noise when it is so many standard errors. Four, not two: a comparison
   * of two strategies looks at eight metrics with three runs each, and 20 of them together are to
   * claim at most one difference that is none. See docs/decisions/0029.
   */
  private static final double STANDARD_ERRORS = 4;

  private final Map<Metric, Double> deviations = new EnumMap<>(Metric.class);
  private final Map<Metric, Double> percents = new EnumMap<>(Metric.class);

  private Noise() {}

  /** No strategy was there twice. */
  static Noise unknown() {
    return new Noise();
  }

  /** As the runs of a strategy and of its copy scatter, all taken together. */
  static Noise of(Twin twin, List<RunResult> runs) {
    Noise noise = new Noise();
    for (Metric metric : Metric.values()) {
      double[] first = Summary.values(twin.strategy(), metric, runs);
      double[] second = Summary.values(twin.copy(), metric, runs);
      double[] all = DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
      if (first.length > 0 && second.length > 0 && Arrays.stream(all).allMatch(v -> v > 0)) {
        double deviation = Math.sqrt(squares(all) / (all.length - 1));
        noise.deviations.put(metric, deviation);
        noise.percents.put(metric, 100 * least(deviation, first.length, second.length));
      }
    }
    return noise;
  }

  Optional<NoiseFloor> floor(Twin twin) {
    List<NoiseFloor.OfMetric> metrics = new ArrayList<>();
    percents.forEach((metric, percent) -> metrics.add(new NoiseFloor.OfMetric(metric, percent)));
    return metrics.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new NoiseFloor(
                twin.strategy(),
                twin.copy(),
                metrics,
                metrics.stream().mapToDouble(NoiseFloor.OfMetric::percent).max().orElseThrow()));
  }

  /**
   * The least difference of medians, as a fraction of the lesser, that these runs can tell from
   * noise: by the machine's scatter, or by their own where that is greater, or by the step the
   * figure moves by.
   */
  double leastDifference(Metric metric, List<RunResult> runsOfA, List<RunResult> runsOfB) {
    double[] a = Summary.values(metric, runsOfA);
    double[] b = Summary.values(metric, runsOfB);
    double own = 0;
    int free = a.length + b.length - 2;
    if (free > 0
        && Arrays.stream(a).allMatch(v -> v > 0)
        && Arrays.stream(b).allMatch(v -> v > 0)) {
      own = Math.sqrt((squares(a) + squares(b)) / free);
    }
    double scatter = least(Math.max(own, deviations.getOrDefault(metric, 0.0)), a.length, b.length);
    return Math.max(scatter, step(metric, runsOfA, runsOfB));
  }

  private static double step(Metric metric, List<RunResult> a, List<RunResult> b) {
    return Stream.concat(a.stream(), b.stream())
        .filter(run -> metric.of(run).orElse(0) > 0)
        .mapToDouble(run -> metric.step(run) / metric.of(run).getAsDouble())
        .max()
        .orElse(0);
  }

  private static double least(double deviation, int a, int b) {
    return Math.expm1(STANDARD_ERRORS * deviation * Math.sqrt(1.0 / a + 1.0 / b));
  }

  /** The sum of squared distances of logarithms from their mean. */
  private static double squares(double[] values) {
    double mean = Arrays.stream(values).map(Math::log).average().orElse(0);
    return Arrays.stream(values).map(v -> Math.pow(Math.log(v) - mean, 2)).sum();
  }
}
