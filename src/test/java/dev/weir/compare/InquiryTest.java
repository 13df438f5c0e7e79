package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is found out beside figures and verdicts, on a server. */
class InquiryTest {

  private static ComparisonResult ask(Inquiry inquiry, int rounds, String... strategies)
      throws Exception {
    DatabaseAddress database = TestServers.address();
    ComparisonRequest plain = TinyComparison.request(database, rounds, strategies);
    ComparisonResult result =
        new Comparison(TinyComparison.asking(plain, inquiry), TinyComparison.NOBODY).run();
    assertThat(result.isVerified()).as(result.runs().toString()).isTrue();
    assertThat(result.complete()).isTrue();
    assertThat(TinyComparison.tables(database)).isZero();
    return result;
  }

  private static Inquiry inquiry(boolean noise, boolean predictions, Optional<RateGoal> rate) {
    return new Inquiry(
        noise, predictions, Optional.empty(), rate, Optional.empty(), Optional.empty());
  }

  @Test
  void aStrategyRunsTwiceAndItsCopyIsInNoTable() throws Exception {
    ComparisonResult result = ask(inquiry(true, false, Optional.empty()), 2, "wide-copy-1000");
    assertThat(result.runs()).hasSize(4);
    NoiseFloor floor = result.findings().noiseFloor();
    assertThat(floor.strategy()).isEqualTo("wide-copy-1000");
    assertThat(result.runs()).filteredOn(run -> run.strategy().equals(floor.copy())).hasSize(2);
    assertThat(floor.percentOf(Metric.RECORDS_PER_SECOND).orElseThrow()).isPositive();
    assertThat(result.strategies()).hasSize(1);
    assertThat(result.summary()).noneMatch(s -> s.strategy().equals(floor.copy()));
  }

  /** Floors hold in every layout, and the analytic answers agree, else a run would have failed. */
  @Test
  void floorsArePredictedForEveryLayoutAndNothingTakesLess() throws Exception {
    ComparisonResult result =
        ask(
            inquiry(false, true, Optional.empty()),
            1,
            "wide-copy-1000",
            "narrow-copy-1000",
            "array-copy-1000",
            "jsonb-copy-1000");
    assertThat(result.findings().predictions())
        .filteredOn(p -> p.metric() != Metric.COMMITS_PER_SECOND)
        .hasSizeGreaterThanOrEqualTo(6)
        .allSatisfy(p -> assertThat(p.ratio()).as(p.toString()).isBetween(1.0, 4.0));
    assertThat(result.findings().predictions())
        .filteredOn(p -> p.metric() == Metric.COMMITS_PER_SECOND)
        .hasSize(4)
        .allSatisfy(p -> assertThat(p.predicted()).isPositive());
    assertThat(result.runs())
        .allSatisfy(
            run -> {
              assertThat(run.probes().averageMillis()).isPositive();
              assertThat(run.probes().latestMillis()).isPositive();
              assertThat(run.probes().rangeMillis()).isPositive();
            });
  }

  @Test
  void aRateThatIsHeldIsRecommendedForAndOneThatIsNotIsMarked() throws Exception {
    ComparisonResult easy =
        ask(
            inquiry(
                false,
                false,
                Optional.of(new RateGoal(40, Duration.ofSeconds(30), Duration.ofSeconds(1)))),
            1,
            "wide-insert-1");
    assertThat(easy.findings().atRate().recommended()).isEqualTo("wide-insert-1");
    assertThat(easy.findings().atRate().held())
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.held()).isTrue();
              assertThat(held.lateRecords()).isZero();
              assertThat(held.records()).isBetween(20L, 60L);
            });
    ComparisonResult hard =
        ask(
            inquiry(
                false,
                false,
                Optional.of(
                    new RateGoal(5_000_000, Duration.ofMillis(100), Duration.ofSeconds(1)))),
            1,
            "wide-insert-1");
    assertThat(hard.findings().atRate().recommended()).isNull();
    assertThat(hard.findings().atRate().held())
        .allSatisfy(
            held -> {
              assertThat(held.held()).isFalse();
              assertThat(held.lagSeconds()).isPositive();
              assertThat(held.lateRecords()).isPositive();
            });
  }

  @Test
  void whereNoDiskIsOursOneRowCommitsGiveTheCeiling() throws Exception {
    ComparisonResult result =
        ask(inquiry(false, true, Optional.empty()), 1, "wide-insert-1", "wide-insert-1-nosync");
    assertThat(result.findings().predictions())
        .filteredOn(p -> p.metric() == Metric.COMMITS_PER_SECOND)
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.strategy()).isEqualTo("wide-insert-1");
              assertThat(p.basis()).contains("committing one small row");
            });
    assertThat(List.of(result.strategies().size())).containsExactly(2);
  }
}
