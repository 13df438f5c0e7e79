package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BisectionTest {
  private static final StrategyFiles FILES = new StrategyFiles(TinyComparison.HOME);
  private static final Strategy INSERT = FILES.load("wide-insert-50");
  private static final Strategy COPY = FILES.load("wide-copy-1000");

  private final List<Strategy> measured = new ArrayList<>();

  /** What strategies come to whose rate is a function of their batch size. */
  private ComparisonResult result(List<Strategy> further, ToDoubleFunction<Strategy> rate) {
    measured.addAll(further);
    Results results = new Results();
    measured.forEach(s -> results.with(s, Results.DURABLE));
    for (Strategy s : measured) {
      double median = rate.applyAsDouble(s);
      results.runs(s.name(), 1, 1, median, median * 1.001, median * 0.999);
    }
    return results.result();
  }

  private static Strategy varied(Strategy base, int size) {
    return FILES.vary(base, StrategySetting.BATCH_SIZE, Integer.toString(size));
  }

  private String search(ToDoubleFunction<Strategy> rate) throws Exception {
    return search(rate, 1, 1000);
  }

  private String search(ToDoubleFunction<Strategy> rate, int... sizes) throws Exception {
    List<Strategy> first =
        IntStream.of(sizes)
            .boxed()
            .flatMap(size -> Stream.of(varied(INSERT, size), varied(COPY, size)))
            .toList();
    return new Bisection(new CrossoverSearch(StrategySetting.BATCH_SIZE, INSERT, COPY), FILES)
        .run(result(first, rate), further -> result(further, rate))
        .found();
  }

  private static boolean isCopy(Strategy strategy) {
    return strategy.name().startsWith("wide-copy");
  }

  @Test
  void theCrossoverIsFoundWithinATenth() throws Exception {
    String found =
        search(
            s -> {
              double size = s.number(StrategySetting.BATCH_SIZE);
              return isCopy(s) ? 1000 * size / 137 : 1000;
            });
    assertThat(found)
        .matches("wide-insert-50 loads faster up to batchSize 1[23]\\d, .* 1[34]\\d on.*");
    long middle =
        measured.stream()
            .mapToLong(s -> s.number(StrategySetting.BATCH_SIZE))
            .filter(size -> Math.abs(size - 137) <= 14)
            .count();
    assertThat(middle).isGreaterThanOrEqualTo(2);
    assertThat(measured).hasSizeLessThanOrEqualTo(4 + 16);
  }

  @Test
  void whereNeitherIsFasterTheSearchEndsAndSaysSo() throws Exception {
    assertThat(
            search(
                s -> {
                  int size = s.number(StrategySetting.BATCH_SIZE);
                  return isCopy(s) ? (size < 20 ? 500 : size > 50 ? 2000 : 1000) : 1000;
                }))
        .contains("neither is measurably faster");
  }

  @Test
  void withoutACrossoverNothingFurtherIsMeasured() throws Exception {
    assertThat(search(s -> isCopy(s) ? 2000 : 1000))
        .isEqualTo("no crossover seen: wide-copy-1000 loads faster at batchSize 1, 1,000");
    assertThat(measured).hasSize(4);
  }

  @Test
  void whereNoValueShowsADifferenceNobodyIsCalledFaster() throws Exception {
    assertThat(search(s -> 1000, 1, 10, 100))
        .isEqualTo(
            "at no batchSize measured, 1, 10, 100, is either of wide-insert-50 and wide-copy-1000"
                + " measurably faster");
  }

  /** The middle of what is left may be a value that was measured from the start. */
  @Test
  void aValueThatWasMeasuredAndShowedNothingIsNotMeasuredAgain() throws Exception {
    assertThat(
            search(
                s -> {
                  int size = s.number(StrategySetting.BATCH_SIZE);
                  return isCopy(s) ? (size < 10 ? 500 : size > 10 ? 2000 : 1000) : 1000;
                },
                1,
                10,
                100))
        .isEqualTo(
            "wide-insert-50 loads faster up to batchSize 1, wide-copy-1000 from 100 on; at 10"
                + " neither is measurably faster");
    assertThat(measured).hasSize(6);
  }
}
