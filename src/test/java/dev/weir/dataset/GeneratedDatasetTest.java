package dev.weir.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedDatasetTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Path FOLDER = Path.of(System.getProperty("weir.home", "."), "datasets");

  @Test
  void aRecordIsTheSameFromAnyThreadAndInAnyOrder() {
    Dataset sensors = new Datasets(FOLDER).open("sensors");
    Dataset again = new Datasets(FOLDER).open("sensors");
    List<Long> positions = new ArrayList<>(LongStream.range(0, 3_000).boxed().toList());
    positions.add(7_654_321_000L);
    positions.add(sensors.size() - 1);
    Map<Long, String> seen = new ConcurrentHashMap<>();
    positions.forEach(position -> seen.put(position, digest(sensors.record(position))));

    Collections.shuffle(positions, new Random(1));
    positions.parallelStream()
        .forEach(
            position -> {
              assertThat(digest(sensors.record(position))).isEqualTo(seen.get(position));
              assertThat(digest(again.record(position))).isEqualTo(seen.get(position));
            });
    assertThat(Map.copyOf(seen).values()).doesNotHaveDuplicates();
  }

  @Test
  void anotherSeedGivesOtherRecords() {
    LongFunction<Dataset> seeded =
        seed ->
            dataset(
                10,
                new MeasurementGroup("a", 5, new NormalShape(0, 1), 0, OptionalInt.empty(), seed),
                group("b", 5, new RandomWalkShape(0, 1, 100), seed),
                group("c", 5, new CounterShape(1, CounterShape.NEVER, 5, seed), seed));
    for (long position = 0; position < 100; position++) {
      Record one = seeded.apply(1).record(position);
      Record other = seeded.apply(2).record(position);
      long equal =
          IntStream.range(0, 15).filter(index -> one.bits(index) == other.bits(index)).count();
      assertThat(equal).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void seriesTakeTurnsAndTimesNeverGoBack() {
    Dataset dataset = dataset(4, group("x", 1, new ConstantShape(1), 1));
    long startMicros = RecordTime.micros(START);
    assertThat(dataset.record(0).id()).isEqualTo(1);
    assertThat(dataset.record(0).recordedAtMicros()).isEqualTo(startMicros);
    long before = Long.MIN_VALUE;
    for (long position = 0; position < 100; position++) {
      Record record = dataset.record(position);
      assertThat(record.position()).isEqualTo(position);
      assertThat(record.id()).isEqualTo(position + 1);
      assertThat(record.series()).isEqualTo((int) (position % 4));
      assertThat(record.recordedAtMicros()).isGreaterThan(before);
      assertThat(record.recordedAtMicros())
          .isEqualTo(startMicros + position / 4 * 1_000_000 + position % 4 * 250_000);
      before = record.recordedAtMicros();
    }
  }

  @Test
  void theLastRecordIsOfTheYear9999() {
    Dataset dataset =
        new GeneratedDataset(
            "late",
            3,
            Instant.parse("9999-12-31T23:59:57.3Z"),
            Duration.ofSeconds(1),
            List.of(group("x", 1, new ConstantShape(1), 1)));
    assertThat(dataset.size()).isEqualTo(9);
    assertThat(dataset.record(8).recordedAtMicros()).isLessThanOrEqualTo(RecordTime.LAST_MICROS);
    assertThatThrownBy(() -> dataset.record(9)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> dataset.record(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0001, 0.01, 0.3, 0.9, 1})
  void theShareOfNullsIsAboutTheOneGiven(double share) {
    Dataset dataset =
        dataset(
            3,
            group("none", 60, new ConstantShape(1), 1),
            new MeasurementGroup("some", 20, new ConstantShape(1), share, OptionalInt.empty(), 7));
    int records = 20_000;
    long[] nulls = new long[80];
    for (long position = 0; position < records; position++) {
      Record record = dataset.record(position);
      for (int index = 0; index < 80; index++) {
        if (record.isNull(index)) {
          nulls[index]++;
        }
      }
    }
    assertThat(IntStream.range(0, 60).mapToLong(index -> nulls[index]).sum()).isZero();
    double total = IntStream.range(60, 80).mapToLong(index -> nulls[index]).sum();
    double deviation = Math.sqrt(share * (1 - share) / (records * 20.0));
    assertThat(total / (records * 20.0)).isCloseTo(share, within(5 * deviation + 1e-12));
    for (int index = 60; index < 80; index++) {
      assertThat((double) nulls[index] / records)
          .isCloseTo(share, within(5 * Math.sqrt(share * (1 - share) / records) + 1e-12));
    }
  }

  @Test
  void valuesHaveTheDecimalsOfTheirSensor() {
    Dataset dataset =
        dataset(
            2,
            new MeasurementGroup("a", 11, new NormalShape(0, 3), 0, OptionalInt.of(2), 1),
            group("b", 3, new NormalShape(0, 3), 2),
            new MeasurementGroup("c", 5, new NormalShape(0, 0.2), 0, OptionalInt.of(0), 3));
    int longer = 0;
    for (long position = 0; position < 500; position++) {
      Record record = dataset.record(position);
      for (int index = 0; index < 11; index++) {
        assertThat(Double.toString(record.value(index))).matches("-?\\d+\\.\\d{1,2}");
      }
      longer += Double.toString(record.value(12)).length() > 10 ? 1 : 0;
      for (int index = 14; index < 19; index++) {
        assertThat(record.bits(index)).isNotEqualTo(Double.doubleToLongBits(-0.0));
        assertThat(record.value(index)).isEqualTo(Math.rint(record.value(index)));
      }
    }
    assertThat(longer).isGreaterThan(450);
  }

  @Test
  void groupsOfEverySizeAreFilledToTheEnd() {
    for (int count = 1; count <= 13; count++) {
      Dataset dataset =
          dataset(
              2,
              group("a", count, new NormalShape(100, 1), 1),
              group("b", count, new RandomWalkShape(200, 210, 16), 2),
              group("c", count, new CounterShape(1, CounterShape.NEVER, count, 3), 3),
              group("d", count, new ConstantShape(7), 4));
      Record record = dataset.record(1_000_000);
      assertThat(record.measurements()).isEqualTo(4 * count);
      for (int index = 0; index < count; index++) {
        assertThat(record.value(index)).isBetween(90.0, 110.0);
        assertThat(record.value(count + index)).isBetween(200.0, 210.0);
        assertThat(record.value(2 * count + index)).isGreaterThan(250_000);
        assertThat(record.value(3 * count + index)).isEqualTo(7);
      }
    }
  }

  static GeneratedDataset dataset(int series, MeasurementGroup... groups) {
    return new GeneratedDataset("test", series, START, Duration.ofSeconds(1), List.of(groups));
  }

  static MeasurementGroup group(String name, int count, ValueShape shape, long seed) {
    return new MeasurementGroup(name, count, shape, 0, OptionalInt.empty(), seed);
  }

  private static String digest(Record record) {
    RecordDigest digest = new RecordDigest();
    digest.add(record);
    return digest.hex();
  }
}
