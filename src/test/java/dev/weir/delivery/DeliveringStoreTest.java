package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.weir.delivery.LaneState.Condition;
import dev.weir.delivery.LaneStoppedException.Reason;
import dev.weir.layout.Layout;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import dev.weir.write.Batch;
import dev.weir.write.WriteMethod;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveringStoreTest {
  @TempDir Path folder;

  /** Lets a test raise any SQLState from within the table, as long as it likes. */
  private static void letItRain(Scene scene) throws SQLException {
    scene.execute(
        "CREATE TABLE weather (state text)",
        "CREATE FUNCTION rain() RETURNS trigger LANGUAGE plpgsql AS $$DECLARE s text; BEGIN"
            + " SELECT state INTO s FROM weather; IF s IS NOT NULL THEN RAISE 'rain' USING ERRCODE = s;"
            + " END IF; RETURN new; END$$",
        "CREATE TRIGGER rain BEFORE INSERT ON measurements FOR EACH ROW EXECUTE FUNCTION rain()");
  }

  private static Runnable unchecked(Action action) {
    return () -> {
      try {
        action.run();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private interface Action {
    void run() throws SQLException;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "53100", "53200", "53300", "40001", "40P01", "55P03", "57014", "58030", "XX000", "25006"
      })
  void whatPassesIsWaitedForAndTheBatchIsStoredOnce(String state) throws Exception {
    FakeTime time = new FakeTime();
    try (Scene scene = Scene.simple(folder)) {
      letItRain(scene);
      time.inPause(
          pause -> {
            if (pause == 3) {
              unchecked(() -> scene.execute("TRUNCATE weather")).run();
            }
          });
      DeliveringStore store = scene.exactlyOnce(0, time.time());
      store.store(scene.read(0, 0, 10));
      scene.execute("INSERT INTO weather VALUES ('" + state + "')");
      store.store(scene.read(0, 10, 10));

      scene.assertStored(20);
      assertThat(time.pauses).hasSize(3);
      assertThat(scene.accounts.now()).isEqualTo(new Account(20, 20, 0, 3, 0));
      assertThat(scene.letters()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"42501", "42P01", "42804", "0A000", "XX001", "28000"})
  void whatNoWaitingMendsStopsTheLaneWithAClearMessage(String state) throws Exception {
    try (Scene scene = Scene.simple(folder)) {
      letItRain(scene);
      scene.execute("INSERT INTO weather VALUES ('" + state + "')");
      DeliveringStore store = scene.exactlyOnce(0);
      Batch batch = scene.read(0, 0, 10);

      assertThatThrownBy(() -> store.store(batch))
          .isInstanceOf(LaneStoppedException.class)
          .hasMessage(
              "strategy test, source numbered, lane 0: rain (SQLState %s); %s",
              state, SqlState.of(state).advice());
      assertThat(store.state().condition()).isEqualTo(Condition.STOPPED);
      assertThat(store.state().reason()).contains(state);
      assertThatThrownBy(() -> store.store(batch)).isInstanceOf(LaneStoppedException.class);
      assertThat(scene.accounts.now().inFlight()).isEqualTo(10);
      scene.assertStored(0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP TABLE measurements",
        "ALTER TABLE measurements DROP COLUMN m002",
        "ALTER TABLE measurements ALTER m002 TYPE real",
        "ALTER TABLE measurements ALTER m002 TYPE boolean USING true"
      })
  void aTableThatIsGoneOrOfAnotherShapeStopsTheLane(String change) throws Exception {
    try (Scene scene = Scene.simple(folder)) {
      DeliveringStore store = scene.exactlyOnce(0);
      store.store(scene.read(0, 0, 10));
      scene.execute(change);

      LaneStoppedException thrown =
          catchThrowableOfType(
              LaneStoppedException.class, () -> store.store(scene.read(0, 10, 10)));
      assertThat(thrown.reason()).isEqualTo(Reason.REFUSED);
      assertThat(scene.letters()).isEmpty();
    }
  }

  @Test
  void aServerThatIsAwayIsWaitedForAndTheLaneComesBackByItself() throws Exception {
    FakeTime time = new FakeTime();
    List<LaneState> states = new ArrayList<>();
    AtomicReference<DeliveringStore> store = new AtomicReference<>();
    try (Scene scene = Scene.simple(folder)) {
      String database = scene.query("SELECT current_database()");
      time.inPause(
          pause -> {
            states.add(store.get().state());
            if (pause == 7) {
              unchecked(() -> elsewhere("ALTER DATABASE " + database + " ALLOW_CONNECTIONS true"))
                  .run();
            }
          });
      store.set(scene.exactlyOnce(0, time.time()));
      store.get().store(scene.read(0, 0, 10));
      elsewhere("ALTER DATABASE " + database + " ALLOW_CONNECTIONS false");
      elsewhere(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
              + database
              + "'");
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

  private static void elsewhere(String sql) throws SQLException {
    try (var connection = TestServers.connect(TestServers.address());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void aServerThatBecameReadOnlyIsWaitedForWithoutSendingItBatches() throws Exception {
    FakeTime time = new FakeTime();
    try (Scene scene = Scene.simple(folder)) {
      String database = scene.query("SELECT current_database()");
      String set = "ALTER DATABASE " + database + " SET default_transaction_read_only = ";
      List<String> reasons = new ArrayList<>();
      AtomicReference<DeliveringStore> store = new AtomicReference<>();
      time.inPause(
          pause -> {
            reasons.add(store.get().state().reason());
            if (pause == 6) {
              unchecked(() -> elsewhere(set + "off")).run();
              scene.pool.getHikariPoolMXBean().softEvictConnections();
            }
          });
      store.set(scene.exactlyOnce(0, time.time()));
      elsewhere(set + "on");
      scene.pool.getHikariPoolMXBean().softEvictConnections();
      store.get().store(scene.read(0, 0, 10));

      assertThat(reasons.get(0)).contains("25006");
      assertThat(reasons.get(5)).startsWith("the server takes no writes (SQLState 25006)");
      scene.assertStored(10);
    }
  }

  @Test
  void aLockHeldByAnotherIsWaitedFor() throws Exception {
    DatabaseAddress address = TestServers.address();
    var table = Scene.create(address, Layout.named("wide"), TableOptions.defaults());
    TimeLimits usual = Scene.QUICK.limits();
    TimeLimits limits =
        new TimeLimits(
            usual.connect(),
            usual.answerAtLeast(),
            usual.answerTimes(),
            usual.statement(),
            Duration.ofMillis(50),
            usual.deadPeer(),
            usual.shutdown());
    DeliverySettings settings =
        new DeliverySettings(Duration.ofMillis(5), Duration.ofMillis(10), 3, limits);
    FakeTime time = new FakeTime();
    try (Scene scene =
            new Scene(address, address, table, WriteMethod.COPY_BINARY, 1, settings, folder);
        var holder = TestServers.connect(address)) {
      DeliveringStore store = scene.exactlyOnce(0, time.time());
      holder.setAutoCommit(false);
      holder.createStatement().execute("LOCK TABLE measurements");
      time.inPause(
          pause -> {
            if (pause == 2) {
              unchecked(holder::commit).run();
            }
          });
      store.store(scene.read(0, 0, 10));

      assertThat(time.pauses).hasSize(2);
      scene.assertStored(10);
    }
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void closingEndsAPauseAtOnce() throws Exception {
    try (Scene scene = patient()) {
      letItRain(scene);
      scene.execute("INSERT INTO weather VALUES ('53100')");
      DeliveringStore store = scene.exactlyOnce(0);
      Batch batch = scene.read(0, 0, 10);
      CompletableFuture<Void> storing = Background.run(() -> store.store(batch));
      await().until(() -> store.state().condition() == Condition.RETRYING);
      store.close();

      assertThat(storing)
          .failsWithin(Duration.ofSeconds(30))
          .withThrowableThat()
          .havingRootCause()
          .withMessageContaining("rain");
      assertThat(store.state().condition()).isEqualTo(Condition.STOPPED);
      LaneStoppedException thrown =
          catchThrowableOfType(LaneStoppedException.class, () -> store.store(batch));
      assertThat(thrown.reason()).isEqualTo(Reason.CLOSED);
      scene.assertStored(0);
    }
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void anInterruptEndsAPauseAtOnceAndIsKept() throws Exception {
    try (Scene scene = patient()) {
      letItRain(scene);
      scene.execute("INSERT INTO weather VALUES ('53100')");
      DeliveringStore store = scene.exactlyOnce(0);
      Batch batch = scene.read(0, 0, 10);
      AtomicReference<Thread> lane = new AtomicReference<>();
      CompletableFuture<Boolean> storing =
          Background.call(
              () -> {
                lane.set(Thread.currentThread());
                try {
                  store.store(batch);
                  return false;
                } catch (LaneStoppedException e) {
                  return Thread.interrupted() && e.reason() == Reason.CLOSED;
                }
              });
      await().until(() -> store.state().condition() == Condition.RETRYING);
      lane.get().interrupt();

      assertThat(storing).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(true);
    }
  }

  /** Pauses of a minute: a test that waited for one would not end in time. */
  private Scene patient() throws SQLException {
    DatabaseAddress address = TestServers.address();
    DeliverySettings settings =
        new DeliverySettings(Duration.ofMinutes(5), Duration.ofMinutes(5), 3, Scene.QUICK.limits());
    return new Scene(
        address,
        address,
        Scene.create(address, Layout.named("wide"), TableOptions.defaults()),
        WriteMethod.COPY_BINARY,
        1,
        settings,
        folder);
  }

  /** Case 16. */
  @Test
  void aServerThatIsLateIsWaitedForAtTheStart() throws Exception {
    FakeTime time = new FakeTime();
    try (Scene scene = Scene.simple(folder)) {
      String database = scene.query("SELECT current_database()");
      elsewhere("ALTER DATABASE " + database + " ALLOW_CONNECTIONS false");
      elsewhere(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
              + database
              + "'");
      time.inPause(
          pause -> {
            if (pause == 2) {
              unchecked(() -> elsewhere("ALTER DATABASE " + database + " ALLOW_CONNECTIONS true"))
                  .run();
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
