package dev.weir.cli;

import dev.weir.compare.ComparisonResult;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import dev.weir.config.Strategy;
import dev.weir.dataset.Dataset;
import dev.weir.report.ReportFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The earlier result a comparison is to be held against.
 *
 * @param file as the user named it
 */
record Baseline(String file, ComparisonResult result) {
  private static final String FLAG = "--baseline";

  /**
   * @throws ConfigurationException if there is no result
   */
  static Baseline read(String file) {
    Path path = Path.of(file);
    if (!Files.exists(path)) {
      throw new ConfigurationException(
          new Problem("command line", FLAG, file, "a results.json, or the folder of one"));
    }
    return new Baseline(
        file,
        Files.isDirectory(path)
            ? ReportFolder.existing(path).readResult()
            : ReportFolder.readResult(path));
  }

  /** Collects why nothing could be held against it, before anything is measured. */
  void check(List<Strategy> strategies, Dataset dataset, Problems problems) {
    List<String> names = result.strategies().stream().map(ComparisonResult.Compared::name).toList();
    if (!strategies.isEmpty() && strategies.stream().noneMatch(s -> names.contains(s.name()))) {
      problems.add(
          "command line", FLAG, file, "a result of one of these strategies; it has " + names);
    }
    if (dataset != null
        && (!result.conditions().dataset().equals(dataset.name())
            || result.conditions().measurements() != dataset.measurements())) {
      problems.add(
          "command line",
          FLAG,
          file,
          "a result with dataset %s of %d measurements; it has %s of %d"
              .formatted(
                  dataset.name(),
                  dataset.measurements(),
                  result.conditions().dataset(),
                  result.conditions().measurements()));
    }
  }

  /** A result with what it has become worse in. */
  ComparisonResult hold(ComparisonResult now) {
    return now.against(file, result);
  }
}
