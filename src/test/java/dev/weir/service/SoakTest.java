package dev.weir.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.compare.ServicePeriod;
import dev.weir.delivery.Account;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.TestServers;
import dev.weir.report.PeriodsFile;
import java.lang.management.ManagementFactory;
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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Swaps without end among good, broken and removed files, and a server that is killed meanwhile.
 */
class SoakTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final double RATE = 2_000;

  @TempDir Path folder;

  @Test
  void swapsAndAKilledServerLoseNothingAndLeaveNothingBehind() throws Exception {
    soak(2, Duration.ofMillis(500));
  }

  @Test
  @Tag("long")
  void fiveMinutesOfSwapsAndAKilledServerLoseNothingAndLeaveNothingBehind() throws Exception {
    soak(12, Duration.ofSeconds(4));
  }

  /**
   * @param rounds each of four swaps to good strategies, a file that is no good and several that
   *     are removed; after the first, and then after every fourth, the server is killed
   */
  private void soak(int rounds, Duration each) throws Exception {
    Scenery scenery = new Scenery(folder);
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      scenery.put("wide-copy-1000");
      ServiceRequest request = scenery.request(server.address(), OptionalDouble.of(RATE));
      try (Service service = new Service(request, new OtherService.Silent())) {
        CompletableFuture<Void> running = Scenery.start(service);
        store(service, each);
        round(scenery, service, each);
        int threads = threads();
        int connections = connections(server);
        restart(server, service);
        for (int round = 1; round < rounds; round++) {
          round(scenery, service, each);
          if (round % 4 == 3) {
            restart(server, service);
          }
        }
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> {
                  assertThat(connections(server))
                      .as("connections")
                      .isLessThanOrEqualTo(connections);
                  assertThat(threads()).as("threads").isLessThanOrEqualTo(threads + 3);
                });
        service.stop();
        running.get(60, TimeUnit.SECONDS);
        assertThat(service.account().orElseThrow().inFlight()).isZero();
      }
      long stored = scenery.assertFirstPart(server.address(), Scenery.SLOT);
      List<ServicePeriod> periods = new PeriodsFile(request.serviceFolder()).read();
      assertThat(periods).hasSize(1 + 4 * rounds).allMatch(ServicePeriod::accounted);
      assertThat(periods.stream().mapToLong(ServicePeriod::records).sum()).isEqualTo(stored);
      assertThat(periods).extracting(ServicePeriod::number).doesNotHaveDuplicates();
    }
  }

  private static void round(Scenery scenery, Service service, Duration each) {
    scenery.put("narrow-copy-1000");
    runs(service, "narrow-copy-1000", each);
    scenery.put("wide-insert-1-x4");
    runs(service, "wide-insert-1-x4", each);
    scenery.write("wide-insert-1-x4", "- templatedRoute: {");
    await().atMost(PATIENCE).until(() -> !service.refused(Scenery.SLOT).isEmpty());
    runs(service, "wide-insert-1-x4", each);
    scenery.put("array-copy-1000");
    runs(service, "array-copy-1000", each);
    scenery.remove("array-copy-1000");
    scenery.remove("narrow-copy-1000");
    scenery.remove("wide-insert-1-x4");
    runs(service, "wide-copy-1000", each);
  }

  private static void restart(EmbeddedServer server, Service service) throws Exception {
    server.stopImmediately();
    await().atMost(PATIENCE).until(() -> service.problem().isPresent());
    server.startAgain();
    await().atMost(PATIENCE).until(() -> service.problem().isEmpty());
  }

  private static void runs(Service service, String strategy, Duration time) {
    await().atMost(PATIENCE).until(() -> service.running(Scenery.SLOT).orElse("").equals(strategy));
    store(service, time);
  }

  private static void store(Service service, Duration time) {
    long before = stored(service);
    long records = (long) (RATE / 4 * time.toMillis() / 1_000);
    await().atMost(PATIENCE).until(() -> stored(service) > before + records);
  }

  private static long stored(Service service) {
    return service.account().map(Account::stored).orElse(0L);
  }

  private static int threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  private static int connections(EmbeddedServer server) throws SQLException {
    try (Connection connection = TestServers.connect(server.address());
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")) {
      row.next();
      return row.getInt(1);
    }
  }
}
