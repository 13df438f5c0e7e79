package dev.weir.compare;

import static dev.weir.compare.TinyComparison.NOBODY;
import static dev.weir.compare.TinyComparison.UNTOUCHED;
import static dev.weir.compare.TinyComparison.compare;
import static dev.weir.compare.TinyComparison.execute;
import static dev.weir.compare.TinyComparison.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpoiltComparisonTest {

  @Test
  void aRowChangedBehindWeirsBackMakesTheRunFail() throws Exception {
    DatabaseAddress database = TestServers.address();
    ComparisonResult result =
        compare(
            request(database, 1, "wide-copy-1000"),
            NOBODY,
            table ->
                execute(
                    database,
                    "UPDATE %1$s SET m050 = coalesce(m050, 0) + 1e-9 WHERE id = (SELECT min(id) FROM %1$s)"
                        .formatted(table.qualifiedName())));
    assertThat(result.isVerified()).isFalse();
    assertThat(result.summary()).isEmpty();
    assertThat(result.runs())
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.verified()).isFalse();
              assertThat(run.failure()).contains("digest");
              assertThat(run.probes()).isEqualTo(RunResult.Probes.NONE);
            });
  }

  @Test
  void aRowThatIsMissingMakesTheRunFailAndTheOthersGoOn() throws Exception {
    DatabaseAddress database = TestServers.address();
    ComparisonResult result =
        compare(
            request(database, 1, "wide-copy-1000", "narrow-copy-1000"),
            NOBODY,
            table -> {
              if (table.rowsPerRecord() > 1) {
                execute(
                    database,
                    "DELETE FROM %1$s WHERE id = (SELECT min(id) FROM %1$s) AND measurement = 7"
                        .formatted(table.qualifiedName()));
              }
            });
    assertThat(result.isVerified()).isFalse();
    assertThat(result.runs())
        .filteredOn(run -> run.strategy().equals("narrow-copy-1000"))
        .allSatisfy(run -> assertThat(run.failure()).contains("not exactly the measurements"));
    assertThat(result.runs())
        .filteredOn(run -> run.strategy().equals("wide-copy-1000"))
        .allMatch(RunResult::counts);
  }

  @Test
  void aRunBesideAnotherWriterIsVoid() throws Exception {
    DatabaseAddress database = TestServers.address();
    execute(database, "CREATE TABLE of_others (number bigint)");
    ComparisonListener writer =
        new ComparisonListener() {
          @Override
          public void progress(Progress progress) {
            if (progress.phase().equals("load")) {
              execute(database, "INSERT INTO of_others SELECT generate_series(1, 20000)");
            }
          }
        };
    ComparisonResult result = compare(request(database, 1, "wide-copy-1000"), writer, UNTOUCHED);
    assertThat(result.isVerified()).isTrue();
    assertThat(result.summary()).isEmpty();
    assertThat(result.runs())
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.valid()).isFalse();
              assertThat(run.notes()).anyMatch(note -> note.contains("other sessions wrote"));
            });
  }

  @Test
  void aStoppedComparisonKeepsWhatIsFinishedAndDropsItsTables() throws Exception {
    DatabaseAddress database = TestServers.address();
    Comparison[] comparison = new Comparison[1];
    comparison[0] =
        new Comparison(
            request(database, 3, "wide-copy-1000", "narrow-copy-1000"),
            new ComparisonListener() {
              @Override
              public void progress(Progress progress) {
                if (progress.run() == 2 && progress.phase().equals("load")) {
                  comparison[0].stop();
                }
              }
            });
    ComparisonResult result = comparison[0].run();
    assertThat(result.complete()).isFalse();
    assertThat(result.runs()).hasSize(1).allMatch(RunResult::counts);
    assertThat(result.plannedRuns()).isEqualTo(6);
    assertThat(TinyComparison.tables(database)).isZero();
  }

  @Test
  void aServerLostInTheMiddleKeepsWhatIsFinished() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      ComparisonListener killer =
          new ComparisonListener() {
            @Override
            public void runEnded(ComparisonResult soFar) {
              crash(server);
            }
          };
      ComparisonResult result =
          compare(request(server.address(), 2, "wide-copy-1000"), killer, UNTOUCHED);
      assertThat(result.complete()).isFalse();
      assertThat(result.runs()).hasSize(1).allMatch(RunResult::counts);
      assertThat(result.notes()).anyMatch(note -> note.contains("loss of the server"));
    }
  }

  private static void crash(EmbeddedServer server) {
    try {
      server.stopImmediately();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nothing done of nothing planned would be complete, and exit code 0. */
  @Test
  void aServerLostBeforeTheFirstRunIsNoCompleteComparison() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      ComparisonListener killer =
          new ComparisonListener() {
            private boolean done;

            @Override
            public void progress(Progress progress) {
              if (!done && progress.stored() > 0) {
                done = true;
                crash(server);
              }
            }
          };
      ComparisonResult result =
          compare(request(server.address(), 2, "wide-copy-1000"), killer, UNTOUCHED);
      assertThat(result.complete()).isFalse();
      assertThat(result.runs()).isEmpty();
      assertThat(result.plannedRuns()).isEqualTo(2);
      assertThat(result.notes()).anyMatch(note -> note.contains("loss of the server"));
    }
  }

  @Test
  void aPlainAccountComparesWithoutCheckpointsAndSaysSo() throws Exception {
    DatabaseAddress database = TestServers.address();
    execute(database, "DROP ROLE IF EXISTS plain; CREATE ROLE plain LOGIN PASSWORD 'plain'");
    execute(database, "GRANT CREATE ON SCHEMA public TO plain");
    DatabaseAddress plain =
        new DatabaseAddress(database.jdbcUrl(), "plain", "plain", database.display());
    ComparisonResult result = compare(request(plain, 1, "wide-copy-1000"), NOBODY, UNTOUCHED);
    assertThat(result.complete()).isTrue();
    assertThat(result.isVerified()).isTrue();
    assertThat(result.notes()).anyMatch(note -> note.contains("no checkpoint before the runs"));
    for (String missing : List.of("pg_walinspect", "pg_buffercache", "wal_directory")) {
      assertThat(result.notes()).filteredOn(note -> note.contains(missing)).hasSize(1);
    }
    assertThat(result.runs())
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.counts()).isTrue();
              assertThat(run.checkpoints().checkpointAfterMillis()).isNull();
              assertThat(run.costs().walBudget().source()).startsWith("counters (");
              assertThat(run.costs().walBudget().heap()).isNull();
              assertThat(run.costs().dirtyBuffers()).isNull();
              assertThat(run.costs().foreignWalShare()).isBetween(0.0, 0.5);
              assertThat(run.wal().walBytes()).isPositive();
            });
  }
}
