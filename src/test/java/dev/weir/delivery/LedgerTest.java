package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.ConfigurationException;
import dev.weir.delivery.LaneState.Condition;
import dev.weir.delivery.LaneStoppedException.Reason;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import dev.weir.write.Batch;
import dev.weir.write.WriteMethod;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
  @TempDir Path folder;

  private Scene on(DatabaseAddress address, Table table, int lanes) {
    return new Scene(address, address, table, WriteMethod.COPY_BINARY, lanes, Scene.QUICK, folder);
  }

  private static Reason reason(Throwable thrown) {
    return ((LaneStoppedException) thrown).reason();
  }

  @Test
  void aLaneGoesOnRightAfterWhatIsStored() throws Exception {
    try (Scene scene = Scene.simple(folder)) {
      assertThat(scene.ledger().nextPositions()).containsExactly(0);
      scene.exactlyOnce(0).store(scene.read(0, 0, 10));
      scene.stopLanes();

      assertThat(scene.ledger().nextPositions()).containsExactly(10);
      scene.exactlyOnce(0).store(scene.read(0, 10, 5));
      scene.assertStored(15);
      assertThat(
              scene.query(
                  "SELECT concat_ws(' ', strategy, source, lanes, lane, next_position, records,"
                      + " dead_letters) FROM weir_ledger"))
          .isEqualTo("test numbered 1 0 15 15 0");
    }
  }

  @Test
  void anotherNumberOfLanesPassesOverWhatTheFormerHadDoneBeyond() throws Exception {
    DatabaseAddress address = Scene.emptyDatabase();
    var table = Scene.create(address, Layout.named("wide"), TableOptions.defaults());
    try (Scene two = on(address, table, 2)) {
      two.exactlyOnce(0).store(two.read(0, 0, 20)); // 0 2 .. 38
      two.exactlyOnce(1).store(two.read(1, 1, 5)); // 1 3 .. 9
    }
    try (Scene three = on(address, table, 3)) {
      assertThat(three.ledger().nextPositions()).containsExactly(15, 13, 11); // 12 is done
      long[] next = three.ledger().nextPositions();
      for (int lane = 0; lane < 3; lane++) {
        three.exactlyOnce(lane).store(three.read(lane, next[lane], 10));
      }
      Account account = three.accounts.now();
      assertThat(account.inFlight()).isZero();
      assertThat(account.passedOver()).isEqualTo(13); // 12 14 .. 38, and no more than 30 were read
    }
    try (Scene one = on(address, table, 1)) {
      long next = one.ledger().nextPositions()[0];
      one.exactlyOnce(0).store(one.read(0, next, (int) (60 - next)));
      one.assertStored(60);
      assertThat(one.letters()).isEmpty();
    }
  }

  @Test
  void aSecondWeirIsRefusedAndToldWhoHoldsTheLane() throws Exception {
    try (Scene first = Scene.simple(folder);
        Scene second = on(first.direct, first.table, 1)) {
      first.ledger();

      assertThatThrownBy(second::ledger)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("strategy test, source numbered, lane 0: another Weir writes from")
          .hasMessageContaining("application \"weir-lanes\"")
          .hasMessageContaining("stop it, or give this one another source");

      first.stopLanes();
      assertThat(second.ledger().nextPositions()).containsExactly(0);
    }
  }

  @Test
  void manyWhoStartAtOnceOnAnEmptyDatabaseAllStart() throws Exception {
    DatabaseAddress address = Scene.emptyDatabase();
    List<CompletableFuture<Void>> starting = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      starting.add(
          Background.run(
              () -> {
                try (Connection connection = TestServers.connect(address)) {
                  DeliveryTables.inSearchPath().createLedger(connection);
                  DeliveryTables.inSearchPath().createDeadLetters(connection);
                }
              }));
    }

    assertThat(starting).allSatisfy(each -> assertThat(each).succeedsWithin(Duration.ofMinutes(1)));
  }

  @Test
  void anAccountThatMayNotCreateUsesWhatIsThere() throws Exception {
    try (Scene scene = Scene.simple(folder)) {
      scene.ledger();
      scene.stopLanes();
      scene.execute(
          "CREATE ROLE plain_" + scene.query("SELECT current_database()"),
          "GRANT SELECT, INSERT, UPDATE ON weir_ledger TO plain_"
              + scene.query("SELECT current_database()"));
      try (Connection connection = TestServers.connect(scene.direct)) {
        connection
            .createStatement()
            .execute("SET ROLE plain_" + scene.query("SELECT current_database()"));
        DeliveryTables.inSearchPath().createLedger(connection);
        assertThatThrownBy(() -> DeliveryTables.inSearchPath().createDeadLetters(connection))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("permission denied");
      }
    }
  }

  @Test
  void tablesMayStandInASchemaOfAnyName() throws Exception {
    try (Scene scene = Scene.simple(folder);
        Connection connection = TestServers.connect(scene.direct)) {
      scene.execute("CREATE SCHEMA \"odd \"\"name\"");
      DeliveryTables tables = new DeliveryTables("odd \"name");
      tables.createLedger(connection);
      tables.createDeadLetters(connection);

      assertThat(scene.query("SELECT count(*) FROM pg_tables WHERE schemaname = 'odd \"name'"))
          .isEqualTo("2");
    }
  }

  @Test
  void aBatchOutOfItsPlaceStopsTheLane() throws Exception {
    try (Scene scene = Scene.simple(folder)) {
      DeliveringStore store = scene.exactlyOnce(0);
      store.store(scene.read(0, 0, 10));
      Batch again = scene.read(0, 5, 10);

      assertThatThrownBy(() -> store.store(again))
          .isInstanceOf(LaneStoppedException.class)
          .hasMessageContaining(
              "positions 5 to 14 was given to lane 0 of 1, whose next position is 10");
      scene.assertStored(10);
    }
  }

  @Test
  void aLedgerThatSomeoneElseMovedStopsTheLaneAndStoresNothing() throws Exception {
    try (Scene scene = Scene.simple(folder)) {
      DeliveringStore store = scene.exactlyOnce(0);
      store.store(scene.read(0, 0, 10));
      scene.execute("UPDATE weir_ledger SET next_position = 20");

      assertThatThrownBy(() -> store.store(scene.read(0, 10, 10)))
          .satisfies(thrown -> assertThat(reason(thrown)).isEqualTo(Reason.ANOTHER_WRITER))
          .hasMessageContaining("the ledger's next position is 20 where 10 was left");
      assertThat(store.state().condition()).isEqualTo(Condition.STOPPED);
      scene.assertStored(10);
    }
  }

  @Test
  void aServerThatFellBackStopsTheLaneAndTheNextStartGoesOnFromThere() throws Exception {
    try (Scene scene = Scene.simple(folder)) {
      DeliveringStore store = scene.exactlyOnce(0);
      store.store(scene.read(0, 0, 10));
      scene.execute(
          "UPDATE weir_ledger SET next_position = 5", "DELETE FROM measurements WHERE id >= 5");

      assertThatThrownBy(() -> store.store(scene.read(0, 10, 10)))
          .satisfies(thrown -> assertThat(reason(thrown)).isEqualTo(Reason.FELL_BACK))
          .hasMessageContaining("Start again");
      scene.stopLanes();
      scene.exactlyOnce(0).store(scene.read(0, scene.ledger().nextPositions()[0], 15));
      scene.assertStored(20);
    }
  }

  @Test
  void aLedgerThatIsGoneStopsTheLane() throws Exception {
    try (Scene scene = Scene.simple(folder)) {
      DeliveringStore store = scene.exactlyOnce(0);
      store.store(scene.read(0, 0, 10));
      scene.execute("TRUNCATE weir_ledger");

      assertThatThrownBy(() -> store.store(scene.read(0, 10, 10)))
          .satisfies(thrown -> assertThat(reason(thrown)).isEqualTo(Reason.FELL_BACK));
    }
  }

  @Test
  void locksLostWithTheirSessionAreTakenAgain() throws Exception {
    FakeTime time = new FakeTime();
    try (Scene scene = Scene.simple(folder);
        Scene second = on(scene.direct, scene.table, 1)) {
      DeliveringStore store = scene.exactlyOnce(0, time.time());
      store.store(scene.read(0, 0, 10));
      endLockSession(scene);
      time.pass(Duration.ofSeconds(11));
      store.store(scene.read(0, 10, 10));

      assertThatThrownBy(second::ledger).isInstanceOf(ConfigurationException.class);
    }
  }

  @Test
  void aLaneWhosePlaceWasTakenStops() throws Exception {
    FakeTime time = new FakeTime();
    try (Scene scene = Scene.simple(folder);
        Scene second = on(scene.direct, scene.table, 1)) {
      DeliveringStore store = scene.exactlyOnce(0, time.time());
      store.store(scene.read(0, 0, 10));
      endLockSession(scene);
      second.ledger();
      time.pass(Duration.ofSeconds(11));

      assertThatThrownBy(() -> store.store(scene.read(0, 10, 10)))
          .satisfies(thrown -> assertThat(reason(thrown)).isEqualTo(Reason.ANOTHER_WRITER));
      assertThat(second.ledger().nextPositions()).containsExactly(10);
    }
  }

  private static void endLockSession(Scene scene) throws SQLException {
    scene.execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory'"
            + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
  }

  @Test
  void anUnloggedTableIsRefusedSinceACrashWouldEmptyIt() throws Exception {
    DatabaseAddress address = Scene.emptyDatabase();
    var table =
        Scene.create(
            address,
            Layout.named("wide"),
            new TableOptions(true, 100, true, List.of(), Optional.empty()));
    try (Scene scene = on(address, table, 1)) {
      Ledger ledger = scene.ledger();

      assertThatThrownBy(
              () ->
                  DeliveringStore.exactlyOnce(
                      scene.target(0),
                      ledger,
                      scene.deadLetters,
                      scene.accounts.lane(0),
                      Scene.QUICK))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("delivery is \"exactly-once\"; at-least-once");
    }
  }

  @Test
  void atLeastOnceNotesWhereItIsOnceASecondAndAtTheEnd() throws Exception {
    FakeTime time = new FakeTime();
    try (Scene scene = Scene.simple(folder)) {
      DeliveringStore store = scene.atLeastOnce(0, time.time());
      store.store(scene.read(0, 0, 10));
      assertThat(scene.query("SELECT next_position FROM weir_ledger")).isEqualTo("0");
      time.pass(Duration.ofSeconds(1));
      store.store(scene.read(0, 10, 10));
      assertThat(scene.query("SELECT next_position FROM weir_ledger")).isEqualTo("20");
      store.store(scene.read(0, 20, 10));
      scene.stopLanes();

      assertThat(scene.query("SELECT next_position || ' ' || records FROM weir_ledger"))
          .isEqualTo("30 30");
    }
  }

  @Test
  void afterACrashWithoutExactlyOnceARecordThatMeetsItselfCountsAsStored() throws Exception {
    FakeTime time = new FakeTime();
    try (Scene killed = Scene.simple(folder);
        Scene scene = on(killed.direct, killed.table, 1)) {
      DeliveringStore store = killed.atLeastOnce(0, time.time());
      time.pass(Duration.ofSeconds(1));
      store.store(killed.read(0, 0, 10)); // noted
      store.store(killed.read(0, 10, 10)); // not noted
      killed.abandonLanes();

      DeliveringStore after = scene.atLeastOnce(0, time.time());
      after.store(scene.read(0, 10, 7));
      after.store(scene.read(0, 17, 7)); // of which 3 are there
      after.store(scene.read(0, 24, 6));
      scene.assertStored(30);
      assertThat(scene.letters()).isEmpty();
      assertThat(scene.accounts.now().passedOver()).isEqualTo(10);

      scene.execute(
          "INSERT INTO measurements SELECT 33, recorded_at, series FROM measurements LIMIT 1");
      after.store(scene.read(0, 30, 10));
      assertThat(scene.letters()).extracting(DeadLetter::position).containsExactly(33L);
    }
  }
}
