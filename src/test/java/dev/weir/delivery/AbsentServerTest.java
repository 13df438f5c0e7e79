package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.delivery.LaneState.Condition;
import dev.weir.postgres.TestServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server is away, late, or back but without taking writes: it is waited for. */
class AbsentServerTest {
  @TempDir Path folder;

  /** On a database of its own, and with no patience for a connection. */
  private Scene hasty() throws SQLException {
    return Scene.simple(
        TestServers.address(),
        folder,
        Scene.settings(Duration.ofMillis(10), 5, Duration.ofMillis(500), Duration.ofSeconds(5)));
  }

  private static void goAway(Scene scene) throws SQLException {
    alter(scene, "ALLOW_CONNECTIONS false");
    elsewhere(
        scene, "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '%s'");
  }

  private static void comeBack(Scene scene) throws SQLException {
    alter(scene, "ALLOW_CONNECTIONS true");
  }

  private static void alter(Scene scene, String change) throws SQLException {
    elsewhere(scene, "ALTER DATABASE %s " + change);
  }

  /**
   * In another database of the server, since the scene's takes no connections meanwhile.
   *
   * @param sql with %s for the name of the scene's
   */
  private static void elsewhere(Scene scene, String sql) throws SQLException {
    String name = scene.direct.jdbcUrl().replaceAll(".*/([^/?]+)(\\?.*)?", "$1");
    try (Connection connection = TestServers.connect(scene.direct.withDatabase("postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute(sql.formatted(name));
    }
  }

  @Test
  void aServerThatIsAwayIsWaitedForAndTheLaneComesBackByItself() throws Exception {
    FakeTime time = new FakeTime();
    List<LaneState> states = new ArrayList<>();
    AtomicReference<DeliveringStore> store = new AtomicReference<>();
    try (Scene scene = hasty()) {
      time.inPause(
          pause -> {
            states.add(store.get().state());
            if (pause == 7) {
              comeBack(scene);
            }
          });
      store.set(scene.exactlyOnce(0, time.time()));
      store.get().store(scene.read(0, 0, 10));
      goAway(scene);
      store.get().store(scene.read(0, 10, 10));

      assertThat(states.subList(0, 4))
          .allSatisfy(
              state -> {
                assertThat(state.condition()).isEqualTo(Condition.RETRYING);
                assertThat(state.isReady()).isTrue();
                assertThat(state.reason()).isNotBlank();
              });
      assertThat(states.subList(4, 7))
          .allSatisfy(
              state -> {
                assertThat(state.condition()).isEqualTo(Condition.PAUSED);
                assertThat(state.isReady()).isFalse();
                assertThat(state.since()).isEqualTo(states.get(4).since());
              });
      assertThat(store.get().state().condition()).isEqualTo(Condition.FLOWING);
      assertThat(store.get().state().reason()).isEmpty();
      scene.assertStored(20);
    }
  }

  @Test
  void aServerThatBecameReadOnlyIsWaitedForWithoutSendingItBatches() throws Exception {
    FakeTime time = new FakeTime();
    try (Scene scene = hasty()) {
      String set = "SET default_transaction_read_only = ";
      List<String> reasons = new ArrayList<>();
      AtomicReference<DeliveringStore> store = new AtomicReference<>();
      time.inPause(
          pause -> {
            reasons.add(store.get().state().reason());
            if (pause == 6) {
              alter(scene, set + "off");
              scene.pool.getHikariPoolMXBean().softEvictConnections();
            }
          });
      store.set(scene.exactlyOnce(0, time.time()));
      alter(scene, set + "on");
      scene.pool.getHikariPoolMXBean().softEvictConnections();
      store.get().store(scene.read(0, 0, 10));

      assertThat(reasons.get(0)).contains("25006");
      assertThat(reasons.subList(1, 6))
          .anyMatch(reason -> reason.startsWith("the server takes no writes (SQLState 25006)"));
      scene.assertStored(10);
    }
  }

  /** Case 16. */
  @Test
  void aServerThatIsLateIsWaitedForAtTheStart() throws Exception {
    FakeTime time = new FakeTime();
    try (Scene scene = hasty()) {
      goAway(scene);
      time.inPause(
          pause -> {
            if (pause == 2) {
              comeBack(scene);
            }
          });
      try (Patience patience = new Patience(Scene.QUICK, time.time().sleeper())) {
        try (Ledger ledger = patience.until("opening the ledger", () -> scene.openLedger(1))) {
          assertThat(ledger.nextPositions()).containsExactly(0);
        }
        assertThat(time.pauses).hasSizeGreaterThanOrEqualTo(2);
        assertThatThrownBy(
                () ->
                    patience.until(
                        "asking for what there is not",
                        () -> scene.query("SELECT * FROM there_is_no_such_table")))
            .isInstanceOf(SQLException.class);
      }
    }
  }
}
