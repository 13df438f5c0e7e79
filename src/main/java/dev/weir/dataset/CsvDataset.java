package dev.weir.dataset;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The records of a file, held in memory, once or over and over. A repetition shares the
 * measurements of the file; its ids are moved on by the span of the file's ids and its times by the
 * span of the file's times and one interval, so that no id comes twice, and no time that does not
 * do so in the file.
 *
 * <p>Ends where ids or times do, at the latest: with the year 9999, the last that Weir stores.
 */
final class CsvDataset implements Dataset {
  private final String name;
  private final List<String> measurementNames;
  private final Record[] records;
  private final long idSpan;
  private final long timeSpan;
  private final long mostRepetitions;
  private final long size;

  /**
   * @param records those of the file, in order, at least one; no id twice
   * @param interval from the last record to the first of the next repetition, over 0
   * @param repetitions how often the file is read through, from 1
   */
  CsvDataset(
      String name,
      List<String> measurementNames,
      List<Record> records,
      Duration interval,
      long repetitions) {
    this.name = name;
    this.measurementNames = measurementNames;
    this.records = records.toArray(Record[]::new);
    long leastId = records.stream().mapToLong(Record::id).min().orElseThrow();
    long mostId = records.stream().mapToLong(Record::id).max().orElseThrow();
    long first = records.stream().mapToLong(Record::recordedAtMicros).min().orElseThrow();
    long last = records.stream().mapToLong(Record::recordedAtMicros).max().orElseThrow();
    this.idSpan = mostId - leastId + 1;
    this.timeSpan = last - first + RecordTime.micros(interval);
    this.mostRepetitions =
        Math.min(
            repetitions(mostId, idSpan, Long.MAX_VALUE),
            repetitions(last, timeSpan, RecordTime.LAST_MICROS));
    long repeated = Math.min(repetitions, mostRepetitions);
    this.size =
        repeated > Long.MAX_VALUE / this.records.length
            ? Long.MAX_VALUE
            : repeated * this.records.length;
  }

  /** How often a span fits when the first time ends with {@code last}; once if it overflowed. */
  private static long repetitions(long last, long span, long limit) {
    if (span <= 0) {
      return 1;
    }
    long room = limit - last;
    return room < 0
        ? Long.MAX_VALUE
        : Math.addExact(room / span, room / span < Long.MAX_VALUE ? 1 : 0);
  }

  /** The repetitions for which ids and times suffice. */
  long mostRepetitions() {
    return mostRepetitions;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> measurementNames() {
    return measurementNames;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public Record record(long position) {
    Objects.checkIndex(position, size);
    long repetition = position / records.length;
    Record record = records[(int) (position - repetition * records.length)];
    return repetition == 0
        ? record
        : record.again(
            position,
            record.id() + repetition * idSpan,
            record.recordedAtMicros() + repetition * timeSpan);
  }
}
