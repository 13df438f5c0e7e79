package dev.weir.layout;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/**
 * One time range of a partitioned table. Ranges are counted from 1970-01-01T00:00:00Z in steps of
 * their length, so that everyone who makes them makes the same.
 *
 * @param table the partitioned table
 * @param start microseconds since 1970-01-01T00:00:00Z, the first in it
 * @param end the first after it
 */
record Partition(Table table, long start, long end) {

  /** The partition a time falls into. */
  static Partition of(Table table, long micros) {
    long length = micros(table.options().partition().orElseThrow());
    long start = Math.floorDiv(micros, length) * length;
    return new Partition(table, start, start + length);
  }

  Partition next() {
    return new Partition(table, end, end + (end - start));
  }

  boolean contains(long micros) {
    return micros >= start && micros < end;
  }

  /** Derived from the range, to the millisecond: {@code measurements_20260131t120000000}. */
  String name() {
    LocalDateTime from = LocalDateTime.ofInstant(instant(start), ZoneOffset.UTC);
    return table.name()
        + String.format(
            Locale.ROOT,
            "_%s%02d%02dt%02d%02d%02d%03d",
            year(from.getYear()),
            from.getMonthValue(),
            from.getDayOfMonth(),
            from.getHour(),
            from.getMinute(),
            from.getSecond(),
            from.getNano() / 1_000_000);
  }

  /**
   * What makes it, in order. Made apart and then attached, since {@code CREATE TABLE ... PARTITION
   * OF} would wait for everyone who is just writing into the table, and hold up everyone who comes
   * after; attaching does not.
   */
  List<String> createStatements() {
    String name = table.qualified(name());
    return List.of(
        table.create()
            + name
            + " (LIKE "
            + table.qualifiedName()
            + " INCLUDING DEFAULTS INCLUDING COMMENTS)"
            + table.storage(),
        "ALTER TABLE "
            + table.qualifiedName()
            + " ATTACH PARTITION "
            + name
            + " FOR VALUES FROM ("
            + timestamp(start)
            + ") TO ("
            + timestamp(end)
            + ")");
  }

  /** By number, since a date's text is read by the rules of the session. */
  private static String timestamp(long micros) {
    return "to_timestamp(" + BigDecimal.valueOf(micros, 6).toPlainString() + ")";
  }

  private static String year(int year) {
    return year < 0
        ? "bc" + String.format(Locale.ROOT, "%04d", 1 - year)
        : String.format(Locale.ROOT, "%04d", year);
  }

  private static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000L);
  }

  private static long micros(Duration duration) {
    return duration.toMillis() * 1000;
  }
}
