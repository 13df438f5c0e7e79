package dev.weir.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Verdict;
import dev.weir.report.Html.Cell;
import java.util.ArrayList;
import java.util.List;

/**
 * Two results as a page: first what is otherwise about them, then figure by figure, then the charts
 * of a report with the strategies of both, those of one name beneath each other.
 */
final class HtmlSideBySide {
  private final SideBySide sides;

  HtmlSideBySide(SideBySide sides) {
    this.sides = sides;
  }

  String page() {
    HtmlPage page = new HtmlPage();
    differences(page);
    figures(page);
    HtmlResult together = together();
    if (!together.runs().isEmpty()) {
      new HtmlFigures(together).runs(page);
      new HtmlCosts(together).write(page);
    }
    Html head = new Html();
    head.raw("<header>\n<h1>Two comparisons side by side</h1>\n");
    head.soft("A: " + SideBySide.describe(sides.first()));
    head.soft("B: " + SideBySide.describe(sides.second()));
    head.raw("</header>\n");
    HtmlReport.box(head, "warnings", "Mind this", sides.warnings());
    head.raw(page.navigation());
    return HtmlFile.of(
        sides.first().name() + " and " + sides.second().name(),
        sides.first().result().weir(),
        head + page.html(),
        together.data());
  }

  private void differences(HtmlPage page) {
    Html html = page.section("differences", "What is otherwise");
    List<String> differences = sides.differences();
    if (differences.isEmpty()) {
      html.paragraph("No difference in environment or settings.");
    }
    html.list(differences);
    List<String> unpaired = sides.both().unpaired();
    if (!unpaired.isEmpty()) {
      html.paragraph("In one of the two only: " + String.join(", ", unpaired) + ".");
    }
  }

  private void figures(HtmlPage page) {
    List<List<Cell>> rows = new ArrayList<>();
    for (Verdict v : sides.both().verdicts()) {
      rows.add(
          List.of(
              new Cell(Html.escape(v.a()), "name"),
              Cell.text(MetricLabel.of(v.metric()).label()),
              Cell.figure(SideBySide.median(sides.first(), v.a(), v.metric())),
              Cell.figure(SideBySide.median(sides.second(), v.a(), v.metric())),
              Cell.figure(v.ratio() == null ? "-" : HtmlFigures.times(v.ratio())),
              Cell.figure(
                  v.low() == null || v.high() == null
                      ? "-"
                      : HtmlFigures.times(v.low()) + " to " + HtmlFigures.times(v.high())),
              Cell.text(SideBySide.verdict(v)),
              Cell.text(v.why())));
    }
    if (!rows.isEmpty()) {
      page.section("figures", "Figures")
          .soft("Medians of both, and what may be claimed of them.")
          .table(
              "Figures of both",
              List.of("strategy", "metric", "A", "B", "A / B", "range", "verdict", "why"),
              rows);
    }
  }

  /** One result with the strategies both have, those of the first called "name (A)". */
  private HtmlResult together() {
    ObjectNode tree = ResultJson.tree(sides.first().result());
    for (String list : List.of("strategies", "runs", "summary")) {
      ArrayNode into = tree.putArray(list);
      add(into, sides.first(), list, " (A)");
      add(into, sides.second(), list, " (B)");
    }
    tree.putArray("verdicts");
    List<String> names = new ArrayList<>();
    for (String name : sides.both().common()) {
      names.add(name + " (A)");
      names.add(name + " (B)");
    }
    try {
      return new HtmlResult(
          ResultJson.read(tree.toString(), ComparisonResult.class), tree, List.copyOf(names));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("two results that do not make one", e);
    }
  }

  private void add(ArrayNode into, SideBySide.Side side, String list, String mark) {
    List<String> common = sides.both().common();
    String key = list.equals("strategies") ? "name" : "strategy";
    for (JsonNode one : ResultJson.tree(side.result()).path(list)) {
      String name = one.path(key).asText();
      if (common.contains(name)) {
        ((ObjectNode) one).put(key, name + mark);
        into.add(one);
      }
    }
  }
}
