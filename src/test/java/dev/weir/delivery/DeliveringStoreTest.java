package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.weir.delivery.LaneState.Condition;
import dev.weir.delivery.LaneStoppedException.Reason;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import dev.weir.write.Batch;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void whatPassesIsWaitedForAndEveryBatchIsStoredOnce() throws Exception {
    List<String> states =
        List.of(
            "53100", "53200", "53300", "40001", "40P01", "55P03", "57014", "58030", "XX000",
            "25006");
    FakeTime time = new FakeTime();
    try (Scene scene = Scene.simple(folder)) {
      letItRain(scene);
      time.inPause(
          pause -> {
            if (pause % 3 == 0) {
              scene.execute("TRUNCATE weather");
            }
          });
      DeliveringStore store = scene.exactlyOnce(0, time.time());
      for (int batch = 0; batch < states.size(); batch++) {
        scene.execute("INSERT INTO weather VALUES ('" + states.get(batch) + "')");
        store.store(scene.read(0, batch * 10L, 10));

        assertThat(time.pauses).as(states.get(batch)).hasSize(3 * (batch + 1));
      }
      scene.assertStored(100);
      assertThat(scene.accounts.now()).isEqualTo(new Account(100, 100, 0, 30, 0));
      assertThat(scene.letters()).isEmpty();
    }
  }

  @Test
  void whatNoWaitingMendsStopsTheLaneWithAClearMessage() throws Exception {
    try (Scene scene = Scene.simple(folder)) {
      letItRain(scene);
      Batch batch = scene.read(0, 0, 10);
      for (String state : List.of("42501", "42P01", "42804", "0A000", "XX001", "28000")) {
        scene.execute("TRUNCATE weather", "INSERT INTO weather VALUES ('" + state + "')");
        DeliveringStore store = scene.exactlyOnce(0);

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
        scene.stopLanes();
      }
    }
  }

  @Test
  void aTableThatIsGoneOrOfAnotherShapeStopsTheLane() throws Exception {
    String alter = "ALTER TABLE measurements ALTER m002 TYPE ";
    Map<String, String> changes =
        Map.of(
            "ALTER TABLE measurements RENAME TO hidden",
            "ALTER TABLE hidden RENAME TO measurements",
            "ALTER TABLE measurements RENAME m002 TO hidden",
            "ALTER TABLE measurements RENAME hidden TO m002",
            alter + "real",
            alter + "double precision",
            alter + "boolean USING true",
            alter + "double precision USING 0");
    try (Scene scene = Scene.simple(folder)) {
      for (Map.Entry<String, String> change : changes.entrySet()) {
        scene.execute(change.getKey());
        DeliveringStore store = scene.exactlyOnce(0);

        assertThatThrownBy(() -> store.store(scene.read(0, 0, 10)))
            .as(change.getKey())
            .isInstanceOfSatisfying(
                LaneStoppedException.class,
                thrown -> assertThat(thrown.reason()).isEqualTo(Reason.REFUSED));
        assertThat(scene.letters()).isEmpty();
        scene.stopLanes();
        scene.execute(change.getValue());
      }
    }
  }

  /** With one connection in the pool: whoever looks what became of an attempt needs that one. */
  @Test
  void aBadRecordAfterAFailureThatPassedIsFoundAllTheSame() throws Exception {
    FakeTime time = new FakeTime();
    try (Scene scene = Scene.simple(folder)) {
      letItRain(scene);
      scene.execute(
          "ALTER TABLE measurements ADD CHECK (series <> 5)",
          "INSERT INTO weather VALUES ('40001')");
      time.inPause(unusedPause -> scene.execute("TRUNCATE weather"));
      scene.exactlyOnce(0, time.time()).store(scene.read(0, 0, 10));

      assertThat(time.pauses).hasSize(1);
      assertThat(scene.letters()).extracting(DeadLetter::position).containsExactly(5L);
      assertThat(scene.accounts.now()).isEqualTo(new Account(10, 9, 1, 1, 0));
    }
  }

  @Test
  void aLedgerThatRefusesIsNoRecordsFault() throws Exception {
    FakeTime time = new FakeTime();
    try (Scene scene = Scene.simple(folder)) {
      DeliveringStore store = scene.exactlyOnce(0, time.time());
      scene.execute("ALTER TABLE weir_ledger ADD CONSTRAINT low CHECK (next_position < 5)");
      time.inPause(
          pause -> {
            if (pause == 2) {
              scene.execute("ALTER TABLE weir_ledger DROP CONSTRAINT low");
            }
          });
      store.store(scene.read(0, 0, 10));

      assertThat(time.pauses).hasSize(2);
      assertThat(scene.letters()).isEmpty();
      scene.assertStored(10);
    }
  }

  @Test
  void aLockHeldByAnotherIsWaitedFor() throws Exception {
    DatabaseAddress address = Scene.emptyDatabase();
    DeliverySettings settings =
        Scene.settings(Duration.ofMillis(10), 3, Duration.ofSeconds(2), Duration.ofMillis(50));
    FakeTime time = new FakeTime();
    try (Scene scene = Scene.simple(address, folder, settings);
        var holder = TestServers.connect(address)) {
      DeliveringStore store = scene.exactlyOnce(0, time.time());
      holder.setAutoCommit(false);
      holder.createStatement().execute("LOCK TABLE measurements");
      time.inPause(
          pause -> {
            if (pause == 2) {
              holder.commit();
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

  /** Pauses of minutes: a test that waited for one would not end in time. */
  private Scene patient() throws SQLException {
    return Scene.simple(
        Scene.emptyDatabase(),
        folder,
        new DeliverySettings(
            Duration.ofMinutes(5), Duration.ofMinutes(5), 3, Scene.QUICK.limits()));
  }
}
