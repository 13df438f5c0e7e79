package dev.weir.write;

/** PostgreSQL's timestamptz: microseconds since 2000-01-01T00:00:00Z. */
final class PostgresTime {
  /** 2000-01-01T00:00:00Z in microseconds since 1970. */
  static final long EPOCH_MICROS = 946_684_800_000_000L;

  /**
   * Times before this would wrap around, or come out as -infinity. The server refuses this one, as
   * it must refuse them.
   */
  private static final long EARLIEST = Long.MIN_VALUE + 1 + EPOCH_MICROS;

  private PostgresTime() {}

  /**
   * @param micros microseconds since 1970-01-01T00:00:00Z
   */
  static long of(long micros) {
    return Math.max(micros, EARLIEST) - EPOCH_MICROS;
  }
}
