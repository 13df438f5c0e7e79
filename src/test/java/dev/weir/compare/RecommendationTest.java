package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecommendationTest {
  private static final RateGoal GOAL =
      new RateGoal(1000, Duration.ofMillis(50), Duration.ofSeconds(10));

  private static AtRate.Held held(String strategy, boolean held, double cpu) {
    return new AtRate.Held(
        strategy,
        held,
        held ? 1000.0 : 400.0,
        5.0,
        held ? 20.0 : 900.0,
        30.0,
        10_000L,
        0L,
        0.01,
        cpu,
        null);
  }

  private static AtRate recommend(AtRate.Held... held) {
    ComparisonResult result =
        new Results()
            .with(Results.strategy("copy"), Results.DURABLE)
            .with(Results.strategy("insert"), Results.DURABLE)
            .with(Results.strategy("narrow"), Results.DURABLE)
            .with(Results.strategy("careless"), Results.NOT_WAITING)
            .runs("copy", 870, 890, 1, 1, 1)
            .runs("insert", 890, 890, 1, 1, 1)
            .runs("narrow", 11_000, 8_900, 1, 1, 1)
            .runs("careless", 500, 500, 1, 1, 1)
            .result();
    return new Recommendation(GOAL, result.strategies(), result.summary()).of(List.of(held));
  }

  @Test
  void ofThoseThatHoldTheRateTheOneWithTheFewestBytesIsRecommended() {
    AtRate rated = recommend(held("narrow", true, 1), held("copy", true, 3));
    assertThat(rated.recommended()).isEqualTo("copy");
    assertThat(rated.why()).contains("1,000 records/s", "20.0 ms", "of the 2");
  }

  @Test
  void amongEquallyManyBytesTheLeastProcessorTimeDecides() {
    assertThat(recommend(held("insert", true, 9), held("copy", true, 3)).recommended())
        .isEqualTo("copy");
    assertThat(recommend(held("insert", true, 2), held("copy", true, 3)).recommended())
        .isEqualTo("insert");
  }

  @Test
  void whatDidNotHoldTheRateIsNeverRecommended() {
    assertThat(recommend(held("copy", false, 1), held("narrow", true, 9)).recommended())
        .isEqualTo("narrow");
  }

  @Test
  void durableComesBeforeCheap() {
    assertThat(recommend(held("careless", true, 1), held("narrow", true, 9)).recommended())
        .isEqualTo("narrow");
    AtRate only = recommend(held("careless", true, 1), held("narrow", false, 9));
    assertThat(only.recommended()).isEqualTo("careless");
    assertThat(only.why()).contains("not durable");
  }

  @Test
  void whereNoneHoldsItTheNearestIsNamed() {
    AtRate rated = recommend(held("copy", false, 1));
    assertThat(rated.recommended()).isNull();
    assertThat(rated.why()).contains("no strategy held it", "copy", "900 ms");
  }
}
