package dev.weir.dataset;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A folder with one dataset, {@code mine}, whose two files a test writes. */
abstract class CsvFolder {
  static final String UNTIMED = "start: 2026-01-01T00:00:00Z\ninterval: 1s\n";

  @TempDir Path folder;

  final Dataset open(String keys, String csv) throws IOException {
    yaml(keys, csv);
    return new Datasets(folder).open("mine");
  }

  /** What is wrong, without the folder before the file names. */
  final List<String> problems(String keys, String csv) throws IOException {
    return problems(keys, csv.getBytes(StandardCharsets.UTF_8));
  }

  final List<String> problems(String keys, byte[] csv) throws IOException {
    yaml(keys, "");
    Files.write(folder.resolve("mine.csv"), csv);
    List<String> problems = new ArrayList<>();
    assertThatThrownBy(() -> new Datasets(folder).open("mine"))
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e -> e.problems().forEach(problem -> problems.add(problem.toString())));
    String prefix = folder.getFileName() + "/";
    return problems.stream().map(problem -> problem.replace(prefix, "")).toList();
  }

  final Path yaml(String keys, String csv) throws IOException {
    Files.writeString(folder.resolve("mine.csv"), csv);
    return Files.writeString(folder.resolve("mine.yaml"), "kind: csv\nfile: mine.csv\n" + keys);
  }
}
