package dev.weir.dataset;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;

/**
 * The times a record can have: whole microseconds since 1970-01-01T00:00:00Z, from year 1 to 9999.
 * What is finer is cut off towards the past, before 1970 too.
 *
 * <p>As text: ISO 8601, {@code 2026-11-30T10:52:14.123456Z}, where a blank may stand for the T, the
 * fraction may have up to nine digits, fraction, seconds and the whole time of day may be left out,
 * and the offset may be one such as {@code +01:00}, or be left out, for UTC.
 */
final class RecordTime {
  static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");
  static final long FIRST_MICROS = micros(FIRST);
  static final long LAST_MICROS = micros(LAST);

  /** For problems. */
  static final String WANTED = "a time such as 2026-01-01T00:00:00Z, from year 1 to 9999,";

  private static final DateTimeFormatter FORM =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd")
          .optionalStart()
          .appendPattern("['T'][' ']HH:mm")
          .optionalStart()
          .appendPattern(":ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .optionalEnd()
          .appendPattern("[XXX][X]")
          .optionalEnd()
          .toFormatter(Locale.ROOT)
          .withChronology(IsoChronology.INSTANCE)
          .withResolverStyle(ResolverStyle.STRICT);

  private RecordTime() {}

  /**
   * Reads a time; blanks around it do not matter.
   *
   * @throws DateTimeException if it is not of the form above, no day of the calendar or out of
   *     range
   */
  static Instant parse(String text) {
    TemporalAccessor parsed = FORM.parse(text.strip());
    LocalTime time = parsed.query(TemporalQueries.localTime());
    ZoneOffset offset = parsed.query(TemporalQueries.offset());
    Instant instant =
        parsed
            .query(TemporalQueries.localDate())
            .atTime(time == null ? LocalTime.MIDNIGHT : time)
            .toInstant(offset == null ? ZoneOffset.UTC : offset);
    if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
      throw new DateTimeException("before year 1 or after year 9999: " + text);
    }
    return instant;
  }

  /** The whole microseconds up to an instant; the nanoseconds of an Instant count forward. */
  static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
  }

  static long micros(Duration duration) {
    return Math.addExact(
        Math.multiplyExact(duration.getSeconds(), 1_000_000L), duration.getNano() / 1_000);
  }
}
