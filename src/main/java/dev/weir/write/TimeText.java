package dev.weir.write;

import java.time.LocalDate;

/**
 * Times as PostgreSQL reads them whatever the session's DateStyle and time zone: {@code 2026-01-31
 * 12:00:00.000001+00}, and {@code BC} behind it where the year needs it.
 */
final class TimeText {
  /** A year of six digits, 22 more, the offset and the era. */
  static final int MOST_BYTES = 6 + 22 + 3 + 3;

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

  private TimeText() {}

  /**
   * @param micros microseconds since 1970-01-01T00:00:00Z
   */
  static void put(long micros, RowBuffer buffer) {
    LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(micros, MICROS_PER_DAY));
    long ofDay = Math.floorMod(micros, MICROS_PER_DAY);
    int seconds = (int) (ofDay / MICROS_PER_SECOND);
    int year = date.getYear() > 0 ? date.getYear() : 1 - date.getYear();
    for (int least = 1000; year < least; least /= 10) {
      buffer.putByte('0');
    }
    buffer.putWhole(year);
    putPart('-', date.getMonthValue(), buffer);
    putPart('-', date.getDayOfMonth(), buffer);
    putPart(' ', seconds / 3600, buffer);
    putPart(':', seconds / 60 % 60, buffer);
    putPart(':', seconds % 60, buffer);
    int fraction = (int) (ofDay % MICROS_PER_SECOND);
    putPart('.', fraction / 10_000, buffer);
    putTwoDigits(fraction / 100 % 100, buffer);
    putTwoDigits(fraction % 100, buffer);
    putPart('+', 0, buffer);
    if (date.getYear() <= 0) {
      buffer.putAscii(" BC");
    }
  }

  private static void putPart(char before, int value, RowBuffer buffer) {
    buffer.putByte(before);
    putTwoDigits(value, buffer);
  }

  private static void putTwoDigits(int value, RowBuffer buffer) {
    buffer.putByte('0' + value / 10);
    buffer.putByte('0' + value % 10);
  }
}
