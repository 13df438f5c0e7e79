package dev.weir.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.camel.Management;
import dev.weir.camel.StrategyFiles;
import dev.weir.compare.ServicePeriod;
import dev.weir.compare.ServicePeriods;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.dataset.RecordDigest;
import dev.weir.delivery.Account;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.TestServers;
import dev.weir.report.ConsoleReport;
import dev.weir.report.PeriodsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service from its start to its stop, and what is in the table after it. */
class ServiceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Home home = Home.locate();
  private final Dataset sensors = new Datasets(home.datasets()).open("sensors");

  @TempDir Path folder;

  private Strategy exactlyOnce() {
    return new StrategyFiles(home)
        .load("wide-copy-1000")
        .with(StrategySetting.DELIVERY, "exactly-once");
  }

  private ServiceRequest request(DatabaseAddress database, Strategy strategy, Dataset dataset) {
    return new ServiceRequest(
        home, strategy, dataset, database, folder, OptionalDouble.empty(), Management.OFF);
  }

  private ServiceRequest atRate(ServiceRequest request, double rate) {
    return new ServiceRequest(
        home,
        strategy(request),
        request.dataset(),
        request.database(),
        folder,
        OptionalDouble.of(rate),
        Management.OFF);
  }

  private static Strategy strategy(ServiceRequest request) {
    return ((Slot.Fixed) request.slots().get(0).source()).strategy();
  }

  private static CompletableFuture<Void> start(Service service) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            service.run();
          } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static long stored(Service service) {
    return service.account().map(Account::stored).orElse(0L);
  }

  /** Lost 0, twice 0: the table holds a first part of the dataset, bit for bit. */
  private long assertFirstPart(ServiceRequest request) throws SQLException {
    try (Connection connection = TestServers.connect(request.database());
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                ServiceTable.of(strategy(request), request.dataset()).digestQuery())) {
      row.next();
      long records = row.getLong("records");
      assertThat(row.getString("digest"))
          .as("digest of %d records", records)
          .isEqualTo(RecordDigest.of(request.dataset(), 0, 1, records).hex());
      assertThat(row.getLong("misplaced")).isZero();
      return records;
    }
  }

  @Test
  void sevenRecordsInABatchOfAThousandAreStoredByAStopAndTheNextStartGoesOn() throws Exception {
    Strategy patient = exactlyOnce().with(StrategySetting.BATCH_TIMEOUT, "10m");
    ServiceRequest slow = atRate(request(TestServers.address(), patient, sensors), 20);
    try (Service service = new Service(slow, new OtherService.Silent())) {
      CompletableFuture<Void> end = start(service);
      await().atMost(PATIENCE).until(() -> service.account().map(Account::read).orElse(0L) >= 7);
      assertThat(stored(service)).isZero();
      service.stop();
      end.get(30, TimeUnit.SECONDS);
      assertThat(service.account().orElseThrow().inFlight()).isZero();
    }
    long first = assertFirstPart(slow);
    assertThat(first).isBetween(7L, 60L);

    ServiceRequest fast = request(slow.database(), patient, sensors);
    try (Service service = new Service(fast, new OtherService.Silent())) {
      CompletableFuture<Void> end = start(service);
      await().atMost(PATIENCE).until(() -> stored(service) >= 3_000);
      service.stop();
      end.get(30, TimeUnit.SECONDS);
      assertThat(assertFirstPart(fast)).isEqualTo(first + stored(service));
    }
  }

  @Test
  void theEndOfTheDatasetEndsTheServiceAndAnotherStartFindsNothingToDo() throws Exception {
    Files.writeString(folder.resolve("three.csv"), "a\n1.5\n-2\n2.5\n");
    Files.writeString(
        folder.resolve("three.yaml"),
        """
        kind: csv
        file: three.csv
        start: 2026-01-01T00:00:00Z
        interval: 1s
        repeat: 2
        """);
    Dataset three = new Datasets(home.datasets()).open(folder.resolve("three.yaml").toString());
    ServiceRequest request =
        request(TestServers.address(), new StrategyFiles(home).load("narrow-copy-1000"), three);
    for (int times = 0; times < 2; times++) {
      try (Service service = new Service(request, new OtherService.Silent())) {
        start(service).get(30, TimeUnit.SECONDS);
      }
      assertThat(assertFirstPart(request)).isEqualTo(6);
    }
  }

  @Test
  void aSecondServiceOnTheSameSourceRefuses() throws Exception {
    ServiceRequest request = atRate(request(TestServers.address(), exactlyOnce(), sensors), 100);
    try (Service first = new Service(request, new OtherService.Silent());
        Service second = new Service(request, new OtherService.Silent())) {
      CompletableFuture<Void> end = start(first);
      await().atMost(PATIENCE).until(() -> first.account().isPresent());
      assertThatThrownBy(() -> start(second).get(30, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(ConfigurationException.class)
          .hasMessageContaining("another Weir writes from here");
      first.stop();
      end.get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void aDatabaseThatComesLateAndGoesAwayIsWaitedForAndMemoryStaysBounded() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      ServiceRequest request = request(server.address(), exactlyOnce(), sensors);
      server.stopImmediately();
      try (Service service = new Service(request, new OtherService.Silent())) {
        CompletableFuture<Void> end = start(service);
        assertThat(service.problem()).hasValueSatisfying(p -> assertThat(p).contains("database"));
        server.startAgain();
        await().atMost(PATIENCE).until(() -> stored(service) > 2_000);
        assertThat(service.problem()).isEmpty();
        server.stopImmediately();
        await().atMost(PATIENCE).until(() -> service.problem().isPresent());
        // one batch being written, one handed over or gathered, one record on its way
        assertThat(service.account().orElseThrow().inFlight()).isBetween(1L, 2_001L);
        server.startAgain();
        long before = stored(service);
        await().atMost(PATIENCE).until(() -> stored(service) > before + 2_000);
        assertThat(service.problem()).isEmpty();
        service.stop();
        end.get(30, TimeUnit.SECONDS);
        assertThat(service.account().orElseThrow().inFlight()).isZero();
        assertThat(assertFirstPart(request)).isEqualTo(stored(service));
      }
    }
  }

  @Test
  void aPeriodThatEndsBeforeAllItReadIsStoredSaysWhyInTheReport() throws Exception {
    ServiceRequest request = request(TestServers.address(), exactlyOnce(), sensors);
    String table = ServiceTable.of(strategy(request), sensors).qualifiedName();
    try (Service service = new Service(request, new OtherService.Silent())) {
      CompletableFuture<Void> end = start(service);
      await().atMost(PATIENCE).until(() -> stored(service) > 1_000);
      try (Connection connection = TestServers.connect(request.database());
          Statement statement = connection.createStatement()) {
        statement.execute("DROP TABLE " + table);
      }
      assertThatThrownBy(() -> end.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class);
    }
    List<ServicePeriod> periods = new PeriodsFile(request.serviceFolder()).read();
    assertThat(periods)
        .singleElement()
        .satisfies(
            period -> {
              assertThat(period.accounted()).isFalse();
              assertThat(period.failure()).contains("are not stored by its end", "does not exist");
            });
    assertThat(String.join(" ", ConsoleReport.lines(ServicePeriods.result("1", periods))))
        .containsIgnoringWhitespaces(" round 1 FAILED: ", "are not stored by its end");
  }

  @Test
  void aServiceThatIsClosedWhileItsServerIsAwayWaitsForItNoLonger() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      CompletableFuture<Void> end;
      ServiceRequest request = request(server.address(), exactlyOnce(), sensors);
      try (Service service = new Service(request, new OtherService.Silent())) {
        end = start(service);
        await().atMost(PATIENCE).until(() -> stored(service) > 1_000);
        server.stopImmediately();
        await().atMost(PATIENCE).until(() -> service.problem().isPresent());
      }
      end.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void killedAgainAndAgainItLosesNothingAndStoresNothingTwice() throws Exception {
    kill(3);
  }

  @Test
  @Tag("long")
  void killedFiftyTimesItLosesNothingAndStoresNothingTwice() throws Exception {
    kill(50);
  }

  private void kill(int times) throws Exception {
    Path file = folder.resolve("exact.camel.yaml");
    String written =
        Files.readString(home.strategies().resolve("wide-copy-1000.camel.yaml"))
                .replace("wide-copy-1000", "exact")
            + "      - name: delivery\n        value: exactly-once\n";
    Files.writeString(file, written);
    Strategy strategy = new StrategyFiles(home).load(file.toString());
    ServiceRequest request = request(TestServers.address(), strategy, sensors);
    long before = 0;
    for (int time = 0; time < times; time++) {
      Process other = OtherService.start(request.database(), file.toString(), "sensors", folder);
      try {
        long stored = before;
        await().atMost(PATIENCE).until(() -> count(request) > stored);
      } finally {
        other.destroyForcibly().waitFor();
      }
      before = assertFirstPart(request);
    }
    try (Service service = new Service(request, new OtherService.Silent())) {
      CompletableFuture<Void> end = start(service);
      await().atMost(PATIENCE).until(() -> stored(service) > 1_000);
      service.stop();
      end.get(30, TimeUnit.SECONDS);
      assertThat(assertFirstPart(request)).isGreaterThan(before);
    }
  }

  private static long count(ServiceRequest request) {
    String table = ServiceTable.of(strategy(request), request.dataset()).qualifiedName();
    try (Connection connection = TestServers.connect(request.database());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      return 0; // not made yet
    }
  }
}
