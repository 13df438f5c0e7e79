package dev.weir.dataset;

/**
 * One reading of a device: an id, a time, a series and N measurements, each a double or null.
 *
 * <p>Immutable by agreement: the arrays are shared, not copied, since a record is made and encoded
 * some hundred thousand times a second. Not a Java record, whose accessors would hand the arrays
 * out without saying so.
 */
@SuppressWarnings("JavaLangClash") // the word of the field; java.lang.Record is never named in code
public final class Record {
  /** What {@link #nulls} is when no measurement is null. */
  private static final long[] NO_NULLS = {};

  private final long position;
  private final long id;
  private final long recordedAtMicros;
  private final int series;
  private final double[] values;
  private final long[] nulls;

  /**
   * @param position where the record stands in its dataset, from 0
   * @param id the key it is stored under
   * @param recordedAtMicros microseconds since 1970-01-01T00:00:00Z, in UTC, without leap seconds
   * @param series the device or source
   * @param values the measurements in order; what stands at a null is ignored
   * @param nulls bit {@code i & 63} of element {@code i >> 6} is set where measurement i is null;
   *     null or empty when none is
   */
  public Record(
      long position, long id, long recordedAtMicros, int series, double[] values, long[] nulls) {
    this.position = position;
    this.id = id;
    this.recordedAtMicros = recordedAtMicros;
    this.series = series;
    this.values = values;
    this.nulls = nulls == null ? NO_NULLS : nulls;
  }

  /** The same series and measurements, sharing the arrays, at another place and time. */
  Record again(long position, long id, long recordedAtMicros) {
    return new Record(position, id, recordedAtMicros, series, values, nulls);
  }

  public long position() {
    return position;
  }

  public long id() {
    return id;
  }

  /** Microseconds since 1970-01-01T00:00:00Z. */
  public long recordedAtMicros() {
    return recordedAtMicros;
  }

  public int series() {
    return series;
  }

  /** How many measurements there are, nulls included. */
  public int measurements() {
    return values.length;
  }

  public boolean hasNulls() {
    return nulls.length != 0;
  }

  public boolean isNull(int measurement) {
    return nulls.length != 0 && (nulls[measurement >> 6] & 1L << (measurement & 63)) != 0;
  }

  /** The measurement; meaningless where {@link #isNull} is true. */
  public double value(int measurement) {
    return values[measurement];
  }

  /**
   * The measurement's 8 bytes as PostgreSQL keeps them: every NaN is the one canonical NaN, as it
   * is when written as text.
   */
  public long bits(int measurement) {
    return Double.doubleToLongBits(values[measurement]);
  }
}
