package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Crossover;
import dev.weir.compare.Curve;
import dev.weir.compare.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What varying one key did to loading, in sentences. */
final class SweepText {
  private SweepText() {}

  static List<String> sentences(ComparisonResult result) {
    List<String> sentences = new ArrayList<>();
    for (Curve curve : result.findings().curves()) {
      if (curve.metric() == Metric.RECORDS_PER_SECOND) {
        sentences.add(curve(curve));
      }
    }
    result.findings().crossovers().forEach(change -> sentences.add(crossover(change)));
    return sentences;
  }

  /** "wide batch-insert over batchSize: 1 at 740, 50 at 18,200, 1000 at 27,100 records/s; ...". */
  private static String curve(Curve curve) {
    String points =
        curve.points().stream()
            .map(point -> point.value() + " at " + Figures.number(point.median()))
            .collect(Collectors.joining(", "));
    return curve.strategy()
        + " over "
        + curve.key()
        + ": "
        + points
        + " records/s"
        + (curve.knee() == null
            ? "."
            : "; "
                + knee(
                    curve.points().get(0).value(),
                    curve.knee(),
                    curve.points().get(curve.points().size() - 1).value())
                + ".");
  }

  /** A knee at an end of what was measured is none that was seen. */
  static String knee(String first, String knee, String last) {
    if (knee.equals(first)) {
      return "the smallest measured, " + first + ", is within 5 % of the best";
    }
    return knee.equals(last)
        ? "the largest measured, " + last + ", is the best; beyond it may be better still"
        : knee + " is the smallest within 5 % of the best";
  }

  private static String crossover(Crossover change) {
    return String.format(
        Locale.ROOT,
        "%s loads faster with %s up to %,d, %s from %,d on.",
        change.a(),
        change.key(),
        change.below(),
        change.b(),
        change.above());
  }
}
