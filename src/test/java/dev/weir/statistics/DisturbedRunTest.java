package dev.weir.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
  void aPlainOwnerIsToldNothingOfSharedBuffersAndGoesOn() throws SQLException {
    try (StatisticsReader reader = TestDatabase.on(18).asPlainOwner().reader()) {
      assertThat(reader.dirtyBuffers(LIMIT)).isEmpty();
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
      TestDatabase.execute(lane, "INSERT INTO wide SELECT generate_series(1, 30000)");
      database.run("INSERT INTO theirs SELECT generate_series(1, 10000)");
      TestDatabase.execute(lane, StatisticsReader.flushStatement(18).orElseThrow());
      Figures sessions = reader.readSessions("lanes").figures();
      Difference run = reader.between(before, reader.readSettled(List.of("wide"), LIMIT));

      WalBudget budget = reader.walBudget(run, List.of("wide"), List.of());
      ForeignWork foreign = ForeignWork.bySessions(run, sessions, budget).orElseThrow();
      assertThat(foreign.share()).isBetween(0.15, 0.40);
      assertThat(foreign.note().orElseThrow())
          .matches(
              "\\d\\d % of the WAL was not of this run, by its sessions' own counters; vacuum may be in it");
      assertThat(sessions.whole("session_wal", "sessions")).hasValue(1);
      assertThat(
              sessions.whole("session_io", "extends", Map.of("object", "relation")).orElseThrow())
          .isPositive();
      assertThat(new ForeignWork(0.03, 1_000_000, "").note()).isEmpty();
      assertThat(new ForeignWork(0.3, 10_000, "").note()).isEmpty();
    }
  }
}
