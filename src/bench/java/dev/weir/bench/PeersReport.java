package dev.weir.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The comparison with the peers, for people and for programs. */
final class PeersReport {
  private final Results results;
  private final int batch;

  PeersReport(Results results, int batch) {
    this.results = results;
    this.batch = batch;
  }

  void print() {
    List<String[]> rows = new ArrayList<>();
    rows.add(
        Console.row(
            "peer",
            "layout",
            "method",
            "records/s [min..max]",
            "client CPU µs/record",
            "to the bare loop",
            "Weir's binary COPY to it"));
    for (String label : results.labels()) {
      Contender contender = results.contender(label);
      rows.add(
          Console.row(
              contender.peer(),
              contender.layout().name(),
              contender.method() + contender.variation(),
              results.rate(label).asRate(),
              results.cpuMicros(label).asMicros(),
              toBare(label).map(Spread::asRatio).orElse(""),
              ofWeir(label).map(Spread::asRatio).orElse("")));
    }
    Console.table(rows, 3);
  }

  void write(Path file) throws IOException {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (String label : results.labels()) {
      Contender contender = results.contender(label);
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("peer", contender.peer());
      entry.put("layout", contender.layout().name());
      entry.put("method", contender.method());
      if (!contender.variation().isEmpty()) {
        entry.put("variation", contender.variation().strip());
      }
      entry.put("batch", contender.peer().equals("psql") ? null : batch);
      entry.put("records", results.loads(label).get(0).records());
      entry.put("recordsPerSecond", results.rate(label));
      entry.put("clientCpuMicrosPerRecord", results.cpuMicros(label).median());
      entry.put("clientCpuMicrosPerRecordSpread", results.cpuMicros(label));
      toBare(label).ifPresent(ratio -> entry.put("ratioToBareLoop", ratio));
      ofWeir(label).ifPresent(ratio -> entry.put("ratioOfWeirCopyBinary", ratio));
      entry.put("rounds", results.loads(label).stream().map(Load::recordsPerSecond).toList());
      entries.add(entry);
    }
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(file.toFile(), entries);
    Console.say("written to " + file);
  }

  /** How it stands to the loop by hand that writes the same way; CSV to the text COPY. */
  private Optional<Spread> toBare(String label) {
    Contender contender = results.contender(label);
    if (contender.peer().equals("bare")) {
      return Optional.empty();
    }
    String method = contender.method().equals("copy-csv") ? "copy-text" : contender.method();
    return results.ratio(label, "bare/" + contender.layout().name() + "/" + method);
  }

  /** How Weir at its fastest stands to it. */
  private Optional<Spread> ofWeir(String label) {
    String weir = "weir/" + results.contender(label).layout().name() + "/copy-binary";
    return label.equals(weir) ? Optional.empty() : results.ratio(weir, label);
  }
}
