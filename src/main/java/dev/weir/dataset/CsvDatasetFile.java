package dev.weir.dataset;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What a dataset file of the kind {@code csv} says. */
final class CsvDatasetFile {
  private static final int MOST_REFUSALS_SHOWN = 20;
  private static final String TAB = "tab";
  private static final String ENDLESS = "endless";
  private static final long MOST_REPETITIONS = 1_000_000_000_000L;

  private CsvDatasetFile() {}

  /** Reads the CSV file to its end. A row that is no record is a problem. */
  static CsvDataset read(String name, Path datasetFile, YamlSection file, Problems problems) {
    Path csv = csv(datasetFile, file);
    char separator = separator(file);
    Optional<String> id = column(file, "id");
    Optional<String> time = column(file, "time");
    Optional<String> series = column(file, "series");
    List<String> measurements = file.has("measurements") ? file.words("measurements") : List.of();
    long repetitions = repetitions(file);
    Instant start = start(file, time);
    boolean needsInterval = time.isEmpty() || repetitions > 1 || file.has("interval");
    Duration interval =
        needsInterval ? file.duration("interval", "1ms", "3650d") : Duration.ofSeconds(1);
    file.end();
    problems.throwIfAny();

    String where = where(file);
    CsvFormat format = new CsvFormat(separator, id, time, series, measurements, start, interval);
    List<Record> records = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Refusals refusals = new Refusals(where, problems);
    try {
      problems.collect(
          () -> names.addAll(CsvRecords.read(csv, where, format, records::add, refusals)));
    } catch (OutOfMemoryError e) {
      throw tooLarge(where, records);
    }
    refusals.countOthers();
    problems.throwIfAny();
    if (records.isEmpty()) {
      throw new ConfigurationException(Problem.of(where, "no records; at least one is needed"));
    }
    CsvDataset dataset = new CsvDataset(name, names, records, interval, repetitions);
    if (repetitions != Long.MAX_VALUE && repetitions > dataset.mostRepetitions()) {
      file.wrong(
          "repeat",
          "" + repetitions,
          "at most " + dataset.mostRepetitions() + ", where ids or times end,");
    }
    problems.throwIfAny();
    return dataset;
  }

  private static ConfigurationException tooLarge(String where, List<Record> records) {
    int read = records.size();
    records.clear(); // room for what is to be said
    long megabytes = Runtime.getRuntime().maxMemory() >> 20;
    return new ConfigurationException(
        Problem.of(
            where,
            "more memory is needed: %d MB were full after %d records (JAVA_OPTS=-Xmx8g gives 8 GB)"
                .formatted(megabytes, read)));
  }

  private static Path csv(Path datasetFile, YamlSection file) {
    String wanted = "a CSV file that exists, beside the dataset's file or by an absolute path,";
    String written = file.text("file", wanted);
    try {
      Path csv = datasetFile.toAbsolutePath().resolveSibling(written);
      if (!written.isEmpty() && !Files.isRegularFile(csv)) {
        file.wrong("file", written, wanted);
      }
      return csv;
    } catch (InvalidPathException e) {
      file.wrong("file", written, wanted);
      return datasetFile;
    }
  }

  /** The CSV file as the user knows it. */
  private static String where(YamlSection file) {
    String written = file.text("file", "");
    return Path.of(written).isAbsolute() ? written : file.beside(written);
  }

  private static char separator(YamlSection file) {
    if (!file.has("separator")) {
      return ',';
    }
    String written = file.word("separator", List.of(",", ";", "|", TAB)).orElse(TAB);
    return written.equals(TAB) ? '\t' : written.charAt(0);
  }

  private static Optional<String> column(YamlSection file, String key) {
    return file.has(key) ? Optional.of(file.text(key, "the name of a column")) : Optional.empty();
  }

  private static long repetitions(YamlSection file) {
    if (!file.has("repeat")) {
      return 1;
    }
    return file.wholeNumberOr("repeat", 1, MOST_REPETITIONS, ENDLESS, Long.MAX_VALUE);
  }

  private static Instant start(YamlSection file, Optional<String> time) {
    if (time.isEmpty()) {
      return file.time("start");
    }
    if (file.has("start")) {
      file.wrong("start", file.text("start", ""), "no start, since the times are in a column,");
    }
    return Instant.EPOCH;
  }

  /** Makes problems of the first rows that are no records, and counts the others. */
  private static final class Refusals implements Consumer<CsvRefusal> {
    private final String where;
    private final Problems problems;
    private long count;

    Refusals(String where, Problems problems) {
      this.where = where;
      this.problems = problems;
    }

    @Override
    public void accept(CsvRefusal refusal) {
      count++;
      if (count <= MOST_REFUSALS_SHOWN) {
        problems.add(refusal.problem(where));
      }
    }

    void countOthers() {
      if (count > MOST_REFUSALS_SHOWN) {
        long others = count - MOST_REFUSALS_SHOWN;
        problems.add(Problem.of(where, others + " more rows are no records either"));
      }
    }
  }
}
