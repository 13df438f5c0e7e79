package dev.weir.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.compare.ServicePeriod;
import dev.weir.config.ConfigurationException;
import dev.weir.delivery.Account;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import dev.weir.report.PeriodsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strategies changed while the service runs. */
class SwapTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final OptionalDouble RATE = OptionalDouble.of(2_000);
  private static final String SLOT = Scenery.SLOT;

  private static final String WRITTEN_OUT =
      """
      - route:
          from:
            uri: records:own-name
            parameters:
              lane: "{{lane:0}}"
              lanes: "{{lanes:1}}"
            steps:
              - aggregate:
                  correlationExpression:
                    constant: lane
                  aggregationStrategy: "#class:dev.weir.camel.GatherBatch"
                  executorService: "#class:dev.weir.camel.Handover"
                  completionSize: "100"
                  completionTimeout: "1s"
                  forceCompletionOnStop: true
                  completeAllOnStop: true
                  steps:
                    - to:
                        uri: batch-writer:own-name
                        parameters:
                          lane: "{{lane:0}}"
                          layout: wide
                          method: copy-binary
                          batchSize: "100"
      """;

  @TempDir Path folder;
  private Scenery scenery;
  private DatabaseAddress database;

  @BeforeEach
  void prepare() throws IOException {
    scenery = new Scenery(folder);
    database = TestServers.address();
  }

  private static long stored(Service service) {
    return service.account().map(Account::stored).orElse(0L);
  }

  private static void awaitRunning(Service service, String strategy) {
    await().atMost(PATIENCE).until(() -> service.running(SLOT).equals(Optional.of(strategy)));
    long before = stored(service);
    await().atMost(PATIENCE).until(() -> stored(service) > before + 500);
  }

  private static void end(Service service, CompletableFuture<Void> running) throws Exception {
    service.stop();
    running.get(30, TimeUnit.SECONDS);
  }

  @Test
  void strategiesFollowEachOtherWithoutARecordLostOrTwice() throws Exception {
    scenery.put("narrow-copy-1000");
    ServiceRequest request = scenery.request(database, RATE);
    try (Service service = new Service(request, new OtherService.Silent())) {
      CompletableFuture<Void> running = Scenery.start(service);
      awaitRunning(service, "narrow-copy-1000");
      scenery.put("wide-copy-1000");
      awaitRunning(service, "wide-copy-1000");
      // four lanes have not come equally far when they are stopped
      scenery.put("wide-insert-1-x4");
      awaitRunning(service, "wide-insert-1-x4");
      scenery.remove("wide-insert-1-x4");
      awaitRunning(service, "wide-copy-1000");
      scenery.put("wide-copy-1000", "fillfactor=50", "delivery=exactly-once");
      await().atMost(PATIENCE).until(() -> scenery.tables(database, SLOT).size() == 3);
      awaitRunning(service, "wide-copy-1000");
      end(service, running);
      assertThat(service.account().orElseThrow().inFlight()).isZero();
    }
    long first = scenery.assertFirstPart(database, SLOT);
    assertThat(first).isGreaterThan(2_500);
    assertThat(scenery.tables(database, SLOT))
        .contains("weir_slot_sensors_wide", "weir_slot_sensors_narrow")
        .hasSize(3);
    try (Service service = new Service(request, new OtherService.Silent())) {
      CompletableFuture<Void> running = Scenery.start(service);
      awaitRunning(service, "wide-copy-1000");
      end(service, running);
    }
    assertThat(scenery.assertFirstPart(database, SLOT)).isGreaterThan(first);
  }

  @Test
  void aFileThatIsNoGoodChangesNothingButWhatIsSaidAndOneThatIsGoneNeither() throws Exception {
    scenery.put("wide-copy-1000");
    ServiceRequest request = scenery.request(database, RATE);
    try (Service service = new Service(request, new OtherService.Silent())) {
      CompletableFuture<Void> running = Scenery.start(service);
      awaitRunning(service, "wide-copy-1000");
      scenery.put("wide-copy-1000", "fillfactor=900");
      await().atMost(PATIENCE).until(() -> service.refused(SLOT).contains("fillfactor"));
      scenery.write("wide-copy-1000", "- templatedRoute: {");
      await().atMost(PATIENCE).until(() -> !service.refused(SLOT).contains("fillfactor"));
      awaitRunning(service, "wide-copy-1000");
      assertThat(service.refused(SLOT)).contains("wide-copy-1000.camel.yaml");
      assertThat(service.problem()).isEmpty();
      scenery.remove("wide-copy-1000");
      await().atMost(PATIENCE).until(() -> service.refused(SLOT).contains("no route file"));
      awaitRunning(service, "wide-copy-1000");
      end(service, running);
    }
    // the start after it has what ran last
    try (Service service = new Service(request, new OtherService.Silent())) {
      assertThat(service.refused(SLOT)).contains("no route file");
      CompletableFuture<Void> running = Scenery.start(service);
      awaitRunning(service, "wide-copy-1000");
      scenery.put("wide-copy-1000");
      await().atMost(PATIENCE).until(() -> service.refused(SLOT).isEmpty());
      end(service, running);
    }
    scenery.assertFirstPart(database, SLOT);
  }

  @Test
  void aStrategyTheServerDoesNotTakeGivesWayToTheOneBefore() throws Exception {
    scenery.put("wide-copy-1000");
    ServiceRequest request = scenery.request(database, RATE);
    try (Service service = new Service(request, new OtherService.Silent())) {
      CompletableFuture<Void> running = Scenery.start(service);
      awaitRunning(service, "wide-copy-1000");
      try (Connection connection = TestServers.connect(database);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE weir_slot_sensors_narrow (no text)");
      }
      scenery.put("narrow-copy-1000");
      await().atMost(PATIENCE).until(() -> service.refused(SLOT).contains("column"));
      awaitRunning(service, "wide-copy-1000");
      // the table is as wanted, and refuses every statement once it is written to
      try (Connection connection = TestServers.connect(database);
          Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '42501'; END $$");
        statement.execute("DROP TABLE weir_slot_sensors_narrow");
        statement.execute(
            "CREATE TABLE weir_slot_sensors_narrow (id bigint NOT NULL, recorded_at timestamptz NOT"
                + " NULL, series integer NOT NULL, measurement smallint NOT NULL, value float8)");
        statement.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON weir_slot_sensors_narrow"
                + " FOR EACH ROW EXECUTE FUNCTION refuse()");
      }
      scenery.put("narrow-insert-1000");
      await().atMost(PATIENCE).until(() -> service.refused(SLOT).contains("narrow-insert-1000"));
      awaitRunning(service, "wide-copy-1000");
      assertThat(service.problem()).isEmpty();
      end(service, running);
    }
    scenery.assertFirstPart(database, SLOT);
  }

  @Test
  void aRouteWrittenOutTakesPartAndItsSessionsAreSeenAsTheSlots() throws Exception {
    scenery.put("wide-copy-1000");
    ServiceRequest request = scenery.request(database, RATE);
    try (Service service = new Service(request, new OtherService.Silent())) {
      CompletableFuture<Void> running = Scenery.start(service);
      awaitRunning(service, "wide-copy-1000");
      scenery.write("own", WRITTEN_OUT);
      awaitRunning(service, "own");
      // five looks a second
      await().pollDelay(Duration.ofMillis(500)).until(() -> true);
      scenery.remove("own");
      awaitRunning(service, "wide-copy-1000");
      end(service, running);
    }
    scenery.assertFirstPart(database, SLOT);
    List<ServicePeriod> periods = new PeriodsFile(request.serviceFolder()).read();
    assertThat(periods)
        .extracting(ServicePeriod::strategy)
        .containsExactly("wide-copy-1000", "own", "wide-copy-1000");
    assertThat(periods.get(1).accounted()).isTrue();
    assertThat(periods.get(1).waits()).isNotEmpty();
  }

  @Test
  void strategiesSideBySideStoreTheSameRecordsEachIntoTablesOfItsOwn() throws Exception {
    scenery.put("wide-copy-1000");
    scenery.put("narrow-copy-1000");
    List<Slot> slots =
        List.of(
            Slot.watching("wide", scenery.routes().resolve("wide-copy-1000.camel.yaml")),
            Slot.watching("narrow", scenery.routes().resolve("narrow-copy-1000.camel.yaml")));
    try (Service service =
        new Service(scenery.request(database, RATE, slots), new OtherService.Silent())) {
      CompletableFuture<Void> running = Scenery.start(service);
      await().atMost(PATIENCE).until(() -> stored(service) > 16_000);
      end(service, running);
      Map<String, Double> wal =
          new PeriodsFile(folder.resolve("data/service"))
              .read().stream()
                  .collect(Collectors.toMap(ServicePeriod::slot, ServicePeriod::walBytesPerRecord));
      assertThat(wal.get("narrow")).isGreaterThan(5 * wal.get("wide"));
      assertThat(
              scenery.assertFirstPart(database, "wide")
                  + scenery.assertFirstPart(database, "narrow"))
          .isEqualTo(stored(service));
    }
  }

  @Test
  void whatCannotBeginSaysWhy() {
    assertThatThrownBy(
            () -> new Service(scenery.request(database, RATE), new OtherService.Silent()).close())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("no route file");
  }
}
