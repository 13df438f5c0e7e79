package dev.weir.cli;

import dev.weir.camel.CamelSettings;
import dev.weir.camel.Management;
import dev.weir.camel.StrategyFiles;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import dev.weir.config.ServiceSetting;
import dev.weir.config.ServiceSettings;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.service.Service;
import dev.weir.service.ServiceRequest;
import dev.weir.service.Slot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir run}: the long-lived service. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Stores a dataset by one strategy, or by several side by side, until it is stopped or the"
          + " dataset ends, and goes on where it was with every start.",
      "A change of a strategy's file swaps the strategy while it runs: what the old one has"
          + " gathered is stored, and the new one goes on behind it. A file that is no good changes"
          + " nothing but what health and log say.",
      "Metrics are at http://127.0.0.1:9876/observe/metrics, health at /observe/health/live and"
          + " /observe/health/ready; camel.management.port in config/application.properties sets"
          + " another port."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  weir run",
      "  weir run wide-copy-1000",
      "  weir run wide-copy-1000 narrow-copy-1000 --rate 1000",
      "  weir run wide-copy-1000 --rate 5000 --database postgresql://me@host/db"
    })
final class RunCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

  @Parameters(
      paramLabel = "STRATEGY",
      arity = "0..*",
      description = {
        "By the name of its file in routes/strategies/, or the path of a route file. A folder: of"
            + " the route files in it, the one changed last.",
        "Default: the folder routes/live."
      })
  private List<String> strategyNames = new ArrayList<>();

  @Option(
      names = "--dataset",
      paramLabel = "NAME",
      description = "A dataset by the name of its file in datasets/, or a path. Default: sensors.")
  private String datasetName = "sensors";

  @Mixin private KeptDatabaseFlags databaseFlags;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Records a second of each strategy. Default: as fast as the database takes them.")
  private String rate = "";

  @Spec private CommandSpec spec;

  @Override
  @SuppressWarnings("try") // the log works by being open
  public Integer call() throws IOException, SQLException, InterruptedException {
    Home home = Home.locate();
    Problems problems = new Problems();
    List<Slot> slots = new ArrayList<>();
    Dataset[] dataset = new Dataset[1];
    for (String name : strategyNames.isEmpty() ? List.of(home.live().toString()) : strategyNames) {
      problems.collect(() -> slots.add(slot(home, name)));
    }
    Path data = databaseFlags.data(home);
    problems.collect(() -> Slot.check(slots, home, data));
    problems.collect(() -> dataset[0] = new Datasets(home.datasets()).open(datasetName));
    OptionalDouble recordsPerSecond = rate(problems);
    ServiceSettings[] settings = new ServiceSettings[1];
    problems.collect(
        () -> {
          settings[0] = ServiceSettings.of(home, System.getenv());
          CamelSettings.check(home, settings[0], Management.ON);
        });
    problems.throwIfAny();
    CompletableFuture<Void> stop = new CompletableFuture<>();
    try (LogFile log =
            LogFile.rolling(data.resolve("logs"), settings[0].get(ServiceSetting.LOG_SIZE));
        Interruptions interruptions = new Interruptions(() -> stop(stop))) {
      ServiceSettings.idleVariables(System.getenv())
          .forEach(name -> LOG.warn("environment variable {} sets no key Weir knows", name));
      try (Database database = databaseFlags.open(home)) {
        ServiceRequest request =
            new ServiceRequest(
                home, slots, dataset[0], database.address(), data, recordsPerSecond, Management.ON);
        database.keepServer();
        CompletableFuture<Void> left = stop.thenRun(database::leaveServer);
        run(request, database, stop);
        left.cancel(false);
      } catch (IOException e) {
        if (!interruptions.happensNow()) {
          throw e;
        }
        LOG.info("interrupted", e);
      }
      return interruptions.fromTerminal() ? Interruptions.EXIT_CODE : Weir.DONE;
    }
  }

  /** The file need not be good, nor there: a service that ran before goes on with what it has. */
  private Slot slot(Home home, String nameOrPath) {
    Path path = Path.of(nameOrPath).toAbsolutePath().normalize();
    if (nameOrPath.isEmpty()) {
      // a shell's variable that is not set, and not the working folder
      throw new ConfigurationException(
          new Problem("command line", "STRATEGY", "", "a name or a path"));
    }
    if (path.getFileName() == null) {
      // a slot has its folder's name
      throw new ConfigurationException(
          new Problem("command line", "STRATEGY", nameOrPath, "a folder that has a name"));
    }
    if (Files.isDirectory(path)) {
      return Slot.watching(path.getFileName().toString(), path);
    }
    Slot gone = Slot.watching(StrategyFiles.name(path), path);
    if (!Files.exists(path) && gone.hasRun(databaseFlags.data(home))) {
      return nameOrPath.equals(gone.name())
          ? Slot.watching(
              gone.name(), home.strategies().resolve(path.getFileName() + ".camel.yaml"))
          : gone;
    }
    Path file = new StrategyFiles(home).find(nameOrPath);
    return Slot.watching(StrategyFiles.name(file), file);
  }

  private void run(ServiceRequest request, Database database, CompletableFuture<Void> stop)
      throws SQLException, InterruptedException {
    try (Service service =
        new Service(request, new ServiceLines(request, spec.commandLine().getOut()))) {
      service.showServer(database::serverProblem);
      CompletableFuture<Void> stopped = stop.thenRun(service::stop);
      service.run();
      stopped.cancel(false);
    }
  }

  private void stop(CompletableFuture<Void> stop) {
    spec.commandLine()
        .getErr()
        .println("weir: stopping; what was read is stored first. Once more ends at once.");
    spec.commandLine().getErr().flush();
    stop.complete(null);
  }

  private OptionalDouble rate(Problems problems) {
    if (rate.isEmpty()) {
      return OptionalDouble.empty();
    }
    if (!rate.matches("\\d{1,9}(\\.\\d{1,6})?") || Double.parseDouble(rate) == 0) {
      problems.add("command line", "--rate", rate, "a number of records a second above 0");
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Double.parseDouble(rate));
  }
}
