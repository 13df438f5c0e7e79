package dev.weir.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.weir.statistics.WaitProfile.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaitSamplerTest {
  private static final Duration OFTEN = Duration.ofMillis(5);
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @ParameterizedTest
  @CsvSource({
    "active, , , CPU",
    "idle, Client, ClientRead, CLIENT",
    "active, Client, ClientRead, CLIENT",
    "idle in transaction, , , CLIENT",
    "active, IO, WALSync, WAL_SYNC",
    "active, IO, WalSync, WAL_SYNC",
    "active, LWLock, WALWrite, WAL_SYNC",
    "active, IO, WALWrite, WAL_WRITE",
    "active, LWLock, WALInsert, LOCK",
    "active, LWLock, BufferContent, LOCK",
    "active, Lock, transactionid, LOCK",
    "active, IO, DataFileExtend, FILE_EXTEND",
    "active, IO, DataFileRead, FILE_READ",
    "active, IO, DataFileWrite, FILE_WRITE",
    "active, IPC, SyncRep, OTHER",
    "active, Timeout, PgSleep, OTHER"
  })
  void waitsAreTold(String state, String type, String event, Kind kind) {
    assertThat(Kind.of(state, type, event)).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18})
  void anIdleSessionWaitsForTheClientAndABlockedOneForALock(int major) throws SQLException {
    TestDatabase database = TestDatabase.on(major).asPlainOwner();
    database.run("CREATE TABLE wide (id bigint PRIMARY KEY)");
    try (Connection idle = database.connect();
        Connection blocked = database.connect();
        Connection holder = database.connect()) {
      name(idle, "lanes");
      name(blocked, "lanes");
      holder.setAutoCommit(false);
      TestDatabase.execute(holder, "LOCK TABLE wide");
      CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> insert(blocked));
      await()
          .atMost(LIMIT)
          .until(() -> database.number("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);

      WaitProfile profile;
      try (WaitSampler sampler = WaitSampler.start(database.source(), "lanes", OFTEN)) {
        await().atMost(LIMIT).until(() -> sampler.profile().samples() >= 20);
        profile = sampler.profile();
      }
      holder.rollback();
      waiting.join();

      assertThat(profile.missed()).isZero();
      assertThat(profile.share(Kind.CLIENT)).isCloseTo(0.5, within(0.01));
      assertThat(profile.share(Kind.LOCK)).isCloseTo(0.5, within(0.01));
      assertThat(profile.shares().values().stream().mapToDouble(Double::doubleValue).sum())
          .isCloseTo(1, within(1e-9));
    }
  }

  private static void name(Connection connection, String name) throws SQLException {
    TestDatabase.execute(connection, "SET application_name = '" + name + "'");
  }

  private static void insert(Connection connection) {
    try {
      TestDatabase.execute(connection, "INSERT INTO wide VALUES (1)");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
