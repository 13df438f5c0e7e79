package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class NoiseTest {
  private static final Twin TWIN = new Twin("a", "a(copy)");

  private static RunResult run(String strategy, int round, DoubleSupplier scatter) {
    RunResult run = Results.run(strategy, round, 1000 * scatter.getAsDouble(), 870, 890);
    RunResult.Probes probes =
        new RunResult.Probes(
            0.2 * scatter.getAsDouble(),
            1500 * scatter.getAsDouble(),
            3 * scatter.getAsDouble(),
            0.3 * scatter.getAsDouble(),
            5 * scatter.getAsDouble());
    return new RunResult(
        run.strategy(),
        run.round(),
        run.position(),
        run.startedAt(),
        run.loading(),
        run.wal(),
        run.checkpoints(),
        run.disk(),
        run.costs(),
        probes,
        true,
        true,
        null,
        List.of());
  }

  private static List<RunResult> rates(String strategy, double... rates) {
    List<RunResult> runs = new ArrayList<>();
    for (double rate : rates) {
      runs.add(Results.run(strategy, runs.size() + 1, rate, 870, 890));
    }
    return runs;
  }

  private static Verdict rateVerdict(List<RunResult> runs, Noise noise) {
    return Verdicts.of(
            List.of("a", "b"), runs, Map.of("a", Results.DURABLE, "b", Results.DURABLE), noise)
        .stream()
        .filter(v -> v.metric() == Metric.RECORDS_PER_SECOND)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theFloorIsFourStandardErrorsOfTheScatterOfBothSetsOfRuns() {
    List<RunResult> runs = new ArrayList<>(rates("a", 100, 100, 100));
    runs.addAll(rates("a(copy)", 110, 110, 110));
    NoiseFloor floor = Noise.of(TWIN, runs).floor(TWIN).orElseThrow();
    double deviation = Math.log(1.1) / 2 * Math.sqrt(6 / 5.0);
    assertThat(floor.percentOf(Metric.RECORDS_PER_SECOND).orElseThrow())
        .isCloseTo(100 * Math.expm1(4 * deviation * Math.sqrt(2 / 3.0)), within(1e-9));
    assertThat(floor.percentOf(Metric.WAL_BYTES_PER_RECORD).orElseThrow()).isZero();
    assertThat(floor.percent()).isGreaterThan(NoiseFloor.RESTLESS_PERCENT);
    assertThat(floor.restless())
        .extracting(NoiseFloor.OfMetric::metric)
        .contains(Metric.RECORDS_PER_SECOND)
        .doesNotContain(Metric.WAL_BYTES_PER_RECORD);
  }

  @Test
  void withoutFiguresOfTheCopyThereIsNoFloor() {
    assertThat(Noise.of(TWIN, rates("a", 100, 101)).floor(TWIN)).isEmpty();
  }

  @Test
  void aDifferenceWithinTheFloorIsNotClaimedThoughEveryRunIsBetter() {
    List<RunResult> runs = new ArrayList<>(rates("a", 100, 101, 102));
    runs.addAll(rates("b", 111, 112, 113));
    assertThat(rateVerdict(runs, Noise.unknown()).verdict()).isEqualTo(Verdict.Outcome.B_BETTER);
    runs.addAll(rates("a(copy)", 90, 101, 112));
    Verdict verdict = rateVerdict(runs, Noise.of(TWIN, runs));
    assertThat(verdict.verdict()).isEqualTo(Verdict.Outcome.NO_DIFFERENCE);
    assertThat(verdict.why()).contains("may be noise");
  }

  @Test
  void aDifferenceWellAboveTheFloorIsClaimed() {
    List<RunResult> runs = new ArrayList<>(rates("a", 100, 101, 102));
    runs.addAll(rates("b", 150, 152, 154));
    runs.addAll(rates("a(copy)", 97, 101, 105));
    assertThat(rateVerdict(runs, Noise.of(TWIN, runs)).verdict())
        .isEqualTo(Verdict.Outcome.B_BETTER);
  }

  /** With three runs each, and whatever the scatter, over all metrics of a comparison together. */
  @Test
  void ofTwentyComparisonsOfAStrategyWithItselfSeldomMoreThanOneClaimsADifference() {
    for (double deviation : new double[] {0.02, 0.05, 0.1, 0.2}) {
      Random random = new Random(3);
      int different = 0;
      int trials = 2000;
      for (int trial = 0; trial < trials; trial++) {
        List<RunResult> runs = new ArrayList<>();
        for (String name : List.of("a", "b", "a(copy)")) {
          for (int round = 1; round <= 3; round++) {
            runs.add(run(name, round, () -> Math.exp(deviation * random.nextGaussian())));
          }
        }
        boolean claimed =
            Verdicts.of(
                    List.of("a", "b"),
                    runs,
                    Map.of("a", Results.DURABLE, "b", Results.DURABLE),
                    Noise.of(TWIN, runs))
                .stream()
                .anyMatch(v -> v.verdict() != Verdict.Outcome.NO_DIFFERENCE);
        different += claimed ? 1 : 0;
      }
      // one of 40: then of 20 comparisons two or more are wrong once in eleven times at most
      assertThat(different / (double) trials).as("scatter " + deviation).isLessThan(1 / 40.0);
    }
  }

  @Test
  void theCheapestStrategyRunsTwice() {
    assertThat(
            Twin.cheapest(
                    List.of(
                        Results.strategy("narrow", "narrow", "copy-binary", 10_000),
                        Results.strategy("single", "wide", "batch-insert", 1),
                        Results.strategy("first", "wide", "copy-binary", 1000),
                        Results.strategy("second", "wide", "batch-insert", 1000)),
                    100)
                .name())
        .isEqualTo("first");
  }

  @Test
  void theCopyIsTheSameUnderAnotherName() {
    var strategy = Results.strategy("first");
    var copy = Twin.of(strategy).copyOf(strategy);
    assertThat(copy.name()).isEqualTo("first(copy)");
    assertThat(copy.settings()).isEqualTo(strategy.settings());
    assertThat(Optional.of(copy.file())).contains(strategy.file());
  }
}
