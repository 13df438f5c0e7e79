package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.ComparisonResult.Compared;
import dev.weir.compare.RunResult;
import dev.weir.compare.Summary;
import dev.weir.compare.Verdict;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** report.md: made to be pasted into a ticket; the answers first, every run further down. */
final class MarkdownReport implements Rendering {
  /** Claims shown, so that the text fits a ticket; a sweep's are in results.json. */
  private static final int MOST_VERDICTS = 60;

  @Override
  public String fileName() {
    return "report.md";
  }

  @Override
  public String render(ComparisonResult result, Optional<Environment> environment) {
    StringBuilder text = new StringBuilder("# Weir: comparison of ").append(result.startedAt());
    text.append("\n\n").append(ConsoleReport.headline(result)).append("\n");
    NoiseText.warning(result).ifPresent(w -> text.append("\n**").append(w).append("**\n"));
    if (result.runs().stream().anyMatch(RunResult::counts)) {
      answers(text, result);
      table(text, SummaryTable.HEADINGS, new SummaryTable(result).rows());
      ranges(text, result);
    }
    list(text, "At a fixed rate", RateText.sentences(result));
    if (!RateText.rows(result).isEmpty()) {
      table(text, RateText.HEADINGS, RateText.rows(result));
    }
    list(text, "Predicted and measured", PredictionText.sentences(result));
    if (!PredictionText.rows(result).isEmpty()) {
      table(text, PredictionText.HEADINGS, PredictionText.rows(result));
    }
    list(text, "Sweeps", SweepText.sentences(result));
    list(text, "Against the baseline", BaselineText.sentences(result));
    list(text, "Noise", NoiseText.sentences(result));
    list(text, "Notes", RunNotes.of(result));
    verdicts(text, result);
    new CostSections(result).write(text);
    runs(text, result);
    list(text, "Promises", promises(result));
    environment.ifPresent(place -> place(text, place));
    measured(text, result);
    return text.toString();
  }

  private static void answers(StringBuilder text, ComparisonResult result) {
    for (Answers.Answer answer : new Answers(result).all()) {
      list(text, answer.heading(), answer.sentences());
    }
    text.append("\n## Medians\n");
  }

  private static void ranges(StringBuilder text, ComparisonResult result) {
    text.append("\n## Median, least and greatest\n");
    table(
        text,
        List.of("strategy", "metric", "median", "least", "greatest", "runs"),
        result.summary().stream().map(MarkdownReport::cells).toList());
  }

  private static List<String> cells(Summary s) {
    return List.of(
        s.strategy(),
        s.metric().key(),
        Figures.number(s.median()),
        Figures.number(s.min()),
        Figures.number(s.max()),
        Integer.toString(s.runs()));
  }

  private static void verdicts(StringBuilder text, ComparisonResult result) {
    if (result.verdicts().isEmpty()) {
      return;
    }
    List<Verdict> claimed =
        result.verdicts().stream()
            .filter(
                v ->
                    v.verdict() == Verdict.Outcome.A_BETTER
                        || v.verdict() == Verdict.Outcome.B_BETTER)
            .toList();
    text.append(
        "\n## Verdicts\n\nOf %d pairs and metrics %d differ by more than noise%s. All, with their reasons, are in results.json.\n"
            .formatted(
                result.verdicts().size(),
                claimed.size(),
                claimed.size() > MOST_VERDICTS ? "; the first " + MOST_VERDICTS : ""));
    if (claimed.isEmpty()) {
      return;
    }
    table(
        text,
        List.of("metric", "a", "b", "a / b", "range", "verdict", "why"),
        claimed.stream()
            .limit(MOST_VERDICTS)
            .map(
                v ->
                    List.of(
                        v.metric().key(),
                        v.a(),
                        v.b(),
                        orNone(v.ratio(), Figures::number),
                        orNone(v.low(), Figures::number)
                            + " to "
                            + orNone(v.high(), Figures::number),
                        v.verdict().key(),
                        v.why()))
            .toList());
  }

  private static void runs(StringBuilder text, ComparisonResult result) {
    if (result.runs().isEmpty()) {
      return;
    }
    text.append("\n## Every run, in the order they were done\n");
    table(
        text,
        List.of(
            "round",
            "strategy",
            "records",
            "seconds",
            "records/s",
            "batch p50 ms",
            "p99 ms",
            "WAL/record",
            "full-page images",
            "checkpoints",
            "heap",
            "index",
            "read ms",
            "updates/s",
            "average ms",
            "latest ms",
            "range ms",
            "CPU us",
            "verified"),
        result.runs().stream().map(MarkdownReport::cells).toList());
  }

  private static List<String> cells(RunResult run) {
    RunResult.BatchMillis batch = run.loading().batchMillis();
    return List.of(
        Integer.toString(run.round()),
        run.strategy(),
        orNone(toDouble(run.loading().records()), Figures::number),
        orNone(run.loading().seconds(), Figures::number),
        orNone(run.loading().recordsPerSecond(), Figures::number),
        orNone(batch == null ? null : batch.p50(), Figures::number),
        orNone(batch == null ? null : batch.p99(), Figures::number),
        orNone(run.wal().walBytesPerRecord(), Figures::bytes),
        orNone(toDouble(run.wal().walFpi()), Figures::number),
        checkpoints(run.checkpoints()),
        orNone(toDouble(run.disk().heapBytes()), Figures::bytes),
        orNone(toDouble(run.disk().indexBytes()), Figures::bytes),
        orNone(run.probes().readOneMillis(), Figures::number),
        orNone(run.probes().updatesPerSecond(), Figures::number),
        orNone(run.probes().averageMillis(), Figures::number),
        orNone(run.probes().latestMillis(), Figures::number),
        orNone(run.probes().rangeMillis(), Figures::number),
        orNone(run.loading().clientCpuMicrosPerRecord(), Figures::number),
        run.failure() != null ? "failed" : run.verified() ? "yes" : "no");
  }

  private static String checkpoints(RunResult.Checkpoints c) {
    return c.checkpointsTimed() == null || c.checkpointsRequested() == null
        ? "-"
        : c.checkpointsTimed() + " timed, " + c.checkpointsRequested() + " requested";
  }

  private static List<String> promises(ComparisonResult result) {
    return result.strategies().stream()
        .map(
            (Compared strategy) ->
                strategy.name()
                    + ": "
                    + strategy.promise().describe()
                    + (strategy.promise().isDurable()
                        ? ""
                        : "; NOT durable: a crash loses or damages what was committed"))
        .toList();
  }

  private static void place(StringBuilder text, Environment place) {
    Environment.Machine machine = place.client();
    text.append("\n## Where\n\n");
    text.append("- Command: `").append(place.commandLine()).append("`\n");
    text.append("- PostgreSQL ").append(place.server().version()).append(" at ");
    text.append(place.server().address()).append("; ").append(place.server().durability());
    text.append("\n- Client: ").append(machine.operatingSystem()).append("; ");
    text.append(machine.cpu()).append(", ").append(machine.threads()).append(" threads");
    if (machine.memoryBytes() != null) {
      text.append(", ").append(Figures.bytes((double) machine.memoryBytes())).append(" memory");
    }
    text.append("\n- Disks: ").append(String.join("; ", machine.disks()));
    text.append("\n- Folder: ").append(machine.folder());
    text.append("\n- Java ").append(place.java().version()).append("\n\n");
    text.append("| setting | value |\n|---|---|\n");
    place
        .server()
        .settings()
        .forEach((name, value) -> text.append("| " + name + " | " + escape(value) + " |\n"));
  }

  private static void measured(StringBuilder text, ComparisonResult result) {
    text.append("\n## How\n\n");
    text.append(
        "Every run stored the same records from the start of the dataset into new tables, ");
    text.append("after a checkpoint, in a seeded balanced order (seed ");
    text.append(result.conditions().seed());
    text.append("); what was stored was read back and its digest compared with the dataset's. ");
    text.append(
        "A strategy is called better only if each of its runs beats each of the other's and the ");
    text.append("medians differ by more than the noise floor. ");
    text.append("WAL is by difference of the log's position; disk is heap, indexes and TOAST ");
    text.append("before the probes.\n\n");
    text.append("samples.csv has a line for each reading of the server's statistics: first what ");
    text.append("Weir was doing, then each figure as view.column, counters as the server gives ");
    text.append("them. strategies/ holds every strategy with all its settings.\n");
  }

  static void list(StringBuilder text, String heading, List<String> items) {
    if (!items.isEmpty()) {
      text.append("\n## ").append(heading).append("\n\n");
      items.forEach(item -> text.append("- ").append(item).append("\n"));
    }
  }

  static void table(StringBuilder text, List<String> headings, List<List<String>> rows) {
    text.append("\n| ").append(String.join(" | ", headings)).append(" |\n|");
    text.append(String.join("|", Collections.nCopies(headings.size(), "---"))).append("|\n");
    for (List<String> row : rows) {
      text.append("| ");
      text.append(String.join(" | ", row.stream().map(MarkdownReport::escape).toList()));
      text.append(" |\n");
    }
  }

  private static String escape(String cell) {
    return cell.replace("|", "\\|").replace("\n", " ");
  }

  private static String orNone(Double value, DoubleFunction<String> form) {
    return value == null ? "-" : form.apply(value);
  }

  private static Double toDouble(Long value) {
    return value == null ? null : Double.valueOf(value);
  }
}
