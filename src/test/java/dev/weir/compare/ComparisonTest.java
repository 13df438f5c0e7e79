package dev.weir.compare;

import static dev.weir.compare.TinyComparison.NOBODY;
import static dev.weir.compare.TinyComparison.UNTOUCHED;
import static dev.weir.compare.TinyComparison.compare;
import static dev.weir.compare.TinyComparison.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {

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
              assertWholeCosts(run);
            });
  }

  private static void assertWholeCosts(RunResult run) {
    Costs costs = run.costs();
    Costs.WalBudget budget = costs.walBudget();
    long parts =
        Stream.of(
                budget.heap(),
                budget.index(),
                budget.toast(),
                budget.fullPageImages(),
                budget.commit(),
                budget.other())
            .filter(Objects::nonNull)
            .mapToLong(Long::longValue)
            .sum();
    assertThat(parts).as(budget.toString()).isCloseTo(run.wal().walBytes(), withinPercentage(0.5));
    // read by the operating system's leave three times a second at most
    assertThat(costs.machine().cpuShare())
        .satisfiesAnyOf(
            share -> assertThat(share).isNull(), share -> assertThat(share).isBetween(0.0, 1.0));
    assertThat(costs.machine().serverCpuMicrosPerRecord()).isNotNegative();
    assertThat(costs.client().gcPauses()).isNotNegative();
    assertThat(costs.dirtyBuffers()).isPositive();
    assertThat(costs.perSecond().stream().mapToLong(Costs.Second::records).sum())
        .isEqualTo(run.loading().records());
    assertThat(costs.batchHistogram().stream().mapToLong(Costs.Batches::batches).sum())
        .isEqualTo(run.loading().commits());
    assertThat(costs.batchHistogram())
        .hasSizeLessThanOrEqualTo(60)
        .last()
        .satisfies(
            last ->
                assertThat(last.upToMillis())
                    .isGreaterThanOrEqualTo(run.loading().batchMillis().max() * 0.99));
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
        compare(request(database, 3, "wide-copy-1000", "narrow-copy-1000"), listener, UNTOUCHED);
    assertWholeResult(result, 6);
    assertThat(ended).hasSize(6);
    assertThat(ended.peek().complete()).isFalse();
    assertThat(samples).anyMatch(sample -> sample.progress().phase().equals("probe"));
    assertThat(TinyComparison.tables(database)).isZero();
    assertThat(TinyComparison.count(database, "pg_extension WHERE extname LIKE 'pg\\_%'")).isZero();
    assertThat(result.runs())
        .allSatisfy(
            run -> {
              assertThat(run.costs().walBudget().source()).startsWith("pg_walinspect");
              assertThat(run.costs().walBudget().indexes()).containsOnlyKeys("pkey");
              assertThat(run.costs().foreignWalShare()).isBetween(0.0, 0.5);
              assertThat(run.wal().walFpiBytes()).isNotNull();
            });
    assertThat(result.runs())
        .filteredOn(run -> run.costs().waits() != null)
        .isNotEmpty()
        .allSatisfy(run -> assertThat(sum(run.costs().waits())).isCloseTo(1, within(1e-9)));
    assertThat(result.verdicts())
        .filteredOn(v -> v.metric() == Metric.WAL_BYTES_PER_RECORD)
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.verdict()).isEqualTo(Verdict.Outcome.A_BETTER);
              assertThat(v.ratio()).isBetween(1 / 20.0, 1 / 8.0);
              assertThat(v.why())
                  .matches(".* \\d+ % of the difference is the B-tree of the primary key: .*");
            });
  }

  private static double sum(Costs.Waits waits) {
    return waits.onCpu()
        + waits.walWrite()
        + waits.walSync()
        + waits.dataExtend()
        + waits.dataRead()
        + waits.dataWrite()
        + waits.lock()
        + waits.client()
        + waits.other();
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17})
  void anOlderServerIsComparedTheSame(int major) throws Exception {
    ComparisonResult result =
        compare(
            request(TestServers.address(major), 1, "wide-insert-1-x4", "narrow-copy-1000"),
            NOBODY,
            UNTOUCHED);
    assertWholeResult(result, 2);
  }

  @Test
  void aVariationRunsWithTheValueVaried() throws Exception {
    StrategyFiles files = new StrategyFiles(TinyComparison.HOME);
    Strategy varied = files.vary(files.load("wide-copy-1000"), StrategySetting.BATCH_SIZE, "100");
    ComparisonResult result =
        compare(request(TestServers.address(), 1, List.of(varied)), NOBODY, UNTOUCHED);
    assertWholeResult(result, 1);
    RunResult.Loading loading = result.runs().get(0).loading();
    assertThat(loading.commits()).isGreaterThanOrEqualTo(loading.records() / 100);
    assertThat(result.strategies().get(0).settings()).containsEntry("batchSize", "100");
  }

  @Test
  void thePipelinesOwnLimitStoresNothingAndSaysSo() throws Exception {
    StrategyFiles files = new StrategyFiles(TinyComparison.HOME);
    Strategy none = files.vary(files.load("wide-copy-1000"), StrategySetting.METHOD, "none");
    ComparisonResult result =
        compare(request(TestServers.address(), 1, List.of(none)), NOBODY, UNTOUCHED);
    assertThat(result.isVerified()).isTrue();
    RunResult run = result.runs().get(0);
    assertThat(run.loading().recordsPerSecond()).isPositive();
    assertThat(run.probes()).isEqualTo(RunResult.Probes.NONE);
  }
}
