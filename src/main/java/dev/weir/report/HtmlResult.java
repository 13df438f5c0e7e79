package dev.weir.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.ComparisonResult.Compared;
import dev.weir.compare.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A result as the sections of report.html read it: as the types of Weir, and as the tree
 * results.json is, which the charts are drawn from too.
 */
final class HtmlResult {
  /** Colours a strategy can have; the style sheet and the script have as many. */
  private static final int COLOURS = 7;

  private final ComparisonResult result;
  private final ObjectNode tree;
  private final List<String> strategies;
  private final List<JsonNode> runs = new ArrayList<>();

  /**
   * @param tree the result as results.json holds it
   */
  HtmlResult(ComparisonResult result, ObjectNode tree) {
    this(
        result,
        tree,
        new SummaryTable(result).fastestFirst().stream().map(Compared::name).toList());
  }

  /**
   * @param strategies names in the order of the page
   */
  HtmlResult(ComparisonResult result, ObjectNode tree, List<String> strategies) {
    this.result = result;
    this.tree = tree;
    this.strategies = strategies;
    tree.path("runs").forEach(runs::add);
  }

  ComparisonResult result() {
    return result;
  }

  ObjectNode tree() {
    return tree;
  }

  /** Names in the order everywhere on the page, and of colours: mostly the fastest first. */
  List<String> strategies() {
    return strategies;
  }

  List<JsonNode> runs() {
    return runs;
  }

  List<JsonNode> runsOf(String strategy) {
    return runs.stream().filter(run -> run.path("strategy").asText().equals(strategy)).toList();
  }

  RunMedians medians() {
    return new RunMedians(tree.path("runs"));
  }

  /** Those a run that counts has a figure of. */
  List<Metric> metrics() {
    return Arrays.stream(Metric.values())
        .filter(metric -> result.summary().stream().anyMatch(s -> s.metric() == metric))
        .toList();
  }

  String data() {
    return new ReportData(tree, strategies, metrics().stream().map(MetricLabel::of).toList())
        .json();
  }

  /** A strategy's name with its colour; one that is none of those compared has none. */
  Html.Cell nameCell(String name) {
    int number = strategies.indexOf(name);
    String colour = number < 0 ? "" : " c" + number % COLOURS;
    return new Html.Cell("<span class=\"swatch" + colour + "\"></span>" + parts(name), "name");
  }

  /** A name in the parts it may be broken at: before what was varied, and between its keys. */
  private static String parts(String name) {
    String[] parts = name.split("(?=\\[)|(?<=,)");
    return parts.length == 1
        ? Html.escape(name)
        : Arrays.stream(parts)
            .map(part -> "<span>" + Html.escape(part) + "</span>")
            .collect(Collectors.joining());
  }
}
