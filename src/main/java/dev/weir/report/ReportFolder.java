package dev.weir.report;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.ServicePeriod;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.TextFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The folder of one comparison: results, environment, reports, samples, strategies. */
public final class ReportFolder {
  private static final String RESULTS = "results.json";
  private static final String ENVIRONMENT = "environment.json";
  private static final Path REPORTS = Path.of("reports");

  /** No colons: they may not stand in a file name everywhere. */
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final List<Rendering> RENDERINGS = List.of(new MarkdownReport(), new HtmlReport());

  private final Path path;

  private ReportFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes the folder for a new comparison.
   *
   * @param given the folder the user named, or empty for {@code reports/<UTC time>} in the working
   *     folder
   * @throws ConfigurationException if it cannot be written, or holds results already
   */
  public static ReportFolder create(Optional<Path> given, Instant startedAt) {
    check(given);
    Path path = given.orElse(REPORTS);
    try {
      path = given.isPresent() ? Files.createDirectories(path) : below(path, startedAt);
      Files.delete(Files.createTempFile(path, ".writable", ""));
    } catch (IOException e) {
      throw unfit(path, "a folder that can be written (" + e + ")");
    }
    return new ReportFolder(path);
  }

  /** Two comparisons begun in one second get a folder each, as each makes its own. */
  static Path below(Path reports, Instant startedAt) throws IOException {
    String name = NAME.format(startedAt);
    Files.createDirectories(reports);
    for (int number = 2; ; number++) {
      try {
        return Files.createDirectory(reports.resolve(name));
      } catch (FileAlreadyExistsException e) {
        name = NAME.format(startedAt) + "-" + number;
      }
    }
  }

  /**
   * Looks whether {@link #create} would do, without making anything.
   *
   * @throws ConfigurationException if the folder holds results already, or cannot be made
   */
  public static void check(Optional<Path> given) {
    if (given.isPresent() && given.get().toString().isEmpty()) {
      throw unfit(given.get(), "the name of a folder"); // a shell's variable that is not set
    }
    Path path = given.orElse(REPORTS).toAbsolutePath();
    if (Files.exists(path.resolve(RESULTS))) {
      throw unfit(path, "a folder without a " + RESULTS + " in it");
    }
    Path there = path;
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there) || !Files.isWritable(there)) {
      throw unfit(path, "a folder that can be made and written (" + there + " cannot)");
    }
  }

  /**
   * The folder of a comparison that was done.
   *
   * @throws ConfigurationException if there is no result in it
   */
  public static ReportFolder existing(Path path) {
    if (!Files.isRegularFile(path.resolve(RESULTS))) {
      throw new ConfigurationException(
          Problem.of(
              path.toString(), "no " + RESULTS + " in it; a folder that holds one is needed"));
    }
    return new ReportFolder(path);
  }

  /**
   * Where a service keeps its periods.
   *
   * @param given the service's data folder, or the folder of the periods within it
   * @return empty when there are none
   */
  public static Optional<ReportFolder> ofService(Path given) {
    for (Path folder : List.of(given, given.resolve("service"))) {
      if (Files.isRegularFile(new PeriodsFile(folder).path())) {
        return Optional.of(new ReportFolder(folder));
      }
    }
    return Optional.empty();
  }

  /** The periods kept in this folder; none where it is that of a comparison. */
  public List<ServicePeriod> periods() {
    return new PeriodsFile(path).read();
  }

  public Path path() {
    return path;
  }

  /** Writes what is known so far; called after each run, so that a crash keeps what is finished. */
  public void write(ComparisonResult result, Optional<Environment> environment) {
    AtomicFile.write(path.resolve(RESULTS), json(result));
    environment.ifPresent(e -> AtomicFile.write(path.resolve(ENVIRONMENT), ResultJson.write(e)));
    render(result, environment);
  }

  /** Writes the reports, not the results. */
  public void render(ComparisonResult result, Optional<Environment> environment) {
    for (Rendering rendering : RENDERINGS) {
      AtomicFile.write(path.resolve(rendering.fileName()), rendering.render(result, environment));
    }
  }

  /** Writes every strategy with every setting, as it was in force. */
  public void writeStrategies(ComparisonResult result) {
    Path folder = path.resolve("strategies");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " not made", e);
    }
    result
        .strategies()
        .forEach(
            strategy ->
                AtomicFile.write(
                    folder.resolve(StrategyYaml.fileName(strategy)), StrategyYaml.of(strategy)));
  }

  /**
   * @throws ConfigurationException if results.json is not one of Weir's
   */
  public ComparisonResult readResult() {
    return readResult(path.resolve(RESULTS));
  }

  /**
   * A results.json, whatever it was renamed to.
   *
   * @throws ConfigurationException if it cannot be read or is not one of Weir's
   */
  public static ComparisonResult readResult(Path file) {
    return read(file, ComparisonResult.class, ResultCheck::whole);
  }

  /** Empty when there is no environment.json. */
  public Optional<Environment> readEnvironment() {
    return Files.isRegularFile(path.resolve(ENVIRONMENT))
        ? Optional.of(read(path.resolve(ENVIRONMENT), Environment.class, ResultCheck::whole))
        : Optional.empty();
  }

  /** A result as it stands in results.json. */
  public static String json(ComparisonResult result) {
    return ResultJson.write(result);
  }

  private interface Check<T> {
    T whole(String where, T read, JsonNode file);
  }

  private static <T> T read(Path file, Class<T> type, Check<T> check) {
    try {
      String text = TextFile.read(file, file.toString());
      return check.whole(file.toString(), ResultJson.read(text, type), ResultJson.read(text));
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      throw new ConfigurationException(
          Problem.of(
              at == null ? file.toString() : file + ":" + at.getLineNr(),
              "not a result of Weir: " + e.getOriginalMessage()));
    }
  }

  private static ConfigurationException unfit(Path path, String wanted) {
    return new ConfigurationException(
        new Problem("command line", "--out", path.toString(), wanted));
  }
}
