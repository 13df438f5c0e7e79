package dev.weir.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One metric of one strategy over the runs that count.
 *
 * @param runs how many runs the figures are of
 */
public record Summary(
    String strategy, Metric metric, double median, double min, double max, int runs) {

  /** Summaries of every strategy and metric there are figures of, in the order of strategies. */
  static List<Summary> of(List<String> strategies, List<RunResult> runs) {
    List<Summary> summaries = new ArrayList<>();
    for (String strategy : strategies) {
      for (Metric metric : Metric.values()) {
        double[] values = values(strategy, metric, runs);
        if (values.length > 0) {
          summaries.add(of(strategy, metric, values));
        }
      }
    }
    return summaries;
  }

  static Summary of(String strategy, Metric metric, double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    return new Summary(
        strategy, metric, median, sorted[0], sorted[sorted.length - 1], sorted.length);
  }

  /** The figures of the runs that count, in order of rounds. */
  static double[] values(String strategy, Metric metric, List<RunResult> runs) {
    return values(metric, counting(strategy, runs));
  }

  static double[] values(Metric metric, List<RunResult> runs) {
    return runs.stream().flatMapToDouble(run -> metric.of(run).stream()).toArray();
  }

  /** The runs of a strategy whose figures may be compared. */
  static List<RunResult> counting(String strategy, List<RunResult> runs) {
    return runs.stream().filter(run -> run.strategy().equals(strategy) && run.counts()).toList();
  }
}
