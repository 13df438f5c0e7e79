package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.ComparisonResult.Compared;
import dev.weir.compare.CostProfile;
import dev.weir.compare.Costs;
import dev.weir.compare.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/** The parts of report.md that say where the figures come from: medians, a strategy a row. */
final class CostSections {
  /** A part of the WAL below this share is left to results.json. */
  private static final double WORTH_A_ROW = 0.001;

  private final ComparisonResult result;

  CostSections(ComparisonResult result) {
    this.result = result;
  }

  void write(StringBuilder text) {
    wal(text);
    waits(text);
    used(text);
    bill(text);
  }

  private void wal(StringBuilder text) {
    List<String> sentences = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (Compared strategy : result.strategies()) {
      CostProfile profile = profile(strategy);
      profile.walSentence().ifPresent(s -> sentences.add(strategy.name() + ": " + s + "."));
      Map<String, Double> parts = profile.walParts();
      double all = parts.values().stream().mapToDouble(Double::doubleValue).sum();
      String source = String.join("; ", profile.walSources());
      parts.forEach(
          (part, bytes) -> {
            if (bytes / all >= WORTH_A_ROW) {
              rows.add(
                  List.of(
                      strategy.name(), part, Figures.bytes(bytes), percent(bytes / all), source));
            }
          });
    }
    if (!rows.isEmpty()) {
      MarkdownReport.list(text, "Where the WAL goes", sentences);
      MarkdownReport.table(
          text, List.of("strategy", "WAL of", "a record", "share", "source"), rows);
    }
  }

  private void waits(StringBuilder text) {
    List<String> sentences = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (Compared strategy : result.strategies()) {
      CostProfile profile = profile(strategy);
      Map<String, Double> doings = profile.doings();
      if (!doings.isEmpty()) {
        profile.doingSentence().ifPresent(s -> sentences.add(strategy.name() + ": " + s + "."));
        List<String> cells = new ArrayList<>(List.of(strategy.name()));
        doings.values().forEach(share -> cells.add(percent(share)));
        rows.add(cells);
      }
    }
    if (!rows.isEmpty()) {
      MarkdownReport.list(text, "What the writing sessions do", sentences);
      MarkdownReport.table(
          text,
          List.of(
              "strategy",
              "processor",
              "WAL write",
              "WAL sync",
              "file extend",
              "file read",
              "file write",
              "locks",
              "wait for Weir",
              "other"),
          rows);
    }
  }

  private void used(StringBuilder text) {
    section(
        text,
        "What machine and client do",
        List.of(
            "server CPU us/record",
            "Weir CPU us/record",
            "machine CPU",
            "IO wait",
            "disk written/record",
            "disk writes/s",
            "disk busy",
            "heap asked for/record",
            "GC pauses",
            "GC ms",
            "WAL of others"),
        strategy -> {
          CostProfile profile = profile(strategy);
          return List.of(
              machine(profile, Costs.Machine::serverCpuMicrosPerRecord, Figures::number),
              figure(
                  profile.median(run -> run.loading().clientCpuMicrosPerRecord()), Figures::number),
              machine(profile, Costs.Machine::cpuShare, CostSections::percent),
              machine(profile, Costs.Machine::iowaitShare, CostSections::percent),
              machine(profile, Costs.Machine::diskWriteBytesPerRecord, Figures::bytes),
              machine(profile, Costs.Machine::diskWritesPerSecond, Figures::number),
              machine(profile, Costs.Machine::diskBusyShare, CostSections::percent),
              client(profile, Costs.Client::allocatedBytesPerRecord, Figures::bytes),
              client(profile, client -> toDouble(client.gcPauses()), Figures::number),
              client(profile, client -> toDouble(client.gcMillis()), Figures::number),
              figure(profile.median(run -> run.costs().foreignWalShare()), CostSections::percent));
        });
  }

  private void bill(StringBuilder text) {
    section(
        text,
        "What is left to pay after a run",
        List.of("dirty buffers", "checkpoint ms", "checkpoint writes", "a record"),
        strategy -> {
          CostProfile profile = profile(strategy);
          return List.of(
              figure(profile.median(run -> toDouble(run.costs().dirtyBuffers())), Figures::number),
              figure(
                  profile.median(run -> run.checkpoints().checkpointAfterMillis()),
                  Figures::number),
              figure(
                  profile.median(run -> toDouble(run.checkpoints().checkpointAfterBytes())),
                  Figures::bytes),
              figure(
                  profile.medianOfARecord(run -> run.checkpoints().checkpointAfterBytes()),
                  Figures::bytes));
        });
  }

  /** A table of the strategies that have any of the figures; none where none has. */
  private void section(
      StringBuilder text,
      String heading,
      List<String> headings,
      Function<Compared, List<String>> figures) {
    List<List<String>> rows = new ArrayList<>();
    for (Compared strategy : result.strategies()) {
      List<String> cells = figures.apply(strategy);
      if (cells.stream().anyMatch(cell -> !cell.equals("-"))) {
        List<String> row = new ArrayList<>(List.of(strategy.name()));
        row.addAll(cells);
        rows.add(row);
      }
    }
    if (!rows.isEmpty()) {
      List<String> all = new ArrayList<>(List.of("strategy"));
      all.addAll(headings);
      text.append("\n## ").append(heading).append("\n");
      MarkdownReport.table(text, all, rows);
    }
  }

  private CostProfile profile(Compared strategy) {
    return CostProfile.of(strategy.name(), result.runs());
  }

  private static String machine(
      CostProfile profile, Function<Costs.Machine, Double> figure, DoubleFunction<String> form) {
    return figure(profile.median(part(run -> run.costs().machine(), figure)), form);
  }

  private static String client(
      CostProfile profile, Function<Costs.Client, Double> figure, DoubleFunction<String> form) {
    return figure(profile.median(part(run -> run.costs().client(), figure)), form);
  }

  private static <T> Function<RunResult, Double> part(
      Function<RunResult, T> part, Function<T, Double> figure) {
    return run -> Optional.ofNullable(part.apply(run)).map(figure).orElse(null);
  }

  private static String figure(OptionalDouble value, DoubleFunction<String> form) {
    return value.isPresent() ? form.apply(value.getAsDouble()) : "-";
  }

  private static String percent(double share) {
    return Figures.number(share * 100) + " %";
  }

  private static Double toDouble(Long value) {
    return value == null ? null : Double.valueOf(value);
  }
}
