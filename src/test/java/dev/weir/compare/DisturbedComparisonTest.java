package dev.weir.compare;

import static dev.weir.compare.TinyComparison.UNTOUCHED;
import static dev.weir.compare.TinyComparison.compare;
import static dev.weir.compare.TinyComparison.execute;
import static dev.weir.compare.TinyComparison.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What falls into a run from outside is told, and voids it where the figures are not worth it. */
class DisturbedComparisonTest {

  /** Runs a statement once in the middle of the first load. */
  private static RunResult runWith(DatabaseAddress database, String disturbance) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    ComparisonListener listener =
        new ComparisonListener() {
          @Override
          public void progress(Progress progress) {
            if (progress.phase().equals("load")
                && progress.stored() > 0
                && done.compareAndSet(false, true)) {
              execute(database, disturbance);
            }
          }
        };
    ComparisonResult result =
        compare(
            request(
                database,
                1,
                List.of(TinyComparison.strategy("wide-insert-50")),
                protocol(300, Duration.ofMillis(800))),
            listener,
            UNTOUCHED);
    assertThat(done).isTrue();
    assertThat(result.isVerified()).isTrue();
    return result.runs().get(0);
  }

  private static Protocol protocol(long records, Duration atLeast) {
    return new Protocol(
        records,
        atLeast,
        Duration.ofMillis(300),
        20,
        Duration.ofMillis(80),
        Duration.ofMillis(100));
  }

  @Test
  void aResetOfTheStatisticsMakesTheRunVoid() throws Exception {
    RunResult run = runWith(TestServers.address(), "SELECT pg_stat_reset()");
    assertThat(run.valid()).isFalse();
    assertThat(run.notes()).anyMatch(note -> note.contains("was reset meanwhile"));
    assertThat(run.costs().perSecond()).allMatch(second -> second.checkpoint() == null);
  }

  @Test
  void aSwitchedSegmentIsNotedAndInNoPartOfTheTable() throws Exception {
    RunResult run = runWith(TestServers.address(), "SELECT pg_switch_wal()");
    Costs.WalBudget budget = run.costs().walBudget();
    long ofTheTable = budget.heap() + budget.index() + budget.toast() + budget.commit();
    assertThat(ofTheTable).isLessThan(run.wal().walBytesByStatistics());
    if (run.wal().walBytes() > run.wal().walBytesByStatistics() * 1.5) {
      assertThat(run.notes()).anyMatch(note -> note.startsWith("The WAL position moved by"));
    }
  }

  @Test
  void whatAnotherSessionWritesIsToldAsAShareOfTheLog() throws Exception {
    DatabaseAddress database = TestServers.address();
    execute(database, "CREATE TABLE of_others (number bigint)");
    RunResult run = runWith(database, "INSERT INTO of_others SELECT generate_series(1, 200000)");
    assertThat(run.costs().foreignWalShare()).isBetween(0.05, 1.0);
    assertThat(run.notes())
        .anyMatch(
            note ->
                note.contains(" % of the WAL was not of this run, by its sessions' own counters"));
  }

  /** A log that may hold little has the server make checkpoints by itself, in some runs only. */
  @Test
  void aCheckpointOfTheServersOwnIsNotedAndItsImagesToldApart() throws Exception {
    try (EmbeddedServer server =
        TestServers.fresh(Map.of("max_wal_size", "32MB", "min_wal_size", "32MB"))) {
      ComparisonResult result =
          compare(
              request(
                  server.address(),
                  2,
                  List.of(TinyComparison.strategy("wide-copy-1000")),
                  protocol(50_000, Duration.ofMillis(100))),
              TinyComparison.NOBODY,
              UNTOUCHED);
      assertThat(result.isVerified()).isTrue();
      assertThat(result.runs())
          .allSatisfy(
              run -> {
                assertThat(run.checkpoints().checkpointsRequested()).isPositive();
                assertThat(run.notes())
                    .anyMatch(note -> note.startsWith("checkpoints fell into the run (0 timed"));
                assertThat(run.costs().walBudget().fullPageImages()).isNotNull();
                assertThat(run.costs().perSecond())
                    .anyMatch(second -> "requested".equals(second.checkpoint()));
              });
    }
  }
}
