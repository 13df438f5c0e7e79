package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Metric;
import dev.weir.compare.RunResult;
import dev.weir.compare.Summary;
import dev.weir.compare.Verdict;
import dev.weir.report.Html.Cell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parts of report.html with the figures themselves: medians, single runs, verdicts. */
final class HtmlFigures {
  /** Verdicts shown; a sweep's are in results.json. */
  private static final int MOST_VERDICTS = 200;

  /** Medians nearer than this are the same to anyone who chooses. */
  private static final double HARDLY_DIFFERENT = 1.05;

  private final HtmlResult shown;
  private final ComparisonResult result;
  private final Comparisons comparisons;

  HtmlFigures(HtmlResult shown) {
    this.shown = shown;
    this.result = shown.result();
    this.comparisons = new Comparisons(result);
  }

  void write(HtmlPage page) {
    if (result.runs().stream().anyMatch(RunResult::counts)) {
      medians(page);
    }
    if (!result.runs().isEmpty()) {
      runs(page);
    }
    verdicts(page);
  }

  /** Absolute figures, and under each how many times the best one's it is. */
  private void medians(HtmlPage page) {
    Html html = page.section("figures", "Figures");
    html.soft(
        "Medians; under each, what it is against the best of its column: \"same\" where they hardly"
            + " differ, \"unclear\" where they do but not by more than noise, in brackets where the"
            + " two may not be compared."
            + (result.isVerified() ? " All " + result.runs().size() + " runs were verified." : ""));
    List<Metric> metrics = shown.metrics();
    Map<Metric, String> references = new HashMap<>();
    for (Metric metric : metrics) {
      List<String> order = comparisons.bestFirst(metric, shown.strategies());
      references.put(metric, comparisons.reference(order));
    }
    List<String> headings = new ArrayList<>(List.of("strategy"));
    metrics.forEach(metric -> headings.add(MetricLabel.of(metric).heading()));
    if (!result.isVerified()) {
      headings.add("verified");
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (String name : shown.strategies()) {
      List<Cell> row = new ArrayList<>(List.of(shown.nameCell(name)));
      metrics.forEach(metric -> row.add(cell(metric, name, references.get(metric))));
      if (!result.isVerified()) {
        row.add(Cell.figure(verified(name)));
      }
      rows.add(row);
    }
    html.table("Medians and how they compare", headings, rows);
  }

  private Cell cell(Metric metric, String name, String reference) {
    Optional<Summary> summary = comparisons.summary(metric, name);
    if (summary.isEmpty()) {
      return Cell.figure("-");
    }
    String figure = Html.escape(MetricLabel.of(metric).bare(summary.get().median()));
    boolean compared = result.verdicts().stream().anyMatch(verdict -> verdict.metric() == metric);
    if (!compared) {
      return new Cell(figure, "");
    }
    if (name.equals(reference)) {
      return new Cell(figure + "<small>best</small>", "best");
    }
    return new Cell(figure + "<small>" + relative(metric, name, reference) + "</small>", "");
  }

  /** "0.19 x", "same", "unclear", or "(1.30 x)" where what was promised differs. */
  private String relative(Metric metric, String name, String reference) {
    return comparisons
        .pair(metric, reference, name)
        .map(
            pair -> {
              double ratio = pair.greater().equals(name) ? pair.ratio() : 1 / pair.ratio();
              if (!pair.isComparable()) {
                return "(" + times(ratio) + ")";
              }
              if (pair.isClaimed() || pair.hasTooFewRuns()) {
                return times(ratio);
              }
              return pair.ratio() < HARDLY_DIFFERENT ? "same" : "unclear";
            })
        .orElse("");
  }

  static String times(double ratio) {
    return (ratio < 0.1 ? Figures.number(ratio) : Figures.ratio(ratio)) + "\u00d7";
  }

  private String verified(String strategy) {
    List<RunResult> runs =
        result.runs().stream().filter(run -> run.strategy().equals(strategy)).toList();
    return runs.stream().filter(RunResult::verified).count() + " of " + runs.size();
  }

  /** A dot each run, and all of them as a table. */
  void runs(HtmlPage page) {
    Html html = page.section("runs", "Every run");
    List<Metric> metrics = shown.metrics();
    if (!metrics.isEmpty()) {
      html.soft(
          "A dot is one run, the line their median, the figure at the right the median. A hollow dot"
              + " is a run that does not count. "
              + (result.findings().noiseFloor() == null
                  ? ""
                  : "A triangle is a run of "
                      + result.findings().noiseFloor().strategy()
                      + " under its second name: what lies between the two is noise. ")
              + "Where the values lie far apart the axis is logarithmic.");
      html.charts(
          () -> {
            for (Metric metric : metrics) {
              MetricLabel label = MetricLabel.of(metric);
              html.chart(
                  "runs",
                  capital(label.caption()),
                  label.label() + " of every run; see table",
                  "metric",
                  metric.key());
            }
          });
    }
    List<String> headings = new ArrayList<>(List.of("strategy", "round", "seconds", "records"));
    metrics.forEach(metric -> headings.add(MetricLabel.of(metric).heading()));
    headings.add("counts");
    html.behind(
        "Every run as a table",
        "Every run, in the order they were done",
        headings,
        result.runs().stream().map(run -> cells(run, metrics)).toList());
  }

  private List<Cell> cells(RunResult run, List<Metric> metrics) {
    List<Cell> cells = new ArrayList<>();
    cells.add(shown.nameCell(run.strategy()));
    cells.add(Cell.figure(Integer.toString(run.round())));
    cells.add(figure(run.loading().seconds()));
    Long records = run.loading().records();
    cells.add(figure(records == null ? null : (Double) records.doubleValue()));
    for (Metric metric : metrics) {
      var value = metric.of(run);
      cells.add(
          Cell.figure(value.isPresent() ? MetricLabel.of(metric).bare(value.getAsDouble()) : "-"));
    }
    String counts = run.failure() != null ? "failed" : !run.verified() ? "not verified" : "void";
    cells.add(Cell.figure(run.counts() ? "yes" : counts));
    return cells;
  }

  private static Cell figure(Double value) {
    return Cell.figure(value == null ? "-" : Figures.number(value));
  }

  private void verdicts(HtmlPage page) {
    if (result.verdicts().isEmpty()) {
      return;
    }
    Html html = page.section("verdicts", "What may be claimed");
    long claimed = result.verdicts().stream().filter(HtmlFigures::isClaimed).count();
    int all = result.verdicts().size();
    html.soft(
        "One is better only if each of its runs beats each of the other's and the difference is"
            + " more than noise; the range is that of single runs. Of %d pairs and metrics %d differ so."
                .formatted(all, claimed));
    html.behind(
        "Every pair and metric"
            + (all > MOST_VERDICTS
                ? ", the first %d of %d; all are in results.json".formatted(MOST_VERDICTS, all)
                : ""),
        "Verdicts",
        List.of("metric", "a", "b", "a / b", "least to greatest", "verdict", "why"),
        result.verdicts().stream().limit(MOST_VERDICTS).map(this::cells).toList());
  }

  private static boolean isClaimed(Verdict verdict) {
    return switch (verdict.verdict()) {
      case A_BETTER, B_BETTER -> true;
      case NO_DIFFERENCE, NOT_COMPARABLE -> false;
    };
  }

  private List<Cell> cells(Verdict v) {
    return List.of(
        Cell.text(MetricLabel.of(v.metric()).label()),
        shown.nameCell(v.a()),
        shown.nameCell(v.b()),
        Cell.figure(v.ratio() == null ? "-" : times(v.ratio())),
        Cell.figure(v.low() == null ? "-" : times(v.low()) + " to " + times(v.high())),
        Cell.figure(
            switch (v.verdict()) {
              case A_BETTER -> "a is better";
              case B_BETTER -> "b is better";
              case NO_DIFFERENCE -> "no difference";
              case NOT_COMPARABLE -> "not comparable";
            }),
        Cell.text(v.why()));
  }

  static String capital(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
