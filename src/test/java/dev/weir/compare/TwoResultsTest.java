package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class TwoResultsTest {

  private static ComparisonResult result(Promise promise, double wal, double... rates) {
    return new Results()
        .with(Results.strategy("copy"), promise)
        .runs("copy", wal, 890, rates)
        .result();
  }

  private static Regressions regressions(ComparisonResult now, ComparisonResult then) {
    return now.against("earlier", then).findings().baseline();
  }

  @Test
  void aSlowerResultIsARegressionWithItsRatio() {
    Regressions found =
        regressions(
            result(Results.DURABLE, 870, 80, 81, 82), result(Results.DURABLE, 870, 99, 100, 101));
    assertThat(found.regressions())
        .singleElement()
        .satisfies(
            worse -> {
              assertThat(worse.metric()).isEqualTo(Metric.RECORDS_PER_SECOND);
              assertThat(worse.ratio()).isCloseTo(0.81, within(1e-9));
              assertThat(worse.baseline()).isEqualTo(100);
              assertThat(worse.now()).isEqualTo(81);
            });
    assertThat(found.notes()).isEmpty();
  }

  @Test
  void aCostlierResultIsARegressionToo() {
    assertThat(
            regressions(
                    result(Results.DURABLE, 1000, 99, 100, 101),
                    result(Results.DURABLE, 870, 99, 100, 101))
                .regressions())
        .extracting(Regressions.Regression::metric)
        .containsExactly(Metric.WAL_BYTES_PER_RECORD);
  }

  @Test
  void aBetterResultOrOneWithinTheNoiseIsNone() {
    ComparisonResult then = result(Results.DURABLE, 870, 90, 100, 110);
    assertThat(regressions(result(Results.DURABLE, 500, 200, 201, 202), then).regressions())
        .isEmpty();
    assertThat(regressions(result(Results.DURABLE, 870, 80, 82, 89), then).regressions())
        .as("every run is slower, but four standard errors are not reached")
        .isEmpty();
  }

  @Test
  void anotherPromiseIsNotHeldAgainstItAndSaysSo() {
    Regressions found =
        regressions(
            result(Results.DURABLE, 870, 8, 8, 8), result(Results.NOT_WAITING, 870, 99, 100, 101));
    assertThat(found.regressions()).isEmpty();
    assertThat(found.notes())
        .singleElement()
        .asString()
        .contains("synchronous_commit on against off", "recordsPerSecond");
  }

  @Test
  void tooFewRunsAndStrategiesOfOneSideAreNoted() {
    ComparisonResult other =
        new Results()
            .with(Results.strategy("else"), Results.DURABLE)
            .runs("else", 1, 1, 1, 1, 1)
            .result();
    assertThat(
            regressions(result(Results.DURABLE, 870, 80), result(Results.DURABLE, 870, 100))
                .notes())
        .anyMatch(note -> note.contains("1 and 1 runs"));
    assertThat(regressions(result(Results.DURABLE, 870, 80), other).notes())
        .containsExactly(
            "copy: in one of the two results only", "else: in one of the two results only");
  }
}
