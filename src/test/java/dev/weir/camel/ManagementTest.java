package dev.weir.camel;

import static dev.weir.camel.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.config.TestHome;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import dev.weir.layout.TableCreation;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metrics and health, in a home whose path has a space in it. */
class ManagementTest {
  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir Path folder;

  @Test
  void aRunningStrategyShowsInTheMetricsAndLeavesThemWhenClosed() throws Exception {
    int port = freePort();
    Home home = copiedHome(port);
    DatabaseAddress database = TestServers.address();
    Dataset sensors = new Datasets(home.datasets()).open("sensors");
    Table table =
        new Table("", "observed", Layouts.WIDE, sensors.measurements(), TableOptions.defaults());
    try (Connection connection = TestServers.connect(database)) {
      new TableCreation(table, List.of()).createIfMissing(connection);
    }
    Strategy strategy = new StrategyFiles(home).load("wide-copy-1000");
    try (Pipeline pipeline = new Pipeline(home, database, Management.ON)) {
      try (Ingestion ingestion =
          pipeline.ingest(strategy, IngestionRequest.of(sensors, table, 2_000))) {
        assertThat(ingestion.awaitEnd(Duration.ofSeconds(30))).isTrue();
        assertThat(get(port, "metrics").lines())
            .contains(
                "weir_records_stored_total{lane=\"0\",layout=\"wide\",method=\"copy-binary\",slot=\"wide-copy-1000\",strategy=\"wide-copy-1000\"}"
                    + " 2000.0",
                "weir_records_read_total{lane=\"0\",layout=\"wide\",method=\"copy-binary\",slot=\"wide-copy-1000\",strategy=\"wide-copy-1000\"}"
                    + " 2000.0",
                "weir_batches_stored_total{lane=\"0\",layout=\"wide\",method=\"copy-binary\",slot=\"wide-copy-1000\",strategy=\"wide-copy-1000\"}"
                    + " 2.0")
            .anyMatch(line -> line.startsWith("weir_batch_duration_seconds_bucket{"));
        assertThat(get(port, "health/live")).contains("UP");
      }
      await().untilAsserted(() -> assertThat(get(port, "metrics")).doesNotContain("weir_"));
    }
  }

  @Test
  void forMeasuringNoPortIsOpened() throws Exception {
    int port = freePort();
    Home home = copiedHome(port);
    try (Pipeline pipeline = new Pipeline(home, TestServers.address());
        ServerSocket free = new ServerSocket(port)) {
      assertThat(free.isBound()).isTrue();
      assertThat(pipeline.context().getManagementStrategy().getManagementAgent()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"camel.main.nam, x", "camel.management.port, 70000", "camel.management.port, none"})
  void aKeyCamelDoesNotKnowOrAValueItCannotTakeIsWrongConfiguration(String key, String value)
      throws Exception {
    Home home = TestHome.in(folder, Map.of(key, value)).home();
    DatabaseAddress database = TestServers.address();
    assertThatThrownBy(() -> new Pipeline(home, database, Management.ON).close())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("config/application.properties: " + key + " is \"" + value + "\"; ");
  }

  private String get(int port, String what) throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/observe/" + what))
                .build(),
            BodyHandlers.ofString())
        .body();
  }

  private Home copiedHome(int port) throws IOException {
    Home original = Home.locate();
    Path root = folder.resolve("weir home");
    for (Path part : List.of(original.routes(), original.datasets(), original.config())) {
      try (Stream<Path> files = Files.walk(part)) {
        for (Path file : files.toList()) {
          Path target = root.resolve(original.root().relativize(file).toString());
          if (Files.isDirectory(file)) {
            Files.createDirectories(target);
          } else {
            Files.copy(file, target);
          }
        }
      }
    }
    Path settings = root.resolve("config/application.properties");
    Files.writeString(settings, Files.readString(settings).replace("9876", "" + port));
    return new Home(root);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
