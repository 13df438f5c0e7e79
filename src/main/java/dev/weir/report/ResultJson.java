package dev.weir.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Costs;
import dev.weir.compare.Findings;
import dev.weir.compare.Metric;
import dev.weir.compare.RunResult;
import dev.weir.compare.Verdict;

/** results.json and environment.json: a figure that was not to be had is left out. */
final class ResultJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .addMixIn(Metric.class, Keyed.class)
          .addMixIn(Verdict.Outcome.class, Keyed.class)
          .addMixIn(RunResult.class, FlatRun.class)
          .addMixIn(ComparisonResult.class, FlatResult.class)
          .addMixIn(Findings.class, Found.class)
          .build();

  private ResultJson() {}

  static String write(Object result) {
    try {
      return MAPPER.writeValueAsString(result) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result that cannot be written as JSON", e);
    }
  }

  /** A result as the file holds it, to be read by the names in it. */
  static ObjectNode tree(Object result) {
    return MAPPER.valueToTree(result);
  }

  /** On one line. */
  static String line(Object value) {
    try {
      return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value that cannot be written as JSON", e);
    }
  }

  /**
   * @throws JsonProcessingException if it is not JSON, or not of this shape
   */
  static <T> T read(String json, Class<T> type) throws JsonProcessingException {
    return MAPPER.readValue(json, type);
  }

  /**
   * What stands in a file, by its names.
   *
   * @throws JsonProcessingException if it is not JSON, or more than one value
   */
  static JsonNode read(String json) throws JsonProcessingException {
    return MAPPER.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).readTree(json);
  }

  /** Enums stand in the file by their key. */
  interface Keyed {
    @JsonValue
    String key();
  }

  /** What was found beside stands next to the verdicts. */
  interface FlatResult {
    @JsonUnwrapped
    Findings findings();
  }

  /** What was not looked for is left out. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  interface Found {}

  /** The parts of a run are one flat object in the file. */
  interface FlatRun {
    @JsonUnwrapped
    RunResult.Loading loading();

    @JsonUnwrapped
    RunResult.Wal wal();

    @JsonUnwrapped
    RunResult.Checkpoints checkpoints();

    @JsonUnwrapped
    RunResult.Disk disk();

    @JsonUnwrapped
    Costs costs();

    @JsonUnwrapped
    RunResult.Probes probes();
  }
}
