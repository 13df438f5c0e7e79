package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServerUpkeepTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** As the system does for want of memory: not by way of us. */
  private static void killFromOutside(EmbeddedServer server) {
    assertThat(ProcessHandle.of(server.postmasterPid()).orElseThrow().destroyForcibly()).isTrue();
  }

  private static long count(EmbeddedServer server) {
    try (Connection connection = Pools.connect(server.address(), "weir-test");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM kept")) {
      row.next();
      return row.getLong(1);
    } catch (SQLException | RuntimeException e) {
      return -1; // not back yet
    }
  }

  private static void make(EmbeddedServer server) throws SQLException {
    try (Connection connection = TestServers.connect(server.address());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE kept AS SELECT 1 AS number");
    }
  }

  @Test
  void aServerThatWasKilledIsStartedAgainAndWhatKeepsItFromStartingIsSaid() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of());
        ServerUpkeep upkeep = ServerUpkeep.of(server)) {
      make(server);
      int port = server.port();
      long killed = server.postmasterPid();
      assertThat(upkeep.problem()).isEmpty();

      killFromOutside(server);
      await().atMost(PATIENCE).until(() -> count(server) == 1);
      assertThat(server.port()).isEqualTo(port);
      assertThat(server.postmasterPid()).isNotEqualTo(killed);
      await().atMost(PATIENCE).until(() -> upkeep.problem().isEmpty());

      Path configuration = server.dataFolder().resolve("postgresql.conf");
      String good = Files.readString(configuration);
      Files.writeString(configuration, "no_such_thing = 1\n", StandardOpenOption.APPEND);
      killFromOutside(server);
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  upkeep
                      .problem()
                      .filter(p -> p.contains("has ended and does not start, after "))
                      .filter(p -> p.contains("\"no_such_thing\""))
                      .isPresent());
      assertThat(upkeep.problem().orElseThrow()).hasLineCount(1);

      Files.writeString(configuration, good);
      await().atMost(PATIENCE).until(() -> count(server) == 1);
      await().atMost(PATIENCE).until(() -> upkeep.problem().isEmpty());
    }
  }

  @Test
  void anOrderlyStopEndsAStartThatWouldGoOnAndLeavesNoServer() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      server.stopImmediately();
      try (ServerSocket other =
              new ServerSocket(server.port(), 1, InetAddress.getLoopbackAddress());
          ServerUpkeep upkeep = ServerUpkeep.of(server)) {
        assertThat(other.isBound()).isTrue();
        await().atMost(PATIENCE).until(() -> logOf(server).contains("could not bind"));
        assertThat(upkeep.problem()).hasValueSatisfying(p -> assertThat(p).contains("has ended"));
        // the start itself would try for a minute
        CompletableFuture.runAsync(upkeep::close).get(30, TimeUnit.SECONDS);
      }
      try (ServerUpkeep ended = ServerUpkeep.of(server)) {
        ended.end(); // before its first look
      }
      assertThat(server.isRunning()).isFalse();
    }
  }

  @Test
  void pausesGrowToAMinuteAndNoFurther() {
    assertThat(ServerUpkeep.pauseAfter(1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(ServerUpkeep.pauseAfter(2)).isEqualTo(Duration.ofSeconds(2));
    assertThat(ServerUpkeep.pauseAfter(6)).isEqualTo(Duration.ofSeconds(32));
    assertThat(ServerUpkeep.pauseAfter(7)).isEqualTo(Duration.ofMinutes(1));
    assertThat(ServerUpkeep.pauseAfter(1_000_000)).isEqualTo(Duration.ofMinutes(1));
  }

  private static String logOf(EmbeddedServer server) throws IOException {
    return Files.readString(server.log());
  }
}
