package dev.weir.dataset;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Telemetry that is computed when asked for: the record at a position is a pure function of the
 * seed and the position.
 *
 * <p>Every series is read in turn: position i is reading i div n of series i mod n, where n is the
 * number of series. Its id is i + 1. It is recorded at start + reading × interval, and within an
 * interval the series follow one another at equal distances, so that times never go back.
 *
 * <p>Ends with the year 9999, the last that Weir stores, after a reading of every series.
 */
final class GeneratedDataset implements Dataset {
  private final String name;
  private final List<String> measurementNames;
  private final long series;
  private final long startMicros;
  private final long intervalMicros;
  private final long offsetMicros;
  private final long size;

  // one element a group
  private final ValueShape[] shapes;
  private final int[] ends;
  private final long[] seeds;
  private final NullPattern[] nullPatterns;

  private final Rounding rounding;

  /**
   * @param series how many devices take turns, from 1
   * @param start when the first record was recorded
   * @param interval from one reading of a series to its next; at least 1 µs
   */
  GeneratedDataset(
      String name, int series, Instant start, Duration interval, List<MeasurementGroup> groups) {
    this.name = name;
    this.measurementNames =
        groups.stream().flatMap(group -> group.measurementNames().stream()).toList();
    this.series = series;
    this.startMicros = RecordTime.micros(start);
    this.intervalMicros = RecordTime.micros(interval);
    this.offsetMicros = intervalMicros / series;
    this.size = countUntilYear10000();

    int count = groups.size();
    this.shapes = new ValueShape[count];
    this.ends = new int[count];
    this.seeds = new long[count];
    this.nullPatterns = new NullPattern[count];
    this.rounding = new Rounding(groups);
    int end = 0;
    for (int index = 0; index < count; index++) {
      MeasurementGroup group = groups.get(index);
      end += group.count();
      shapes[index] = group.shape();
      ends[index] = end;
      seeds[index] = group.seed();
      nullPatterns[index] =
          group.nulls() > 0 ? new NullPattern(group.nulls(), group.count()) : null;
    }
  }

  private long countUntilYear10000() {
    long room = RecordTime.LAST_MICROS - startMicros - (series - 1) * offsetMicros;
    long readings = room < 0 ? 0 : room / intervalMicros + 1;
    return readings > Long.MAX_VALUE / series ? Long.MAX_VALUE : readings * series;
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
    long reading = position / series;
    long serial = position - reading * series;
    int measurements = ends[ends.length - 1];
    double[] values = new double[measurements];
    long[] nulls = null;
    int from = 0;
    for (int group = 0; group < shapes.length; group++) {
      int to = ends[group];
      shapes[group].fill(values, from, to, seeds[group], serial, reading);
      if (nullPatterns[group] != null) {
        nulls = nullPatterns[group].mark(nulls, measurements, from, seeds[group], serial, reading);
      }
      from = to;
    }
    rounding.round(values);
    long recordedAtMicros = startMicros + reading * intervalMicros + serial * offsetMicros;
    return new Record(position, position + 1, recordedAtMicros, (int) serial, values, nulls);
  }
}
