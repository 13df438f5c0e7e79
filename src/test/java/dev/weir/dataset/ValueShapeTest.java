package dev.weir.dataset;

import static dev.weir.dataset.GeneratedDatasetTest.dataset;
import static dev.weir.dataset.GeneratedDatasetTest.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What each shape promises of its values. */
class ValueShapeTest {

  @Test
  void normalValuesHaveTheMeanAndDeviationGiven() {
    Dataset dataset = dataset(10, group("x", 7, new NormalShape(50, 4), 1));
    double[] values =
        LongStream.range(0, 30_000)
            .mapToObj(dataset::record)
            .flatMapToDouble(ValueShapeTest::values)
            .toArray();
    double mean = DoubleStream.of(values).average().orElseThrow();
    double variance =
        DoubleStream.of(values).map(value -> Math.pow(value - mean, 2)).average().orElseThrow();
    double fourth =
        DoubleStream.of(values).map(value -> Math.pow(value - mean, 4)).average().orElseThrow();
    double within1 = share(values, value -> Math.abs(value - 50) < 4);
    double within2 = share(values, value -> Math.abs(value - 50) < 1.959964 * 4);

    assertThat(mean).isCloseTo(50, within(0.06));
    assertThat(Math.sqrt(variance)).isCloseTo(4, within(0.04));
    assertThat(fourth / (variance * variance)).isCloseTo(3, within(0.1));
    assertThat(within1).isCloseTo(0.6827, within(0.004));
    assertThat(within2).isCloseTo(0.95, within(0.004));
    assertThat(DoubleStream.of(values).distinct().count()).isGreaterThan(values.length * 9L / 10);
  }

  @Test
  void measurementsOfARecordAreIndependent() {
    Dataset dataset = dataset(10, group("x", 6, new NormalShape(0, 1), 1));
    for (int other = 1; other < 6; other++) {
      double sum = 0;
      for (long position = 0; position < 20_000; position++) {
        Record record = dataset.record(position);
        sum += record.value(0) * record.value(other);
      }
      assertThat(sum / 20_000).isCloseTo(0, within(0.04));
    }
  }

  @Test
  void countersNeverDecreaseWithinASeries() {
    Dataset dataset =
        dataset(
            3,
            new MeasurementGroup(
                "whole",
                5,
                new CounterShape(0.3, CounterShape.NEVER, 5, 1),
                0,
                OptionalInt.of(0),
                1),
            group("real", 5, new CounterShape(2.5, CounterShape.NEVER, 5, 2), 2));
    for (int series = 0; series < 3; series++) {
      Record before = dataset.record(series);
      Record first = before;
      for (long position = series + 3L; position < 9_000; position += 3) {
        Record record = dataset.record(position);
        for (int index = 0; index < 10; index++) {
          if (record.value(index) < before.value(index)) {
            fail("counter %d of series %d fell at position %d", index, series, position);
          }
        }
        before = record;
      }
      double mean =
          IntStream.range(5, 10).mapToDouble(before::value).average().orElseThrow()
              - IntStream.range(5, 10).mapToDouble(first::value).average().orElseThrow();
      assertThat(mean / 2_999).isBetween(1.25, 3.75);
    }
  }

  @Test
  void aCounterThatResetsStartsAgainFromZeroAndAtAnotherTimeForEachSeries() {
    int every = 50;
    Dataset dataset = dataset(4, group("x", 2, new CounterShape(1, every, 2, 1), 1));
    List<List<Long>> resets = new ArrayList<>();
    for (int series = 0; series < 4; series++) {
      List<Long> found = new ArrayList<>();
      for (long reading = 1; reading < 500; reading++) {
        double value = dataset.record(reading * 4 + series).value(0);
        if (value < dataset.record((reading - 1) * 4 + series).value(0)) {
          found.add(reading);
          assertThat(value).isBetween(0.0, 1.5);
        }
      }
      assertThat(found).hasSizeBetween(9, 10);
      assertThat(found.get(1) - found.get(0)).isEqualTo(every);
      resets.add(found);
    }
    assertThat(resets.stream().distinct().count()).isGreaterThan(1);
  }

  @Test
  void aRandomWalkStaysInItsRangeAndTakesSmallSteps() {
    Dataset dataset = dataset(2, group("x", 9, new RandomWalkShape(-10, 30, 320), 1));
    DoubleSummaryStatistics values = new DoubleSummaryStatistics();
    DoubleSummaryStatistics steps = new DoubleSummaryStatistics();
    for (long position = 2; position < 40_000; position++) {
      Record record = dataset.record(position);
      Record before = dataset.record(position - 2);
      for (int index = 0; index < 9; index++) {
        values.accept(record.value(index));
        steps.accept(Math.abs(record.value(index) - before.value(index)));
      }
    }
    assertThat(values.getMin()).isBetween(-10.0, -4.0);
    assertThat(values.getMax()).isBetween(24.0, 30.0);
    assertThat(steps.getMax()).isLessThan(40 * 0.05);
    assertThat(steps.getAverage()).isLessThan(40 * 0.02).isGreaterThan(0);
  }

  @Test
  void eachMeasurementOfEachSeriesWandersOnItsOwn() {
    Dataset dataset = dataset(5, group("x", 8, new RandomWalkShape(0, 1, 320), 1));
    double[] values =
        LongStream.range(0, 5)
            .mapToObj(dataset::record)
            .flatMapToDouble(ValueShapeTest::values)
            .toArray();
    assertThat(DoubleStream.of(values).distinct().count()).isEqualTo(40);
    assertThat(DoubleStream.of(values).max().orElseThrow()).isGreaterThan(0.65);
    assertThat(DoubleStream.of(values).min().orElseThrow()).isLessThan(0.35);
  }

  private static DoubleStream values(Record record) {
    return IntStream.range(0, record.measurements()).mapToDouble(record::value);
  }

  private static double share(double[] values, DoublePredicate condition) {
    return DoubleStream.of(values).filter(condition).count() / (double) values.length;
  }
}
