package dev.weir.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;

/**
 * What the charts of report.html are drawn from: results.json without what the page says in words,
 * strategies by number instead of name, series as columns, figures to six digits. So the results of
 * forty strategies stay a page that is quickly opened.
 */
final class ReportData {
  private static final MathContext DIGITS = new MathContext(6);

  /** The parts of a run as they are in results.json, and no others. */
  private static final List<String> KEPT =
      List.of(
          "round",
          "records",
          "seconds",
          "batchMillis",
          "heapBytes",
          "indexBytes",
          "toastBytes",
          "walBudget",
          "waits");

  private final ObjectNode results;
  private final List<String> strategies;
  private final List<MetricLabel> metrics;

  /**
   * @param results as results.json holds them
   * @param strategies names in the order they are shown
   * @param metrics those there are figures of
   */
  ReportData(ObjectNode results, List<String> strategies, List<MetricLabel> metrics) {
    this.results = results;
    this.strategies = strategies;
    this.metrics = metrics;
  }

  /** A line of JSON. */
  String json() {
    ObjectNode data = results.objectNode();
    strategies.forEach(data.putArray("strategies")::add);
    ArrayNode described = data.putArray("metrics");
    metrics.forEach(
        metric ->
            described
                .addObject()
                .put("key", metric.key())
                .put("label", metric.label())
                .put("unit", metric.unit()));
    ArrayNode runs = data.putArray("runs");
    results.path("runs").forEach(run -> runs.add(run(run)));
    ArrayNode summary = data.putArray("summary");
    results.path("summary").forEach(one -> summary.add(numbered(one)));
    for (String studied : List.of("curves", "crossovers", "predictions")) {
      if (!results.path(studied).isEmpty()) {
        ArrayNode into = data.putArray(studied);
        results.path(studied).forEach(one -> into.add(numbered(one)));
      }
    }
    if (results.path("atRate").isObject()) {
      ObjectNode atRate = data.putObject("atRate");
      atRate.set("p99Millis", results.at("/atRate/p99Millis"));
      ArrayNode held = atRate.putArray("held");
      results.at("/atRate/held").forEach(one -> held.add(numbered(one)));
    }
    return rounded(data).toString();
  }

  private ObjectNode run(JsonNode run) {
    ObjectNode kept = results.objectNode();
    String strategy = run.path("strategy").asText();
    JsonNode twice = results.path("noiseFloor");
    boolean isCopy = strategy.equals(twice.path("copy").asText());
    kept.put("strategy", strategies.indexOf(isCopy ? twice.path("strategy").asText() : strategy));
    if (isCopy) {
      kept.put("copy", true);
    }
    KEPT.forEach(name -> copy(run, kept, name));
    metrics.forEach(metric -> copy(run, kept, metric.key()));
    boolean counts =
        run.path("verified").asBoolean()
            && run.path("valid").asBoolean()
            && !run.hasNonNull("failure");
    if (!counts) {
      kept.put("void", true);
    }
    if (!run.path("perSecond").isEmpty()) {
      kept.set("perSecond", seconds(run.path("perSecond")));
    }
    if (!run.path("batchHistogram").isEmpty()) {
      ArrayNode bars = kept.putArray("batchHistogram");
      run.path("batchHistogram")
          .forEach(bar -> bars.addArray().add(bar.get("upToMillis")).add(bar.get("batches")));
    }
    return kept;
  }

  /** Columns from the first second on; a second without batches has no slowest one. */
  private ObjectNode seconds(JsonNode rows) {
    ObjectNode columns = results.objectNode();
    columns.set("from", rows.get(0).path("second"));
    ArrayNode records = columns.putArray("records");
    ArrayNode slowest = columns.putArray("slowest");
    ArrayNode checkpoints = results.arrayNode();
    for (JsonNode row : rows) {
      records.add(row.path("records").asLong());
      slowest.add(row.get("slowestBatchMillis"));
      if (row.hasNonNull("checkpoint")) {
        checkpoints.addArray().add(row.get("second")).add(row.get("checkpoint"));
      }
    }
    if (!checkpoints.isEmpty()) {
      columns.set("checkpoints", checkpoints);
    }
    return columns;
  }

  /** The same with the strategy's number; its name stays as one that may be none of those run. */
  private ObjectNode numbered(JsonNode one) {
    ObjectNode copy = one.deepCopy();
    JsonNode name = copy.remove("strategy");
    if (name != null) {
      int number = strategies.indexOf(name.asText());
      if (number >= 0) {
        copy.put("strategy", number);
      }
      if (!copy.has("median")) {
        copy.set("name", name);
      }
    }
    return copy;
  }

  private static void copy(JsonNode from, ObjectNode to, String name) {
    if (from.hasNonNull(name)) {
      to.set(name, from.get(name));
    }
  }

  private static JsonNode rounded(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        field.setValue(rounded(field.getValue()));
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, rounded(array.get(i)));
      }
    } else if (node.isDouble() && Double.isFinite(node.doubleValue())) {
      BigDecimal shorter = node.decimalValue().round(DIGITS).stripTrailingZeros();
      return shorter.scale() <= 0 && shorter.precision() - shorter.scale() < 16
          ? LongNode.valueOf(shorter.longValueExact())
          : DecimalNode.valueOf(shorter);
    }
    return node;
  }
}
