package dev.weir.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Results where each contender is held against one other. */
final class ModeReport {
  private final Results results;

  /** The label each is held against, by label; may name itself or be absent. */
  private final Map<String, String> references;

  ModeReport(Results results, Map<String, String> references) {
    this.results = results;
    this.references = references;
  }

  void print() {
    List<String[]> rows = new ArrayList<>();
    rows.add(
        Console.row(
            "what",
            "held against",
            "records",
            "records/s [min..max]",
            "µs/record",
            "client CPU µs/record",
            "ratio of rates"));
    for (String label : results.labels()) {
      rows.add(
          Console.row(
              label,
              ratio(label).isPresent() ? references.get(label) : "",
              String.format(Locale.ROOT, "%,d", results.loads(label).get(0).records()),
              results.rate(label).asRate(),
              String.format(Locale.ROOT, "%.2f", 1e6 / results.rate(label).median()),
              results.cpuMicros(label).asMicros(),
              ratio(label).map(Spread::asRatio).orElse("")));
    }
    Console.table(rows, 2);
    for (String label : results.labels()) {
      sampling(label, SamplingCost::clientPercent)
          .ifPresent(
              client ->
                  Console.print(
                      label
                          + ": sampling took, in % of one processor, "
                          + client.asRatio()
                          + " in its threads and "
                          + sampling(label, SamplingCost::serverPercent).orElseThrow().asRatio()
                          + " in its server processes"));
    }
  }

  void write(Path file) throws IOException {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (String label : results.labels()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("what", label);
      entry.put("records", results.loads(label).get(0).records());
      entry.put("recordsPerSecond", results.rate(label));
      entry.put("clientCpuMicrosPerRecord", results.cpuMicros(label));
      ratio(label)
          .ifPresent(
              ratio -> {
                entry.put("heldAgainst", references.get(label));
                entry.put("ratioOfRates", ratio);
              });
      sampling(label, SamplingCost::clientPercent)
          .ifPresent(percent -> entry.put("samplingClientPercentOfOneProcessor", percent));
      sampling(label, SamplingCost::serverPercent)
          .ifPresent(percent -> entry.put("samplingServerPercentOfOneProcessor", percent));
      entry.put("rounds", results.loads(label).stream().map(Load::recordsPerSecond).toList());
      entries.add(entry);
    }
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(file.toFile(), entries);
    Console.say("written to " + file);
  }

  private Optional<Spread> sampling(String label, ToDoubleFunction<SamplingCost> side) {
    return results.samplingPercent(label, side);
  }

  private Optional<Spread> ratio(String label) {
    String reference = references.getOrDefault(label, label);
    return reference.equals(label) ? Optional.empty() : results.ratio(label, reference);
  }
}
