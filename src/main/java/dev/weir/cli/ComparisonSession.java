package dev.weir.cli;

import dev.weir.compare.Comparison;
import dev.weir.compare.ComparisonListener;
import dev.weir.compare.ComparisonRequest;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Inquiry;
import dev.weir.compare.Progress;
import dev.weir.compare.Regressions;
import dev.weir.compare.Sample;
import dev.weir.compare.ServerTurns;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.postgres.Pools;
import dev.weir.postgres.ServerProfile;
import dev.weir.report.ConsoleReport;
import dev.weir.report.Environment;
import dev.weir.report.ReportFolder;
import dev.weir.report.SamplesCsv;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Help.Ansi;

/** One comparison from its server to its report. */
final class ComparisonSession {
  private static final Logger LOG = LoggerFactory.getLogger(ComparisonSession.class);

  private final CompareFlags flags;
  private final Home home;
  private final Preparation preparation;
  private final List<String> arguments;
  private final PrintWriter out;
  private final PrintWriter err;

  ComparisonSession(
      CompareFlags flags,
      Home home,
      Preparation preparation,
      List<String> arguments,
      PrintWriter out,
      PrintWriter err) {
    this.flags = flags;
    this.home = home;
    this.preparation = preparation;
    this.arguments = arguments;
    this.out = out;
    this.err = err;
  }

  /**
   * @return the exit code
   */
  @SuppressWarnings("try") // the log file works by being open
  int run() throws InterruptedException {
    Instant startedAt = Instant.now();
    ReportFolder folder = ReportFolder.create(preparation.out(), startedAt);
    try (LogFile log = LogFile.at(folder.path().resolve("weir.log"));
        Interruptions interruptions = new Interruptions(this::sayStopping)) {
      try {
        return compare(folder, startedAt, interruptions);
      } catch (ConfigurationException e) {
        throw e;
      } catch (IOException | SQLException | RuntimeException e) {
        if (interruptions.happensNow()) {
          LOG.info("interrupted", e);
          return Interruptions.EXIT_CODE;
        }
        LOG.error("{}; all of it is in {}", message(e), folder.path().resolve("weir.log"), e);
        return Weir.FAILED;
      }
    }
  }

  private static String message(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private int compare(ReportFolder folder, Instant startedAt, Interruptions interruptions)
      throws IOException, SQLException, InterruptedException {
    ProgressDisplay display = new ProgressDisplay(System.err, Ansi.AUTO.enabled());
    try (SamplesCsv samples = SamplesCsv.in(folder);
        Database database = open()) {
      Environment environment = environment(startedAt, folder, database);
      Comparison comparison =
          new Comparison(request(database), new Kept(folder, samples, environment, display));
      interruptions.then(comparison::stop);
      ComparisonResult measured = comparison.run();
      ComparisonResult result =
          preparation.baseline().map(earlier -> earlier.hold(measured)).orElse(measured);
      display.end();
      boolean written = write(folder, result, environment);
      show(result, folder);
      return written ? exitCode(result, interruptions.happened()) : Weir.FAILED;
    }
  }

  private Database open() throws IOException {
    return preparation.servers().isEmpty()
        ? Database.open(flags.database, System.getenv())
        : Database.variants(preparation.servers());
  }

  private Inquiry inquiry(Database database) {
    Inquiry inquiry = preparation.inquiry();
    if (database.volume().isPresent()) {
      inquiry = inquiry.on(database.volume().get());
    }
    return database.servers().isPresent()
        ? inquiry.on(new ServerTurns(database.servers().get(), preparation.onServer()))
        : inquiry;
  }

  private void sayStopping() {
    err.println("\nweir: stopping; what is finished is kept. Once more ends at once.");
    err.flush();
  }

  private ComparisonRequest request(Database database) {
    return new ComparisonRequest(
        Version.number(),
        home,
        database.address(),
        preparation.dataset(),
        preparation.strategies(),
        preparation.rounds(),
        preparation.seed(),
        preparation.protocol(),
        inquiry(database));
  }

  private Environment environment(Instant startedAt, ReportFolder folder, Database database)
      throws SQLException {
    try (Connection connection = Pools.connect(database.address(), "weir-compare")) {
      return Environment.read(
          Version.number(),
          CommandLineText.of(arguments, database.address().display()),
          startedAt,
          folder.path(),
          ServerProfile.read(connection),
          database.address().display(),
          database.isEmbedded());
    }
  }

  /** What was measured in minutes is shown, also where there is no room to write it. */
  private boolean write(ReportFolder folder, ComparisonResult result, Environment environment) {
    try {
      folder.write(result, Optional.of(environment));
      folder.writeStrategies(result);
      return true;
    } catch (UncheckedIOException e) {
      LOG.info("the report is not whole", e);
      err.println("weir: " + e.getMessage() + "; not all that is shown here is kept");
      return false;
    }
  }

  private void show(ComparisonResult result, ReportFolder folder) {
    if (flags.json) {
      out.print(ReportFolder.json(result));
      err.println("Report: " + folder.path());
    } else {
      ConsoleReport.lines(result).forEach(out::println);
      out.println();
      out.println("Report: " + folder.path().resolve("report.md"));
    }
    out.flush();
    err.flush();
  }

  private static int exitCode(ComparisonResult result, boolean interrupted) {
    if (interrupted && !result.complete()) {
      return Interruptions.EXIT_CODE;
    }
    if (!result.complete() || !result.isVerified()) {
      return Weir.FAILED;
    }
    Regressions baseline = result.findings().baseline();
    return baseline == null || baseline.regressions().isEmpty() ? Weir.DONE : Weir.WORSE;
  }

  /** Keeps results and samples as they come, and shows progress. */
  private final class Kept implements ComparisonListener {
    private final ReportFolder folder;
    private final SamplesCsv samples;
    private final Environment environment;
    private final ProgressDisplay display;
    private boolean warned;

    Kept(
        ReportFolder folder, SamplesCsv samples, Environment environment, ProgressDisplay display) {
      this.folder = folder;
      this.samples = samples;
      this.environment = environment;
      this.display = display;
    }

    @Override
    public void progress(Progress progress) {
      if (!flags.quiet) {
        display.progress(progress);
      }
    }

    @Override
    public void sampled(Sample sample) {
      samples.add(sample);
    }

    @Override
    public void runEnded(ComparisonResult soFar) {
      try {
        folder.write(soFar, Optional.of(environment));
      } catch (UncheckedIOException e) {
        if (!warned) {
          LOG.warn("{}; what is found is shown at the end", e.getMessage(), e);
        }
        warned = true;
      }
    }
  }
}
