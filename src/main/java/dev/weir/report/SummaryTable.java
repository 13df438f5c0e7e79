package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.ComparisonResult.Compared;
import dev.weir.compare.Metric;
import dev.weir.compare.RunResult;
import dev.weir.compare.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/** The medians of a comparison, a strategy a row, the fastest first. */
final class SummaryTable {
  static final List<String> HEADINGS =
      List.of(
          "strategy",
          "records/s",
          "spread",
          "x slowest",
          "WAL/record",
          "disk/record",
          "read ms",
          "updates/s",
          "CPU us",
          "verified");

  /** What the other columns need at most, so that a line fits 120 characters. */
  private static final int WIDEST_NAME = 32;

  private final ComparisonResult result;

  SummaryTable(ComparisonResult result) {
    this.result = result;
  }

  List<String> lines() {
    TextTable table = new TextTable(WIDEST_NAME);
    table.row(HEADINGS);
    rows().forEach(table::row);
    return table.lines();
  }

  /** Cells in the order of the headings; {@code -} where there is no figure. */
  List<List<String>> rows() {
    OptionalDouble slowest =
        result.strategies().stream()
            .flatMap(strategy -> summary(strategy, Metric.RECORDS_PER_SECOND).stream())
            .mapToDouble(Summary::median)
            .min();
    return fastestFirst().stream().map(strategy -> row(strategy, slowest)).toList();
  }

  List<Compared> fastestFirst() {
    return result.strategies().stream()
        .sorted(
            Comparator.comparingDouble(
                strategy ->
                    -summary(strategy, Metric.RECORDS_PER_SECOND).map(Summary::median).orElse(0.0)))
        .toList();
  }

  private List<String> row(Compared strategy, OptionalDouble slowest) {
    Optional<Summary> rate = summary(strategy, Metric.RECORDS_PER_SECOND);
    List<String> cells = new ArrayList<>();
    cells.add(strategy.name());
    cells.add(median(strategy, Metric.RECORDS_PER_SECOND, Figures::number));
    cells.add(rate.map(s -> Figures.spread(s.median(), s.min(), s.max())).orElse("-"));
    cells.add(rate.map(s -> Figures.ratio(s.median() / slowest.orElseThrow())).orElse("-"));
    cells.add(median(strategy, Metric.WAL_BYTES_PER_RECORD, Figures::bytes));
    cells.add(median(strategy, Metric.DISK_BYTES_PER_RECORD, Figures::bytes));
    cells.add(median(strategy, Metric.READ_ONE_MILLIS, Figures::number));
    cells.add(median(strategy, Metric.UPDATES_PER_SECOND, Figures::number));
    cells.add(median(strategy, Metric.CLIENT_CPU_MICROS_PER_RECORD, Figures::number));
    cells.add(verified(strategy));
    return cells;
  }

  private String median(Compared strategy, Metric metric, DoubleFunction<String> form) {
    return summary(strategy, metric).map(s -> form.apply(s.median())).orElse("-");
  }

  private String verified(Compared strategy) {
    List<RunResult> runs =
        result.runs().stream().filter(run -> run.strategy().equals(strategy.name())).toList();
    return runs.stream().filter(RunResult::verified).count() + " of " + runs.size();
  }

  private Optional<Summary> summary(Compared strategy, Metric metric) {
    return result.summary().stream()
        .filter(s -> s.metric() == metric && s.strategy().equals(strategy.name()))
        .findFirst();
  }
}
