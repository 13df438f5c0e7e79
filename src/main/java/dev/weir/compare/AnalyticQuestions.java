package dev.weir.compare;

import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What analysts ask of records, and the answers worked out from the dataset: the average of one
 * measurement over a range of time, the latest record of one series, and all records of one series
 * over a range of time.
 *
 * @param records what is asked about: the first ones of the dataset
 * @param measurement the one that is averaged, from 1
 * @param average over half of the records, the middle of their time
 * @param series the one with the most records
 * @param readings of that series, at most {@value #MOST_READINGS}, in order of time
 * @param last the latest record of that series
 */
record AnalyticQuestions(
    List<Record> records,
    int measurement,
    Average average,
    int series,
    List<Record> readings,
    Record last) {
  private static final int MOST_RECORDS = 5_000;
  private static final int MOST_READINGS = 100;

  private static final Comparator<Record> BY_TIME =
      Comparator.comparingLong(Record::recordedAtMicros).thenComparingLong(Record::id);

  /**
   * An average and what it is of.
   *
   * @param fromMicros the first moment of the range
   * @param toMicros the first moment after it
   * @param count of values that are not null
   * @param value null where there is none
   * @param magnitude the average of the values without their signs: what rounding is measured by
   */
  record Average(long fromMicros, long toMicros, long count, Double value, double magnitude) {

    /** Whether another sum of the same values may come to this, added up in another order. */
    boolean agrees(long otherCount, Double other) {
      if (count != otherCount || value == null || other == null) {
        return count == otherCount && value == null && other == null;
      }
      return value.equals(other) || Math.abs(value - other) <= 1e-9 * magnitude;
    }
  }

  /**
   * @param stored how many of the dataset's first records every table holds
   */
  static AnalyticQuestions of(Dataset dataset, long stored) {
    List<Record> records = new ArrayList<>();
    for (long position = 0; position < Math.min(stored, MOST_RECORDS); position++) {
      records.add(dataset.record(position));
    }
    List<Record> byTime = new ArrayList<>(records);
    byTime.sort(BY_TIME);
    Map<Integer, List<Record>> bySeries = new LinkedHashMap<>();
    for (Record each : byTime) {
      bySeries.computeIfAbsent(each.series(), series -> new ArrayList<>()).add(each);
    }
    List<Record> most =
        bySeries.values().stream().max(Comparator.comparingInt(List::size)).orElseThrow();
    int measurement = (dataset.measurements() + 1) / 2;
    return new AnalyticQuestions(
        records,
        measurement,
        average(
            byTime,
            measurement,
            byTime.get(byTime.size() / 4).recordedAtMicros(),
            byTime.get(byTime.size() * 3 / 4).recordedAtMicros() + 1),
        most.get(0).series(),
        firstReadings(most),
        most.get(most.size() - 1));
  }

  /** Whole moments: readings of one time are all in or all out. */
  private static List<Record> firstReadings(List<Record> ofSeries) {
    long last = ofSeries.get(Math.min(ofSeries.size(), MOST_READINGS) - 1).recordedAtMicros();
    return ofSeries.stream().filter(each -> each.recordedAtMicros() <= last).toList();
  }

  private static Average average(List<Record> records, int measurement, long from, long to) {
    double sum = 0;
    double magnitudes = 0;
    long count = 0;
    for (Record each : records) {
      boolean inRange = each.recordedAtMicros() >= from && each.recordedAtMicros() < to;
      if (inRange && !each.isNull(measurement - 1)) {
        sum += each.value(measurement - 1);
        magnitudes += Math.abs(each.value(measurement - 1));
        count++;
      }
    }
    return new Average(from, to, count, count == 0 ? null : sum / count, magnitudes / count);
  }
}
