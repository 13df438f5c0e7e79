package dev.weir.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** Medians over the runs of a strategy that count, of any figure by its place in results.json. */
final class RunMedians {
  private final JsonNode runs;

  /**
   * @param runs as results.json holds them
   */
  RunMedians(JsonNode runs) {
    this.runs = runs;
  }

  /** Whether any run has something at a place, as {@code /walBudget}. */
  boolean has(String place) {
    return StreamSupport.stream(runs.spliterator(), false)
        .map(run -> run.at(place))
        .anyMatch(part -> part.isNumber() || !part.isEmpty());
  }

  /** The runs of a strategy whose figures may be compared, in the order they were done. */
  List<JsonNode> counting(String strategy) {
    return StreamSupport.stream(runs.spliterator(), false)
        .filter(run -> run.path("strategy").asText().equals(strategy))
        .filter(run -> run.path("verified").asBoolean() && run.path("valid").asBoolean())
        .filter(run -> !run.hasNonNull("failure"))
        .toList();
  }

  OptionalDouble of(String strategy, String place) {
    return median(strategy, run -> run.at(place));
  }

  /** Of a figure of a whole run, divided by its records. */
  OptionalDouble perRecord(String strategy, String place) {
    double[] values =
        counting(strategy).stream()
            .filter(run -> run.at(place).isNumber() && run.path("records").asLong() > 0)
            .mapToDouble(run -> run.at(place).doubleValue() / run.path("records").doubleValue())
            .toArray();
    return median(values);
  }

  private OptionalDouble median(String strategy, Function<JsonNode, JsonNode> figure) {
    return median(
        counting(strategy).stream()
            .map(figure)
            .filter(JsonNode::isNumber)
            .mapToDouble(JsonNode::doubleValue)
            .toArray());
  }

  private static OptionalDouble median(double[] values) {
    if (values.length == 0) {
      return OptionalDouble.empty();
    }
    Arrays.sort(values);
    int half = values.length / 2;
    return OptionalDouble.of(
        values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2);
  }
}
