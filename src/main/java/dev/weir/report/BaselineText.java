package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Regressions;
import java.util.ArrayList;
import java.util.List;

/** How a result stands against the one it was to be held against, in sentences. */
final class BaselineText {
  private BaselineText() {}

  static List<String> sentences(ComparisonResult result) {
    Regressions baseline = result.findings().baseline();
    List<String> sentences = new ArrayList<>();
    if (baseline == null) {
      return sentences;
    }
    if (baseline.regressions().isEmpty()) {
      sentences.add("Nothing is slower or costlier than in " + baseline.file() + " beyond noise.");
    }
    for (Regressions.Regression worse : baseline.regressions()) {
      sentences.add(
          "WORSE than in %s: %s, %s %s, was %s (%s times)"
              .formatted(
                  baseline.file(),
                  worse.strategy(),
                  MetricText.name(worse.metric()),
                  MetricText.figure(worse.metric(), worse.now()),
                  MetricText.figure(worse.metric(), worse.baseline()),
                  Figures.ratio(worse.ratio())));
    }
    baseline.notes().forEach(note -> sentences.add("not held against it: " + note));
    return sentences;
  }
}
