package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SweepsTest {

  private static Strategy varied(String name, String method, int batchSize) {
    return Results.strategy(name, "wide", method, 5)
        .with(StrategySetting.BATCH_SIZE, Integer.toString(batchSize));
  }

  /** Copy wins from batches of 100 on, insert with batches of 1; between them nobody does. */
  private static ComparisonResult crossing() {
    Results results = new Results();
    double[] copy = {500, 5_000, 50_000, 90_000};
    double[] insert = {900, 5_100, 20_000, 20_500};
    int[] sizes = {1, 10, 100, 1000};
    for (int i = 0; i < sizes.length; i++) {
      results.with(varied("copy", "copy-binary", sizes[i]), Results.DURABLE);
      results.with(varied("insert", "batch-insert", sizes[i]), Results.DURABLE);
    }
    for (int i = 0; i < sizes.length; i++) {
      String suffix = "[batchSize=" + sizes[i] + "]";
      results.runs("copy" + suffix, 870, 890, copy[i], copy[i] * 1.01, copy[i] * 0.99);
      results.runs("insert" + suffix, 900, 890, insert[i], insert[i] * 1.01, insert[i] * 0.99);
    }
    return results.result();
  }

  private static Curve rates(String strategy) {
    return crossing().findings().curves().stream()
        .filter(c -> c.metric() == Metric.RECORDS_PER_SECOND && c.strategy().equals(strategy))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aCurveHasItsPointsInOrderOfValuesUnderTheNameWithoutTheKey() {
    Curve curve = rates("copy");
    assertThat(curve.key()).isEqualTo("batchSize");
    assertThat(curve.points())
        .extracting(Curve.Point::value)
        .containsExactly("1", "10", "100", "1000");
    assertThat(curve.points().get(2).median()).isEqualTo(50_000);
  }

  @Test
  void theKneeIsTheSmallestValueAsGoodAsTheBest() {
    assertThat(rates("copy").knee()).isEqualTo("1000");
    assertThat(rates("insert").knee()).isEqualTo("100");
    List<Curve.Point> costs =
        IntStream.rangeClosed(1, 3)
            .mapToObj(i -> new Curve.Point("" + i, 100.0 / i, 100.0 / i, 100.0 / i))
            .toList();
    assertThat(Sweeps.knee(costs, Metric.WAL_BYTES_PER_RECORD)).isEqualTo("3");
  }

  @Test
  void theCrossoverIsBetweenTheLastClaimForTheOneAndTheFirstForTheOther() {
    assertThat(crossing().findings().crossovers())
        .singleElement()
        .isEqualTo(new Crossover("batchSize", "insert", "copy", Metric.RECORDS_PER_SECOND, 1, 100));
  }

  @Test
  void twoValuesAreNoCurve() {
    Results results = new Results();
    for (int size : new int[] {1, 10}) {
      results.with(varied("copy", "copy-binary", size), Results.DURABLE);
      results.runs("copy[batchSize=" + size + "]", 1, 1, 10, 11, 12);
    }
    assertThat(results.result().findings().curves()).isEmpty();
  }
}
