package dev.weir.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DisturbedRunTest {
  private static final Duration LIMIT = Duration.ofSeconds(15);

  @ParameterizedTest
  @ValueSource(strings = {"pg_stat_reset()", "pg_stat_reset_shared('wal')"})
  void aResetInTheMiddleMakesTheRunInvalid(String reset) throws SQLException, InterruptedException {
    for (int major : new int[] {14, 18}) {
      TestDatabase database = TestDatabase.on(major);
      database.run("CREATE TABLE wide (id bigint PRIMARY KEY)");
      try (StatisticsReader reader = database.reader()) {
        Snapshot before = reader.readSettled(List.of("wide"), LIMIT);
        database.run("SELECT " + reset, "INSERT INTO wide SELECT generate_series(1, 1000)");
        Difference run = reader.between(before, reader.readSettled(List.of("wide"), LIMIT));

        assertThat(run.valid()).isFalse();
        assertThat(run.voidedBy())
            .anySatisfy(reason -> assertThat(reason).endsWith("was reset meanwhile"));
      }
    }
  }

  @Test
  void aServerThatGoesAwayIsAnErrorThenARestartThatMakesTheRunInvalid() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of());
        StatisticsReader reader = new TestDatabase(server.address()).reader()) {
      Snapshot before = reader.read(Occasion.SAMPLE, List.of());
      server.stopImmediately();
      assertThatThrownBy(() -> reader.read(Occasion.SAMPLE, List.of()))
          .isInstanceOf(SQLException.class);
      server.startAgain();

      Difference run = reader.between(before, reader.read(Occasion.SAMPLE, List.of()));

      assertThat(run.voidedBy()).contains("the server was restarted meanwhile");
    }
  }

  @Test
  void aStandbyIsReadWithoutGapsAndKnownAsOne() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      server.stopImmediately();
      Files.createFile(server.dataFolder().resolve("standby.signal"));
      server.startAgain();
      try (StatisticsReader reader = new TestDatabase(server.address()).reader()) {
        Snapshot snapshot = reader.read(Occasion.ENDS, List.of());

        assertThat(snapshot.gaps()).isEmpty();
        assertThat(snapshot.inRecovery()).isTrue();
        assertThat(snapshot.figures().rows("wal_position")).isEmpty();
        assertThat(reader.between(snapshot, snapshot).voidedBy())
            .containsExactly("the server is in recovery: it makes no WAL of its own");
      }
    }
  }

  @Test
  void checkpointsAndTheirBillAgreeWithTheServersLog() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of("log_checkpoints", "on"));
        StatisticsReader reader = new TestDatabase(server.address()).reader()) {
      TestDatabase database = new TestDatabase(server.address());
      database.run(
          "CREATE EXTENSION pg_buffercache",
          "CREATE TABLE wide (id bigint) WITH (autovacuum_enabled = false)",
          "CHECKPOINT");
      long logged = checkpoints(server).size();
      Snapshot before = reader.readSettled(List.of("wide"), LIMIT);
      database.run("INSERT INTO wide SELECT generate_series(1, 200000)");
      CheckpointBill bill = reader.checkpoint(LIMIT);
      Snapshot after = reader.readSettled(List.of("wide"), LIMIT);

      List<Long> buffers = checkpoints(server);
      RunCosts costs = reader.between(before, after).costs("wide");
      assertThat(buffers.size() - logged).isEqualTo(1);
      assertThat(costs.checkpointsRequested()).hasValue(1);
      assertThat(costs.checkpointsTimed()).hasValue(0);
      assertThat(bill.writtenBytes())
          .hasValue(buffers.get(buffers.size() - 1) * 8192)
          .hasValue(costs.checkpointBuffers().orElseThrow() * 8192);
      assertThat(bill.writtenBytes().orElseThrow())
          .isGreaterThan(costs.heapBytes().orElseThrow() * 9 / 10);
      assertThat(bill.dirtyBytes().orElseThrow())
          .isCloseTo(bill.writtenBytes().orElseThrow(), within(50 * 8192L));
      assertThat(bill.time().orElseThrow()).isPositive();
      assertThat(bill.syncMillis().orElseThrow()).isNotNegative();
    }
  }

  @Test
  void aPlainOwnerMayNotPayTheBillAndIsToldSoByItsAbsence()
      throws SQLException, InterruptedException {
    try (StatisticsReader reader = TestDatabase.on(18).asPlainOwner().reader()) {
      CheckpointBill bill = reader.checkpoint(LIMIT);

      assertThat(bill.time()).isEmpty();
      assertThat(bill.writtenBytes()).isEmpty();
      assertThat(bill.dirtyBytes()).isEmpty();
      assertThat(reader.read(Occasion.SAMPLE, List.of()).gaps()).isEmpty();
    }
  }

  @Test
  void workOfOtherSessionsIsToldFromThatOfTheRunsOwn() throws SQLException, InterruptedException {
    TestDatabase database = TestDatabase.on(18);
    database.run(
        "CREATE TABLE wide (id bigint PRIMARY KEY)", "CREATE TABLE theirs (id bigint PRIMARY KEY)");
    try (StatisticsReader reader = database.reader();
        Connection lane = database.connect()) {
      TestDatabase.execute(lane, "SET application_name = 'lanes'");
      Snapshot before = reader.readSettled(List.of("wide"), LIMIT);
      Snapshot sessionsBefore = reader.readSessions("lanes");
      TestDatabase.execute(lane, "INSERT INTO wide SELECT generate_series(1, 30000)");
      database.run("INSERT INTO theirs SELECT generate_series(1, 10000)");
      TestDatabase.execute(lane, StatisticsReader.flushStatement(18).orElseThrow());
      Difference sessions = reader.between(sessionsBefore, reader.readSessions("lanes"));
      Difference run = reader.between(before, reader.readSettled(List.of("wide"), LIMIT));

      ForeignWork foreign = ForeignWork.bySessions(run, sessions).orElseThrow();
      assertThat(foreign.share()).isBetween(0.15, 0.40);
      assertThat(foreign.note().orElseThrow())
          .matches("\\d\\d % of the WAL was not of this run, by the run's sessions' own counters.");
      assertThat(sessions.figures().whole("session_wal", "sessions")).hasValue(1);
      assertThat(
              sessions
                  .figures()
                  .whole("session_io", "extends", Map.of("object", "relation"))
                  .orElseThrow())
          .isPositive();
      assertThat(new ForeignWork(0.03, "").note()).isEmpty();
    }
  }

  private static List<Long> checkpoints(EmbeddedServer server) throws IOException {
    Matcher lines =
        Pattern.compile("checkpoint complete: wrote (\\d+) buffers")
            .matcher(Files.readString(server.log()));
    return lines.results().map(line -> Long.parseLong(line.group(1))).toList();
  }
}
