package dev.weir.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.report.Html.Cell;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/** The parts of report.html on what was asked beside the comparison; each only if it was. */
final class HtmlStudies {
  private final HtmlResult shown;
  private final JsonNode tree;

  HtmlStudies(HtmlResult shown) {
    this.shown = shown;
    this.tree = shown.tree();
  }

  void write(HtmlPage page) {
    curves(page);
    predictions(page);
    atRate(page);
    baseline(page);
  }

  private void curves(HtmlPage page) {
    List<JsonNode> curves = list("curves");
    if (curves.isEmpty()) {
      return;
    }
    Html html = page.section("sweeps", "Sweeps");
    html.soft(
        "The median at each value, with the range of the runs. A knee is the smallest value"
            + " within 5 % of the best; it is ringed where it is not an end of what was measured.");
    html.list(knees(curves));
    html.list(crossovers());
    Set<List<String>> charts = new LinkedHashSet<>();
    curves.forEach(curve -> charts.add(List.of(text(curve, "key"), text(curve, "metric"))));
    html.charts(
        () -> {
          for (List<String> chart : charts) {
            String label = MetricLabel.label(chart.get(1));
            html.chart(
                "curve",
                HtmlFigures.capital(label) + " by " + chart.get(0),
                label + " by " + chart.get(0) + "; see table",
                "key",
                chart.get(0),
                "metric",
                chart.get(1));
          }
        });
    List<List<Cell>> rows = new ArrayList<>();
    for (JsonNode curve : curves) {
      MetricLabel label = MetricLabel.named(text(curve, "metric"));
      for (JsonNode point : curve.path("points")) {
        rows.add(
            List.of(
                Cell.text(text(curve, "strategy")),
                Cell.text(label.label()),
                Cell.figure(text(curve, "key") + " " + text(point, "value")),
                figure(point, "median", label),
                figure(point, "min", label),
                figure(point, "max", label)));
      }
    }
    html.behind(
        "As a table",
        "Sweeps",
        List.of("strategy", "metric", "at", "median", "least", "greatest"),
        rows);
  }

  /** Of loading always; of bytes only where they depend on the value. */
  private static List<String> knees(List<JsonNode> curves) {
    List<String> sentences = new ArrayList<>();
    for (JsonNode curve : curves) {
      JsonNode points = curve.path("points");
      String first = text(points.path(0), "value");
      String knee = text(curve, "knee");
      if (!knee.isEmpty()
          && (!knee.equals(first) || text(curve, "metric").equals("recordsPerSecond"))) {
        sentences.add(
            "%s, %s by %s: %s."
                .formatted(
                    text(curve, "strategy"),
                    MetricLabel.label(text(curve, "metric")),
                    text(curve, "key"),
                    SweepText.knee(first, knee, text(points.path(points.size() - 1), "value"))));
      }
    }
    return sentences;
  }

  private List<String> crossovers() {
    return list("crossovers").stream()
        .map(
            found ->
                "%s: %s is better up to %s %s, %s from %s on."
                    .formatted(
                        HtmlFigures.capital(MetricLabel.label(text(found, "metric"))),
                        text(found, "a"),
                        text(found, "key"),
                        text(found, "below"),
                        text(found, "b"),
                        text(found, "above")))
        .toList();
  }

  private void predictions(HtmlPage page) {
    List<JsonNode> predictions = list("predictions");
    if (predictions.isEmpty()) {
      return;
    }
    Html html = page.section("predictions", "Predicted and measured");
    html.soft(
        "Bounds worked out before the runs, and what was measured as a multiple of them. Commits"
            + " have a ceiling: what the disk allows one writer. WAL and disk have a floor: what the"
            + " columns, row headers and index entries need. A dot on the wrong side of its bound"
            + " would show a fault of the measurement, or a disk that was not the same all along.");
    if (predictions.stream().anyMatch(one -> one.path("ratio").asDouble() > 0)) {
      html.charts(
          () -> {
            predictions.stream()
                .filter(one -> one.path("ratio").asDouble() > 0)
                .map(one -> text(one, "metric"))
                .distinct()
                .forEach(metric -> predicted(html, metric));
          });
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (JsonNode one : predictions) {
      MetricLabel label = MetricLabel.named(text(one, "metric"));
      rows.add(
          List.of(
              shown.nameCell(text(one, "strategy")),
              Cell.text(label.label()),
              figure(one, "predicted", label),
              figure(one, "measured", label),
              Cell.figure(
                  one.hasNonNull("ratio") ? Figures.ratio(one.path("ratio").asDouble()) : "-"),
              Cell.text(text(one, "basis"))));
    }
    html.behind(
        "As a table",
        "Predictions",
        List.of("strategy", "metric", "predicted", "measured", "measured / predicted", "rests on"),
        rows);
  }

  private static void predicted(Html html, String metric) {
    String label = MetricLabel.label(metric);
    html.chart(
        "predictions",
        HtmlFigures.capital(label)
            + (metric.equals("commitsPerSecond") ? ": share of the ceiling" : ": times the floor"),
        label + ", measured by predicted; see table",
        "metric",
        metric);
  }

  private void atRate(HtmlPage page) {
    JsonNode atRate = tree.path("atRate");
    if (!atRate.isObject()) {
      return;
    }
    String rate = Figures.number(atRate.path("recordsPerSecond").asDouble());
    Html html = page.section("rate", "At " + rate + " records/s");
    String limit = Figures.number(atRate.path("p99Millis").asDouble()) + " ms";
    html.paragraph(
        atRate.hasNonNull("recommended")
            ? "Use " + text(atRate, "recommended") + ". " + text(atRate, "why")
            : HtmlFigures.capital(text(atRate, "why")));
    html.soft(
        "Latency counts from the moment a record was due, not from when a writer got to it. Asked"
            + " for: 99 % within "
            + limit
            + ".");
    List<JsonNode> held = new ArrayList<>();
    atRate.path("held").forEach(held::add);
    if (held.stream().anyMatch(one -> one.hasNonNull("p99Millis"))) {
      html.charts(
          () -> {
            html.chart("rate", "99 % of the records within, ms", "Latency at the rate; see table");
          });
    }
    html.table(
        "At " + rate + " records/s",
        List.of("strategy", "held", "achieved", "median", "99 % within", "slowest", "lag"),
        held.stream()
            .map(
                one ->
                    List.of(
                        shown.nameCell(text(one, "strategy")),
                        Cell.text(held(one)),
                        figure(one, "achievedRecordsPerSecond", "records/s"),
                        figure(one, "p50Millis", "ms"),
                        figure(one, "p99Millis", "ms"),
                        figure(one, "maxMillis", "ms"),
                        figure(one, "lagSeconds", "s")))
            .toList());
  }

  private static String held(JsonNode one) {
    if (one.hasNonNull("failure")) {
      return "failed: " + text(one, "failure");
    }
    return one.path("held").asBoolean() ? "yes" : "no";
  }

  private void baseline(HtmlPage page) {
    JsonNode baseline = tree.path("baseline");
    if (!baseline.isObject()) {
      return;
    }
    Html html = page.section("baseline", "Against the baseline");
    boolean worse = !baseline.path("regressions").isEmpty();
    html.paragraph(
        (worse ? "Worse than " : "Nothing is slower or costlier than ")
            + text(baseline, "file")
            + (worse ? ":" : ", beyond the noise."));
    List<List<Cell>> rows = new ArrayList<>();
    for (JsonNode one : baseline.path("regressions")) {
      MetricLabel label = MetricLabel.named(text(one, "metric"));
      rows.add(
          List.of(
              shown.nameCell(text(one, "strategy")),
              Cell.text(label.label()),
              figure(one, "baseline", label),
              figure(one, "now", label),
              Cell.figure(Figures.ratio(one.path("ratio").asDouble()) + "\u00d7")));
    }
    if (worse) {
      html.table(
          "Regressions", List.of("strategy", "metric", "baseline", "now", "now / baseline"), rows);
    }
    List<String> notes = new ArrayList<>();
    baseline.path("notes").forEach(note -> notes.add(note.asText()));
    html.list(notes);
  }

  private List<JsonNode> list(String name) {
    return StreamSupport.stream(tree.path(name).spliterator(), false).toList();
  }

  private static String text(JsonNode node, String name) {
    return node.hasNonNull(name) ? node.path(name).asText() : "";
  }

  private static Cell figure(JsonNode node, String name, MetricLabel label) {
    return figure(node, name, label.unit());
  }

  private static Cell figure(JsonNode node, String name, String unit) {
    return Cell.figure(
        node.hasNonNull(name) ? MetricLabel.figure(node.path(name).asDouble(), unit) : "-");
  }
}
