package dev.weir.cli;

import dev.weir.camel.Management;
import dev.weir.camel.StrategyFiles;
import dev.weir.config.Home;
import dev.weir.config.Problems;
import dev.weir.config.Strategy;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.service.Service;
import dev.weir.service.ServiceRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
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
      "Stores a dataset by one strategy until it is stopped or the dataset ends, and goes on where"
          + " it was with every start.",
      "Metrics are at http://127.0.0.1:9876/observe/metrics, health at /observe/health/live and"
          + " /observe/health/ready; camel.management.port in config/application.properties sets"
          + " another port."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  weir run wide-copy-1000",
      "  weir run wide-copy-1000 --rate 5000 --database postgresql://me@host/db"
    })
final class RunCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "STRATEGY",
      description = "By the name of its file in routes/strategies/, or the path of a route file.")
  private String strategyName;

  @Option(
      names = "--dataset",
      paramLabel = "NAME",
      description = "A dataset by the name of its file in datasets/, or a path. Default: sensors.")
  private String datasetName = "sensors";

  @Mixin private KeptDatabaseFlags databaseFlags;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Records a second. Default: as fast as the database takes them.")
  private String rate = "";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    Home home = Home.locate();
    Problems problems = new Problems();
    Strategy[] strategy = new Strategy[1];
    Dataset[] dataset = new Dataset[1];
    problems.collect(() -> strategy[0] = new StrategyFiles(home).load(strategyName));
    problems.collect(() -> dataset[0] = new Datasets(home.datasets()).open(datasetName));
    OptionalDouble recordsPerSecond = rate(problems);
    problems.throwIfAny();
    Path data = databaseFlags.data(home);
    CompletableFuture<Void> stop = new CompletableFuture<>();
    try (Interruptions interruptions = new Interruptions(() -> stop(stop))) {
      try (Database database = databaseFlags.open(home)) {
        ServiceRequest request =
            new ServiceRequest(
                home,
                strategy[0],
                dataset[0],
                database.address(),
                data,
                recordsPerSecond,
                Management.ON);
        run(request, stop);
      }
      return interruptions.fromTerminal() ? Interruptions.EXIT_CODE : Weir.DONE;
    }
  }

  private void run(ServiceRequest request, CompletableFuture<Void> stop)
      throws SQLException, InterruptedException {
    try (Service service = new Service(request)) {
      CompletableFuture<Void> stopped = stop.thenRun(service::stop);
      service.run(new ServiceLines(request, spec.commandLine().getOut()));
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
