package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Metric;
import dev.weir.compare.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What was predicted before the runs, and how near they came. */
final class PredictionText {
  static final List<String> HEADINGS =
      List.of("strategy", "figure", "predicted", "measured", "measured / predicted", "basis");

  private PredictionText() {}

  static List<List<String>> rows(ComparisonResult result) {
    List<List<String>> rows = new ArrayList<>();
    for (Prediction p : result.findings().predictions()) {
      rows.add(
          List.of(
              p.strategy(),
              MetricText.name(p.metric()),
              MetricText.figure(p.metric(), p.predicted()),
              p.measured() == null ? "-" : MetricText.figure(p.metric(), p.measured()),
              p.ratio() == null ? "-" : Figures.ratio(p.ratio()),
              p.basis()));
    }
    return rows;
  }

  private static String reached(Prediction p) {
    return p.metric() == Metric.COMMITS_PER_SECOND
        ? Figures.percent(100 * p.ratio())
        : Figures.ratio(p.ratio());
  }

  /** A sentence a metric, for those who read no table. */
  static List<String> sentences(ComparisonResult result) {
    Map<Metric, List<Prediction>> byMetric =
        result.findings().predictions().stream()
            .filter(p -> p.ratio() != null)
            .collect(Collectors.groupingBy(Prediction::metric));
    List<String> sentences = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      if (byMetric.containsKey(metric)) {
        sentences.add(
            (metric == Metric.COMMITS_PER_SECOND ? "Of the ceiling" : "Times the floor")
                + " predicted for "
                + MetricText.name(metric)
                + ": "
                + byMetric.get(metric).stream()
                    .map(p -> p.strategy() + " " + reached(p))
                    .collect(Collectors.joining(", "))
                + ".");
      }
    }
    return sentences;
  }
}
