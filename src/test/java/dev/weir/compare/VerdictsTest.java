package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.compare.Verdict.Outcome;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VerdictsTest {

  private static Results pair() {
    return new Results()
        .with(Results.strategy("fast"), Results.DURABLE)
        .with(Results.strategy("slow"), Results.DURABLE);
  }

  private static Verdict verdict(ComparisonResult result, Metric metric) {
    return result.verdicts().stream().filter(v -> v.metric() == metric).findFirst().orElseThrow();
  }

  @Test
  void aStrategyWhoseEveryRunBeatsEveryRunOfTheOtherIsBetter() {
    Verdict verdict =
        verdict(
            pair()
                .runs("fast", 870, 890, 90, 100, 110)
                .runs("slow", 11_100, 8750, 20, 25, 40)
                .result(),
            Metric.RECORDS_PER_SECOND);
    assertThat(verdict.verdict()).isEqualTo(Outcome.A_BETTER);
    assertThat(verdict.ratio()).isCloseTo(4.0, within(1e-9));
    assertThat(verdict.low()).isCloseTo(90.0 / 40, within(1e-9));
    assertThat(verdict.high()).isCloseTo(110.0 / 20, within(1e-9));
    assertThat(verdict.why()).contains("every run of fast beats every run of slow");
  }

  @Test
  void lessIsBetterWhereTheMetricIsACost() {
    ComparisonResult result =
        pair()
            .runs("fast", 870, 890, 90, 100, 110)
            .runs("slow", 11_100, 8750, 90, 100, 110)
            .result();
    assertThat(verdict(result, Metric.WAL_BYTES_PER_RECORD).verdict()).isEqualTo(Outcome.A_BETTER);
    assertThat(verdict(result, Metric.WAL_BYTES_PER_RECORD).ratio()).isLessThan(1);
  }

  @Test
  void rangesThatOverlapAreNoDifference() {
    Verdict verdict =
        verdict(
            pair().runs("fast", 1, 1, 90, 100, 110).runs("slow", 1, 1, 60, 70, 91).result(),
            Metric.RECORDS_PER_SECOND);
    assertThat(verdict.verdict()).isEqualTo(Outcome.NO_DIFFERENCE);
    assertThat(verdict.why()).contains("overlap");
  }

  @Test
  void aDifferenceSmallerThanRepeatedRunsShowIsNotClaimedHoweverClearTheOrder() {
    ComparisonResult result =
        pair()
            .runs("fast", 870.1, 890, 100, 101, 102)
            .runs("slow", 870.2, 890, 97, 98, 99)
            .result();
    assertThat(verdict(result, Metric.RECORDS_PER_SECOND).verdict())
        .isEqualTo(Outcome.NO_DIFFERENCE);
    assertThat(verdict(result, Metric.WAL_BYTES_PER_RECORD).verdict())
        .isEqualTo(Outcome.NO_DIFFERENCE);
  }

  @Test
  void diskThatDiffersByNoMoreThanATableGrowsAtOnceIsNoDifference() {
    // 18,000 records each: 64 pages are 29 bytes of them
    assertThat(ofDisk(935, 963).verdict()).isEqualTo(Outcome.NO_DIFFERENCE);
    assertThat(ofDisk(935, 970).verdict()).isEqualTo(Outcome.A_BETTER);
  }

  private static Verdict ofDisk(double fast, double slow) {
    ComparisonResult result =
        pair()
            .runs("fast", 1, fast, 9000, 9000, 9000)
            .runs("slow", 1, slow, 9000, 9000, 9000)
            .result();
    return verdict(result, Metric.DISK_BYTES_PER_RECORD);
  }

  @Test
  void twoRunsEachAreTooFewForAClaim() {
    Verdict verdict =
        verdict(
            pair().runs("fast", 1, 1, 90, 100).runs("slow", 1, 1, 20, 25).result(),
            Metric.RECORDS_PER_SECOND);
    assertThat(verdict.verdict()).isEqualTo(Outcome.NO_DIFFERENCE);
    assertThat(verdict.why()).contains("at least 3");
    assertThat(verdict.ratio()).isGreaterThan(4);
  }

  @Test
  void differentPromisesAreNotComparableAndSaySo() {
    ComparisonResult result =
        new Results()
            .with(Results.strategy("waits"), Results.DURABLE)
            .with(Results.strategy("does-not"), Results.NOT_WAITING)
            .runs("waits", 1, 1, 20, 21, 22)
            .runs("does-not", 1, 1, 90, 91, 92)
            .result();
    assertThat(result.verdicts()).allMatch(v -> v.verdict() == Outcome.NOT_COMPARABLE);
    assertThat(verdict(result, Metric.RECORDS_PER_SECOND).why())
        .contains("synchronous_commit on against off");
  }

  @Test
  void aRunThatDidNotVerifyIsNeverAveragedAndBarsEveryClaim() {
    RunResult good = Results.run("slow", 4, 1_000_000, 1, 1);
    RunResult wrong =
        new RunResult(
            good.strategy(),
            good.round(),
            1,
            good.startedAt(),
            good.loading(),
            good.wal(),
            good.checkpoints(),
            good.disk(),
            good.costs(),
            good.probes(),
            false,
            true,
            "digest differs",
            List.of());
    ComparisonResult result =
        pair().runs("fast", 1, 1, 90, 100, 110).runs("slow", 1, 1, 20, 25, 30).run(wrong).result();
    assertThat(result.isVerified()).isFalse();
    assertThat(result.verdicts()).allMatch(v -> v.verdict() == Outcome.NOT_COMPARABLE);
    assertThat(result.summary())
        .filteredOn(s -> s.strategy().equals("slow") && s.metric() == Metric.RECORDS_PER_SECOND)
        .allSatisfy(s -> assertThat(s.max()).isEqualTo(30));
  }

  @Test
  void aMissingFigureIsNotComparableAndHasNoRatio() {
    ComparisonResult result = pair().runs("fast", 1, 1, 90, 100, 110).result();
    Verdict verdict = verdict(result, Metric.RECORDS_PER_SECOND);
    assertThat(verdict.verdict()).isEqualTo(Outcome.NOT_COMPARABLE);
    assertThat(verdict.ratio()).isNull();
    assertThat(verdict.why()).contains("slow");
  }

  @Test
  void aStrategyAgainstItsOwnCopyIsSeldomCalledDifferent() {
    Random random = new Random(1);
    int claims = 0;
    for (int trial = 0; trial < 200; trial++) {
      Results results = pair();
      for (String name : List.of("fast", "slow")) {
        for (int round = 1; round <= 5; round++) {
          double rate = 1000 * (1 + 0.06 * random.nextGaussian());
          results.run(Results.run(name, round, rate, 870 + random.nextDouble(), 890));
        }
      }
      if (results.result().verdicts().stream()
          .anyMatch(v -> v.verdict() != Outcome.NO_DIFFERENCE)) {
        claims++;
      }
    }
    assertThat(claims).isLessThan(6);
  }
}
