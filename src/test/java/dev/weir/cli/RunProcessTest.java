package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.RunningServer;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir run} as a process: what it says over HTTP, and how it takes signals. */
class RunProcessTest {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  @TempDir Path folder;
  private StoredSensors stored;

  @BeforeEach
  void writeStrategy() throws Exception {
    stored = StoredSensors.byStrategyIn(folder);
  }

  private static ConditionFactory patiently() {
    return await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(50));
  }

  private WeirProcess run(String... more) throws Exception {
    String[] arguments = new String[more.length + 2];
    arguments[0] = "run";
    arguments[1] = stored.strategy();
    System.arraycopy(more, 0, arguments, 2, more.length);
    return WeirProcess.start(folder, arguments);
  }

  /** While the server is away no record gets through and Weir lives; that is what it says. */
  @Test
  void readinessFollowsTheServerAndComesBackByItself() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of());
        WeirProcess weir = run("--database", WeirProcess.uri(server.address()))) {
      patiently().until(() -> weir.metric("weir_records_stored_total") > 2_000);
      assertThat(weir.ask("health/ready").status()).isEqualTo(200);

      server.stopImmediately();
      patiently().until(() -> weir.ask("health/ready").status() == 503);
      assertThat(weir.ask("health/ready").body()).contains("DOWN");
      assertThat(weir.ask("health/live").status()).isEqualTo(200);
      // nothing moves now, so each of these figures is of the same moment
      long read = weir.metric("weir_records_read_total");
      long inFlight = weir.metric("weir_records_in_flight");
      long before = weir.metric("weir_records_stored_total");
      assertThat(inFlight).isBetween(1L, 2_001L);
      assertThat(weir.metric("weir_records_dead_lettered_total")).isZero();
      assertThat(read).isEqualTo(before + inFlight);
      assertThat(weir.metric("weir_batches_retried_total")).isPositive();

      server.startAgain();
      patiently().until(() -> weir.ask("health/ready").status() == 200);
      patiently().until(() -> weir.metric("weir_records_stored_total") > before + 2_000);
    }
  }

  @Test
  @Tag("long")
  void aStopWhileTheServerIsAwayEndsInTimeAndLosesNothing() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      String uri = WeirProcess.uri(server.address());
      try (WeirProcess weir = run("--database", uri)) {
        patiently().until(() -> weir.metric("weir_records_stored_total") > 2_000);
        server.stopImmediately();
        weir.signal("TERM");
        assertThat(weir.exitCode(STOP_LIMIT)).isEqualTo(Weir.DONE);
        assertThat(weir.err()).contains("What was not stored is read again with the next start");
      }
      server.startAgain();
      long first = stored.assertFirstPart(server.address());
      assertThat(first).isGreaterThan(2_000);
      try (WeirProcess weir = run("--database", uri)) {
        patiently().until(() -> stored.count(server.address()) > first);
        weir.signal("TERM");
        assertThat(weir.exitCode(STOP_LIMIT)).isEqualTo(Weir.DONE);
      }
      assertThat(stored.assertFirstPart(server.address())).isGreaterThan(first);
    }
  }

  @Test
  void aSecondSignalEndsItAtOnceAndTheKeptServersDataAreWhole() throws Exception {
    Path data = folder.resolve("data");
    long first;
    try (WeirProcess weir = run("--data", data.toString())) {
      patiently().until(() -> weir.metric("weir_records_stored_total") > 2_000);
      DatabaseAddress server = RunningServer.in(data.resolve("postgres")).orElseThrow();
      try (Connection holding = TestServers.connect(server)) {
        holdTable(
            holding,
            stored.table(
                server)); // so that the batch under way cannot end, and the stop has to wait
        weir.signal("TERM");
        patiently().until(() -> weir.err().contains("Once more ends at once"));
        long since = System.nanoTime();
        patiently().until(() -> System.nanoTime() - since > Duration.ofSeconds(1).toNanos());
        assertThat(weir.isAlive()).isTrue();
        weir.signal("TERM");
        assertThat(weir.exitCode(Duration.ofSeconds(5))).isEqualTo(Interruptions.EXIT_CODE);
        holding.rollback();
        first = stored.count(server);
      }
    }
    long after;
    try (WeirProcess weir = run("--data", data.toString())) {
      patiently().until(() -> weir.metric("weir_records_stored_total") > 1_000);
      weir.signal("TERM");
      assertThat(weir.exitCode(STOP_LIMIT)).isEqualTo(Weir.DONE);
      assertThat(weir.out()).contains("in flight 0, ");
    }
    try (EmbeddedServer server =
        EmbeddedServer.start(data.resolve("postgres"), TestServers.settings(TestServers.NEWEST))) {
      after = stored.assertFirstPart(server.address());
    }
    assertThat(after).isGreaterThan(first);
  }

  /** The server of a service's own that somebody, or the system for want of memory, kills. */
  @Test
  void aKeptServerThatIsKilledIsStartedAgainAndUntilItStartsReadinessSaysWhyNot() throws Exception {
    Path data = folder.resolve("data");
    Path cluster = data.resolve("postgres/data");
    Path configuration = cluster.resolve("postgresql.conf");
    try (WeirProcess weir = run("--data", data.toString())) {
      patiently().until(() -> weir.metric("weir_records_stored_total") > 2_000);
      String good = Files.readString(configuration);
      Files.writeString(configuration, "no_such_thing = 1\n", StandardOpenOption.APPEND);
      kill(cluster);
      patiently().until(() -> weir.ask("health/ready").body().contains("no_such_thing"));
      assertThat(weir.ask("health/ready").status()).isEqualTo(503);
      assertThat(weir.ask("health/live").status()).isEqualTo(200);
      long before = weir.metric("weir_records_stored_total");

      Files.writeString(configuration, good);
      patiently().until(() -> weir.metric("weir_records_stored_total") > before + 2_000);
      patiently().until(() -> weir.ask("health/ready").status() == 200);
      assertThat(weir.ask("health/ready").body()).doesNotContain("no_such_thing");
      assertThat(weir.err()).contains("The embedded server runs again");
      weir.signal("TERM");
      assertThat(weir.exitCode(STOP_LIMIT)).isEqualTo(Weir.DONE);
      assertThat(weir.out()).contains("in flight 0, ");
    }
    assertThat(cluster.resolve("postmaster.pid")).doesNotExist();
    try (EmbeddedServer server =
        EmbeddedServer.start(data.resolve("postgres"), TestServers.settings(TestServers.NEWEST))) {
      assertThat(stored.assertFirstPart(server.address())).isGreaterThan(4_000);
    }
  }

  private static void kill(Path cluster) throws IOException {
    long postmaster = Long.parseLong(Files.readAllLines(cluster.resolve("postmaster.pid")).get(0));
    assertThat(ProcessHandle.of(postmaster).orElseThrow().destroyForcibly()).isTrue();
  }

  private static void holdTable(Connection connection, String table) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLE " + table + " IN EXCLUSIVE MODE");
    }
  }
}
