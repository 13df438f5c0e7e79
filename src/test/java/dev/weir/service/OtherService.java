package dev.weir.service;

import dev.weir.camel.Management;
import dev.weir.camel.StrategyFiles;
import dev.weir.config.Home;
import dev.weir.dataset.Datasets;
import dev.weir.postgres.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A service in a JVM of its own, which a test may kill. */
final class OtherService {
  private OtherService() {}

  static Process start(DatabaseAddress database, String strategy, String dataset, Path data)
      throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-D" + Home.PROPERTY + "=" + Home.locate().root(),
                "-cp",
                classPath,
                OtherService.class.getName(),
                database.jdbcUrl(),
                database.user(),
                strategy,
                dataset,
                data.toString()));
    builder.environment().put("PGPASSWORD", database.password());
    return builder
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Arguments: JDBC URL, user, strategy, dataset, data folder. */
  public static void main(String[] arguments) throws SQLException, InterruptedException {
    Home home = Home.locate();
    String user = (arguments[0].contains("?") ? "&" : "?") + "user=" + arguments[1];
    ServiceRequest request =
        new ServiceRequest(
            home,
            new StrategyFiles(home).load(arguments[2]),
            new Datasets(home.datasets()).open(arguments[3]),
            DatabaseAddress.parse(
                arguments[0] + user, Map.of("PGPASSWORD", System.getenv("PGPASSWORD"))),
            Path.of(arguments[4]),
            OptionalDouble.empty(),
            Management.OFF);
    try (Service service = new Service(request, new Silent())) {
      service.run();
    }
  }

  /** Needs to be told nothing. */
  static final class Silent implements ServiceListener {}
}
