package dev.weir.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatisticsReaderTest {
  private static final Duration LIMIT = Duration.ofSeconds(15);

  @Test
  void aTableLockedByAnotherSessionIsAGapAndEverythingElseIsRead() throws SQLException {
    TestDatabase database = TestDatabase.on(18);
    database.run("CREATE TABLE locked (id bigint PRIMARY KEY)", "CREATE TABLE free (id bigint)");
    try (StatisticsReader reader = database.reader();
        Connection other = database.connect()) {
      other.setAutoCommit(false);
      TestDatabase.execute(other, "LOCK TABLE locked IN ACCESS EXCLUSIVE MODE");

      long start = System.nanoTime();
      Snapshot snapshot = reader.read(Occasion.ENDS, List.of("locked", "free"));

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
      assertThat(snapshot.gaps())
          .singleElement()
          .satisfies(
              gap -> {
                assertThat(gap.query()).isEqualTo("table_size of locked");
                assertThat(gap.reason()).isEqualTo(Gap.Reason.LOCKED);
              });
      RunCosts costs = reader.between(snapshot, snapshot).costs("locked");
      assertThat(costs.heapBytes()).isEmpty();
      assertThat(costs.diskBytes()).isEmpty();
      assertThat(costs.indexBytesByName()).containsKey("locked_pkey");
      assertThat(reader.between(snapshot, snapshot).costs("free").diskBytes()).hasValue(0);
      assertThat(snapshot.figures().whole("pg_stat_wal", "wal_bytes")).isPresent();

      other.rollback();
      assertThat(reader.read(Occasion.SAMPLE, List.of("locked")).gaps()).isEmpty();
    }
  }

  @Test
  void aLockOnlyWaitedForIsAGapToo() throws Exception {
    TestDatabase database = TestDatabase.on(18);
    database.run("CREATE TABLE contended (id bigint)");
    try (StatisticsReader reader = database.reader();
        Connection holder = database.connect();
        Connection waiter = database.connect()) {
      holder.setAutoCommit(false);
      TestDatabase.execute(holder, "LOCK TABLE contended IN ACCESS SHARE MODE");
      CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> lock(waiter, "contended"));
      await()
          .atMost(LIMIT)
          .until(() -> database.number("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);

      assertThat(reader.read(Occasion.SAMPLE, List.of("contended")).gaps())
          .extracting(Gap::reason)
          .containsExactly(Gap.Reason.LOCKED);

      holder.rollback();
      waiting.join();
    }
  }

  @Test
  void aSamplerNeverQueuesUpBehindAReading() throws Exception {
    TestDatabase database = TestDatabase.on(18);
    database.run("CREATE TABLE locked (id bigint)");
    try (StatisticsReader reader =
            new StatisticsReader(
                database.source(), StatisticsCatalog.load(), new TimeLimits(LIMIT, LIMIT));
        Connection other = database.connect()) {
      other.setAutoCommit(false);
      TestDatabase.execute(other, "LOCK TABLE locked IN ACCESS EXCLUSIVE MODE");
      CompletableFuture<Snapshot> slow =
          CompletableFuture.supplyAsync(() -> sample(reader, "locked"));
      await()
          .atMost(LIMIT)
          .until(() -> database.number("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);

      assertThat(reader.readUnlessBusy(Occasion.SAMPLE, List.of())).isEmpty();

      other.rollback();
      assertThat(slow.get().gaps()).isEmpty();
      assertThat(reader.readUnlessBusy(Occasion.SAMPLE, List.of())).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18})
  void aPlainOwnerGetsAllButTheWalDirectoryAndIsToldOnce(int major) throws SQLException {
    TestDatabase owner = TestDatabase.on(major).asPlainOwner();
    owner.run("CREATE TABLE wide (id bigint PRIMARY KEY)", "INSERT INTO wide VALUES (1)");
    try (StatisticsReader reader = owner.reader()) {
      Snapshot first = reader.read(Occasion.ENDS, List.of("wide"));
      Snapshot second = reader.read(Occasion.ENDS, List.of("wide"));

      assertThat(first.gaps()).isEmpty();
      assertThat(second.gaps()).isEmpty();
      assertThat(reader.notPermitted())
          .extracting(Gap::toString)
          .containsExactly(
              "wal_directory is not permitted to this account: EXECUTE on pg_ls_waldir() is"
                  + " needed");
      assertThat(second.figures().views())
          .doesNotContain("wal_directory")
          .hasSize(
              (int)
                  StatisticsCatalog.load().views(major).stream()
                      .filter(view -> view.occasion() != Occasion.SESSIONS)
                      .filter(view -> view.requires().isEmpty())
                      .count());
      assertThat(reader.between(first, second).costs("wide").diskBytes().orElseThrow())
          .isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18})
  void twoSettledReadingsWithNoWorkBetweenAgree(int major)
      throws SQLException, InterruptedException {
    TestDatabase database = TestDatabase.on(major);
    database.run(
        "CREATE TABLE wide (id bigint PRIMARY KEY) WITH (autovacuum_enabled = false)",
        "INSERT INTO wide SELECT generate_series(1, 5000)");
    try (StatisticsReader reader = database.reader()) {
      Snapshot first = reader.readSettled(List.of("wide"), LIMIT);
      Snapshot second = reader.readSettled(List.of("wide"), LIMIT);

      assertThat(first.figures().whole("pg_stat_user_tables", "n_tup_ins")).hasValue(5000);
      RunCosts costs = reader.between(first, second).costs("wide");
      assertThat(costs.rowsInserted()).hasValue(0);
      assertThat(costs.walBytesByPosition().orElseThrow()).isLessThan(500);
      assertThat(costs.walBytesByCounter().orElseThrow()).isLessThan(500);
    }
  }

  @Test
  void othersWhoWriteWithoutEndAreNotWaitedFor() throws Exception {
    TestDatabase database = TestDatabase.on(18);
    database.run("CREATE TABLE wide (id bigint PRIMARY KEY)", "CREATE TABLE theirs (id bigint)");
    AtomicBoolean enough = new AtomicBoolean();
    try (StatisticsReader reader = database.reader();
        Connection other = database.connect()) {
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(() -> insertUntil(enough, other));
      long start = System.nanoTime();
      reader.readSettled(List.of("wide"), Duration.ofMinutes(1));
      enough.set(true);
      writing.join();

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 18})
  void aSessionThatStaysOpenIsCountedOnceItHandedItsCountsOn(int major)
      throws SQLException, InterruptedException {
    TestDatabase database = TestDatabase.on(major);
    database.run("CREATE TABLE wide (id bigint PRIMARY KEY)");
    try (StatisticsReader reader = database.reader();
        Connection writer = database.connect()) {
      TestDatabase.execute(writer, "INSERT INTO wide SELECT generate_series(1, 100)");
      TestDatabase.execute(writer, "INSERT INTO wide SELECT generate_series(101, 200)");
      TestDatabase.execute(writer, StatisticsReader.flushStatement(major).orElseThrow());

      assertThat(
              reader
                  .readSettled(List.of("wide"), LIMIT)
                  .figures()
                  .whole("pg_stat_user_tables", "n_tup_ins"))
          .hasValue(200);
    }
    assertThat(StatisticsReader.flushStatement(14)).isEmpty();
  }

  @Test
  void aLostConnectionIsAnErrorOnceAndReplacedAtTheNextReading() throws SQLException {
    TestDatabase database = TestDatabase.on(18);
    try (StatisticsReader reader = database.reader()) {
      reader.read(Occasion.SAMPLE, List.of());
      database.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
              + " AND application_name = 'weir-statistics-test'");

      assertThatThrownBy(() -> reader.read(Occasion.SAMPLE, List.of()))
          .isInstanceOf(SQLException.class);
      assertThat(reader.read(Occasion.SAMPLE, List.of()).figures().rows("server")).hasSize(1);
    }
  }

  @Test
  void partitionsAreAddedToTheirTable() throws SQLException, InterruptedException {
    TestDatabase database = TestDatabase.on(18);
    database.run(
        "CREATE TABLE parted (id bigint PRIMARY KEY, note text) PARTITION BY RANGE (id)",
        "CREATE TABLE low PARTITION OF parted FOR VALUES FROM (0) TO (500)",
        "CREATE TABLE high PARTITION OF parted FOR VALUES FROM (500) TO (2000)",
        "INSERT INTO parted SELECT g, 'x' FROM generate_series(1, 1000) g");
    try (StatisticsReader reader = database.reader()) {
      Snapshot snapshot = reader.readSettled(List.of("public.parted"), LIMIT);
      RunCosts costs = reader.between(snapshot, snapshot).costs("public.parted");

      assertThat(snapshot.figures().whole("pg_stat_user_tables", "n_tup_ins")).hasValue(1000);
      assertThat(costs.indexBytesByName())
          .containsExactly(
              Map.entry(
                  "parted_pkey",
                  database.number(
                      "SELECT pg_total_relation_size('low_pkey') + pg_total_relation_size('high_pkey')")));
      assertThat(costs.diskBytes())
          .hasValue(
              database.number(
                  "SELECT pg_total_relation_size('low') + pg_total_relation_size('high')"));
    }
  }

  private static void lock(Connection connection, String table) {
    try {
      connection.setAutoCommit(false);
      TestDatabase.execute(connection, "LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
      connection.rollback();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void insertUntil(AtomicBoolean enough, Connection connection) {
    try {
      while (!enough.get()) {
        TestDatabase.execute(connection, "INSERT INTO theirs VALUES (1)");
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Snapshot sample(StatisticsReader reader, String table) {
    try {
      return reader.read(Occasion.SAMPLE, List.of(table));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
