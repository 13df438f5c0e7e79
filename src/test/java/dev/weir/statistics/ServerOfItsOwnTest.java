package dev.weir.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What takes a server nobody else works on: it goes away, becomes a standby, has its log read. */
class ServerOfItsOwnTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static EmbeddedServer server;

  @BeforeAll
  static void start() {
    server = TestServers.fresh(Map.of("log_checkpoints", "on", "autovacuum_naptime", "1s"));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Test
  void aServerThatGoesAwayIsMissedThenFoundAgainAndTheRunIsInvalid() throws Exception {
    TestDatabase database = new TestDatabase(server.address());
    try (StatisticsReader reader = database.reader();
        WaitSampler waits = WaitSampler.start(database.source(), "lanes", Duration.ofMillis(5))) {
      Snapshot before = reader.read(Occasion.SAMPLE, List.of());
      await().atMost(LIMIT).until(() -> waits.profile().samples() > 0);
      server.stopImmediately();
      assertThatThrownBy(() -> reader.read(Occasion.SAMPLE, List.of()))
          .isInstanceOf(SQLException.class);
      await().atMost(LIMIT).until(() -> waits.profile().missed() > 0);
      server.startAgain();
      int seen = waits.profile().samples();
      await().atMost(LIMIT).until(() -> waits.profile().samples() > seen);

      Difference run = reader.between(before, reader.read(Occasion.SAMPLE, List.of()));

      assertThat(run.voidedBy()).contains("the server was restarted meanwhile");
    }
  }

  @Test
  void aStandbyIsReadWithoutGapsAndKnownAsOne() throws Exception {
    Path signal = server.dataFolder().resolve("standby.signal");
    server.stopImmediately();
    Files.createFile(signal);
    server.startAgain();
    try (StatisticsReader reader = new TestDatabase(server.address()).reader()) {
      Snapshot snapshot = reader.read(Occasion.ENDS, List.of());

      assertThat(snapshot.gaps()).isEmpty();
      assertThat(snapshot.inRecovery()).isTrue();
      assertThat(snapshot.figures().rows("wal_position")).isEmpty();
      assertThat(reader.between(snapshot, snapshot).voidedBy())
          .containsExactly("the server is in recovery: it makes no WAL of its own");
    } finally {
      server.stopImmediately();
      Files.delete(signal);
      server.startAgain();
    }
  }

  @Test
  void checkpointsAndTheirBillAgreeWithTheServersLog() throws Exception {
    try (StatisticsReader reader = new TestDatabase(server.address()).reader()) {
      TestDatabase database = new TestDatabase(server.address());
      database.run(
          "CREATE EXTENSION pg_buffercache",
          "CREATE TABLE wide (id bigint) WITH (autovacuum_enabled = false)",
          "CHECKPOINT");
      long logged = checkpoints(server).size();
      Snapshot before = reader.readSettled(List.of("wide"), LIMIT);
      database.run("INSERT INTO wide SELECT generate_series(1, 200000)");
      long dirty = reader.dirtyBuffers(LIMIT).orElseThrow();
      CheckpointBill bill = reader.checkpoint(() -> database.run("CHECKPOINT"));
      Snapshot after = reader.readSettled(List.of("wide"), LIMIT);

      List<Long> buffers = checkpoints(server);
      RunCosts costs = reader.between(before, after).costs("wide");
      assertThat(buffers.size() - logged).isEqualTo(1);
      assertThat(costs.checkpointsRequested()).hasValue(1);
      assertThat(costs.checkpointsTimed()).hasValue(0);
      assertThat(bill.writtenBytes())
          .isEqualTo(buffers.get(buffers.size() - 1) * 8192)
          .isEqualTo(costs.checkpointBuffers().orElseThrow() * 8192);
      assertThat(bill.writtenBytes()).isGreaterThan(costs.heapBytes().orElseThrow() * 9 / 10);
      assertThat(dirty).isCloseTo(bill.writtenBytes() / 8192, within(50L));
      assertThat(bill.time()).isPositive();
      assertThat(bill.syncMillis()).isNotNegative();
    }
  }

  /**
   * It marks pages as visible to all and sets hints; after a checkpoint that takes their images.
   */
  @Test
  void whatAutovacuumMakesIsNotTakenForOthersWork() throws Exception {
    TestDatabase database = new TestDatabase(server.address());
    database.run(
        "CREATE EXTENSION pg_walinspect",
        "CREATE TABLE kept (id bigint) WITH (autovacuum_vacuum_insert_scale_factor = 0)");
    try (StatisticsReader reader = database.reader();
        Connection lane = database.connect()) {
      TestDatabase.execute(lane, "SET application_name = 'lanes'");
      Snapshot before = reader.readSettled(List.of("kept"), LIMIT);
      TestDatabase.execute(lane, "INSERT INTO kept SELECT generate_series(1, 100000)");
      TestDatabase.execute(lane, "CHECKPOINT");
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  database.number(
                          "SELECT autovacuum_count FROM pg_stat_user_tables WHERE relname = 'kept'")
                      > 0);
      TestDatabase.execute(lane, StatisticsReader.flushStatement(18).orElseThrow());
      Figures sessions = reader.readSessions("lanes").figures();
      Difference run = reader.between(before, reader.readSettled(List.of("kept"), LIMIT));
      WalBudget budget = reader.walBudget(run, List.of("kept"), List.of());

      long vacuum = budget.vacuumBytes().orElseThrow();
      assertThat(vacuum).isGreaterThan(budget.totalBytes() / 20);
      assertThat(budget.vacuumNote().orElseThrow())
          .matches("\\d+ % of the WAL was of vacuum and hints on pages");
      ForeignWork foreign = ForeignWork.bySessions(run, sessions, budget).orElseThrow();
      assertThat(foreign.share()).isLessThan(0.05);
      assertThat(foreign.bytes() + vacuum)
          .as("what was not of the sessions")
          .isEqualTo(
              run.figures().whole("pg_stat_wal", "wal_bytes").orElseThrow()
                  - sessions.whole("session_wal", "wal_bytes").orElseThrow());
    }
  }

  private static List<Long> checkpoints(EmbeddedServer server) throws IOException {
    Matcher lines =
        Pattern.compile("checkpoint complete: wrote (\\d+) buffers")
            .matcher(Files.readString(server.log()));
    return lines.results().map(line -> Long.parseLong(line.group(1))).toList();
  }
}
