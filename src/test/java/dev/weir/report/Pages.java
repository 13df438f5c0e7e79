package dev.weir.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Results;
import dev.weir.compare.RunResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Results with everything in them a report can show, and their report.html. */
final class Pages {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int SECONDS = 20;

  private Pages() {}

  /** Three strategies, three rounds; the slowest lost a run. */
  static ComparisonResult small() {
    return new Results()
        .with(Results.strategy("wide-copy-1000"), Results.DURABLE)
        .with(Results.strategy("narrow-copy-1000", "narrow", "copy-binary", 1000), Results.DURABLE)
        .with(Results.strategy("wide-insert-1", "wide", "batch-insert", 1), Results.DURABLE)
        .runs("wide-copy-1000", 870, 890, 42_000, 43_100, 44_000)
        .runs("narrow-copy-1000", 11_100, 8_750, 7_900, 8_000, 8_100)
        .runs("wide-insert-1", 1_200, 890, 700, 740, 780)
        .result();
  }

  /** As many strategies and rounds as a large sweep has. */
  static ComparisonResult large(int strategies, int rounds) {
    Results results = new Results();
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < strategies; i++) {
      String name = "wide-copy-1000[batchSize=%d,writers=2]".formatted(10 * (i + 1));
      results.with(Results.strategy(name, "wide", "copy-binary", 10 * (i + 1)), Results.DURABLE);
      double rate = 1_000 * (i + 1);
      results.runs(
          name, 870, 890, random.doubles(rounds, 0.97, 1.03).map(noise -> rate * noise).toArray());
    }
    return results.result();
  }

  /** The page of a result whose every run has costs, seconds and a histogram. */
  static String full(ComparisonResult result) {
    return HtmlReport.page(result, fullTree(result), Optional.of(environment()));
  }

  /** The results.json of a result whose every run has costs, seconds and a histogram. */
  static ObjectNode fullTree(ComparisonResult result) {
    ObjectNode tree = ResultJson.tree(result);
    SplittableRandom random = new SplittableRandom(7);
    for (JsonNode run : tree.path("runs")) {
      ((ObjectNode) run).setAll((ObjectNode) resource("costs.json"));
      seconds(((ObjectNode) run).putArray("perSecond"), run, random);
      histogram(((ObjectNode) run).putArray("batchHistogram"), random);
    }
    tree.setAll((ObjectNode) resource("findings.json"));
    return tree;
  }

  private static void seconds(ArrayNode seconds, JsonNode run, SplittableRandom random) {
    double rate = run.path("recordsPerSecond").asDouble();
    for (int second = 0; second < SECONDS; second++) {
      ObjectNode one = seconds.addObject();
      one.put("second", second).put("records", (long) (rate * random.nextDouble(0.8, 1.1)));
      if (second != 3) {
        one.put("slowestBatchMillis", random.nextDouble(20, 60));
      }
      if (second == 12) {
        one.put("checkpoint", "timed");
      }
    }
  }

  private static void histogram(ArrayNode bars, SplittableRandom random) {
    for (int i = 0; i < 60; i++) {
      bars.addObject()
          .put("upToMillis", 5 * Math.pow(1.06, i))
          .put("batches", random.nextLong(1, 5_000));
    }
  }

  /** A run that does not count. */
  static RunResult spoilt(RunResult run, String note) {
    ObjectNode tree = ResultJson.tree(noted(run, note));
    return read(tree.put("valid", false), RunResult.class);
  }

  static RunResult noted(RunResult run, String note) {
    ObjectNode tree = ResultJson.tree(run);
    tree.putArray("notes").add(note);
    return read(tree, RunResult.class);
  }

  /** A comparison that was stopped before all its runs were done. */
  static ComparisonResult interrupted(ComparisonResult result, int plannedRuns) {
    ObjectNode tree = ResultJson.tree(result);
    tree.put("complete", false).put("plannedRuns", plannedRuns);
    return read(tree, ComparisonResult.class);
  }

  private static <T> T read(ObjectNode tree, Class<T> type) {
    try {
      return ResultJson.read(tree.toString(), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Environment environment() {
    return new Environment(
        "test",
        "compare wide-copy-1000 narrow-copy-1000",
        "2026-11-30T12:00:00Z",
        new Environment.Machine(
            "Debian", "a processor", 2, 2, 8_000_000_000L, List.of("disk"), "ext4"),
        new Environment.Java("17", "HotSpot", 1_000_000_000L),
        new Environment.Server(
            "18.3", "embedded", true, "fsync on", Map.of("shared_buffers", "128MB")));
  }

  private static JsonNode resource(String name) {
    try (InputStream in = Pages.class.getResourceAsStream("/report/" + name)) {
      return MAPPER.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
