package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Datasets;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Home HOME = Home.locate();

  private static final Protocol TINY =
      new Protocol(
          300,
          Duration.ofMillis(100),
          Duration.ofMillis(400),
          20,
          Duration.ofMillis(80),
          Duration.ofMillis(100));

  private static ComparisonRequest request(
      DatabaseAddress database, int rounds, Strategy... strategies) {
    return new ComparisonRequest(
        "test",
        HOME,
        database,
        new Datasets(HOME.datasets()).open("sensors"),
        List.of(strategies),
        rounds,
        42,
        TINY);
  }

  private static Strategy strategy(String name) {
    return new StrategyFiles(HOME).load(name);
  }

  private static void execute(DatabaseAddress database, String sql) {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long tables(DatabaseAddress database) throws SQLException {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_class WHERE relname LIKE 'weir_run_%'")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static ComparisonResult compare(
      ComparisonRequest request, ComparisonListener listener, Consumer<Table> beforeVerification)
      throws Exception {
    return new Comparison(request, listener, beforeVerification).run();
  }

  private static void assertWholeResult(ComparisonResult result, int runs) {
    assertThat(result.complete()).isTrue();
    assertThat(result.isVerified()).isTrue();
    assertThat(result.runs())
        .hasSize(runs)
        .allSatisfy(
            run -> {
              assertThat(run.failure()).isNull();
              assertThat(run.verified()).isTrue();
              assertThat(run.loading().records()).isGreaterThanOrEqualTo(300);
              assertThat(run.loading().recordsPerSecond()).isPositive();
              assertThat(run.loading().commits()).isPositive();
              assertThat(run.loading().batchMillis().p50()).isPositive();
              assertThat(run.loading().clientCpuMicrosPerRecord()).isPositive();
              assertThat(run.wal().walBytes()).isPositive();
              assertThat(run.wal().walRecords()).isPositive();
              assertThat(run.checkpoints().checkpointAfterMillis()).isPositive();
              assertThat(run.disk().heapBytes()).isPositive();
              assertThat(run.disk().indexBytes()).isPositive();
              assertThat(run.disk().toastBytes()).isNotNull();
              assertThat(run.probes().readOneMillis()).isPositive();
              assertThat(run.probes().updatesPerSecond()).isPositive();
            });
  }

  @Test
  void everyRunIsVerifiedMeasuredAndClearedAway() throws Exception {
    DatabaseAddress database = TestServers.address();
    Queue<Sample> samples = new ConcurrentLinkedQueue<>();
    Queue<ComparisonResult> ended = new ConcurrentLinkedQueue<>();
    ComparisonListener listener =
        new ComparisonListener() {
          @Override
          public void sampled(Sample sample) {
            samples.add(sample);
          }

          @Override
          public void runEnded(ComparisonResult soFar) {
            ended.add(soFar);
          }
        };
    ComparisonResult result =
        compare(
            request(
                database,
                3,
                strategy("wide-copy-1000"),
                strategy("narrow-copy-1000"),
                strategy("wide-insert-1-x4")),
            listener,
            table -> {});
    assertWholeResult(result, 9);
    assertThat(ended).hasSize(9);
    assertThat(ended.peek().complete()).isFalse();
    assertThat(samples).isNotEmpty();
    assertThat(tables(database)).isZero();
    assertThat(result.verdicts())
        .filteredOn(
            v ->
                v.metric() == Metric.WAL_BYTES_PER_RECORD
                    && v.a().equals("wide-copy-1000")
                    && v.b().equals("narrow-copy-1000"))
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.verdict()).isEqualTo(Verdict.Outcome.A_BETTER);
              assertThat(v.ratio()).isBetween(1 / 20.0, 1 / 8.0);
            });
  }

  @Test
  void anOlderServerIsComparedTheSame() throws Exception {
    ComparisonResult result =
        compare(
            request(
                TestServers.address(15),
                1,
                strategy("wide-copy-1000"),
                strategy("narrow-copy-1000")),
            new ComparisonListener() {},
            table -> {});
    assertWholeResult(result, 2);
  }

  @Test
  void aRowChangedBehindWeirsBackMakesTheRunFail() throws Exception {
    DatabaseAddress database = TestServers.address();
    ComparisonResult result =
        compare(
            request(database, 1, strategy("wide-copy-1000")),
            new ComparisonListener() {},
            table ->
                execute(
                    database,
                    "UPDATE "
                        + table.qualifiedName()
                        + " SET m050 = coalesce(m050, 0) + 1e-9"
                        + " WHERE id = (SELECT min(id) FROM "
                        + table.qualifiedName()
                        + ")"));
    assertThat(result.isVerified()).isFalse();
    assertThat(result.summary()).isEmpty();
    assertThat(result.runs())
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.verified()).isFalse();
              assertThat(run.failure()).contains("digest");
              assertThat(run.probes().readOneMillis()).isNull();
            });
  }

  @Test
  void aRowThatIsMissingMakesTheRunFailAndTheOthersGoOn() throws Exception {
    DatabaseAddress database = TestServers.address();
    ComparisonResult result =
        compare(
            request(database, 1, strategy("wide-copy-1000"), strategy("narrow-copy-1000")),
            new ComparisonListener() {},
            table -> {
              if (table.rowsPerRecord() > 1) {
                execute(
                    database,
                    "DELETE FROM "
                        + table.qualifiedName()
                        + " WHERE id ="
                        + " (SELECT min(id) FROM "
                        + table.qualifiedName()
                        + ") AND measurement = 7");
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
  void aStoppedComparisonKeepsWhatIsFinishedAndDropsItsTables() throws Exception {
    DatabaseAddress database = TestServers.address();
    Comparison[] comparison = new Comparison[1];
    comparison[0] =
        new Comparison(
            request(database, 3, strategy("wide-copy-1000"), strategy("narrow-copy-1000")),
            new ComparisonListener() {
              @Override
              public void runEnded(ComparisonResult soFar) {
                if (soFar.runs().size() == 2) {
                  comparison[0].stop();
                }
              }
            });
    ComparisonResult result = comparison[0].run();
    assertThat(result.complete()).isFalse();
    assertThat(result.runs()).hasSize(2).allMatch(RunResult::counts);
    assertThat(result.plannedRuns()).isEqualTo(6);
    assertThat(tables(database)).isZero();
  }

  @Test
  void aVariationRunsWithTheValueVaried() throws Exception {
    StrategyFiles files = new StrategyFiles(HOME);
    Strategy varied = files.vary(files.load("wide-copy-1000"), StrategySetting.BATCH_SIZE, "100");
    ComparisonResult result =
        compare(
            request(TestServers.address(), 1, varied), new ComparisonListener() {}, table -> {});
    assertWholeResult(result, 1);
    RunResult.Loading loading = result.runs().get(0).loading();
    assertThat(loading.commits()).isGreaterThanOrEqualTo(loading.records() / 100);
    assertThat(result.strategies().get(0).settings()).containsEntry("batchSize", "100");
  }
}
