package dev.weir.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTimeTest {

  @ParameterizedTest
  @CsvSource({
    "2026-11-30T10:52:14Z, 2026-11-30T10:52:14Z",
    "2026-11-30 10:52:14, 2026-11-30T10:52:14Z",
    "2026-11-30T10:52:14.5+01:00, 2026-11-30T09:52:14.5Z",
    "2026-11-30T10:52:14.5+0130, 2026-11-30T09:22:14.5Z",
    "2026-11-30T10:52:14-05, 2026-11-30T15:52:14Z",
    "2026-11-30T10:52Z, 2026-11-30T10:52:00Z",
    "2026-11-30, 2026-11-30T00:00:00Z",
    "2024-02-29, 2024-02-29T00:00:00Z",
    "0001-01-01, 0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z, 9999-12-31T23:59:59.999999999Z",
  })
  void isoTimesAreTaken(String text, Instant expected) {
    assertThat(RecordTime.parse(text)).isEqualTo(expected);
    assertThat(RecordTime.parse(" " + text + " ")).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2026-02-29",
        "2026-13-01",
        "2026-11-30T24:00:00Z",
        "2026-11-30T10:52:60Z",
        "2026-11-30T10:52:14.0123456789Z",
        "30.11.2026",
        "26-11-30",
        "0000-12-31T23:59:59Z",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00",
        "10000-01-01",
        "+10000-01-01",
        "1764499934",
        "infinity",
      })
  void whatIsNoTimeOrOutOfRangeIsRefused(String text) {
    assertThatThrownBy(() -> RecordTime.parse(text)).isInstanceOf(DateTimeException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T23:59:59.999999999Z, 2026-01-01T23:59:59.999999Z",
    "1970-01-01T00:00:00.000000999Z, 1970-01-01T00:00:00Z",
    "1969-12-31T23:59:59.999999999Z, 1969-12-31T23:59:59.999999Z",
    "1969-12-31T23:59:59.9999999Z, 1969-12-31T23:59:59.999999Z",
    "0001-01-01T00:00:00.000000001Z, 0001-01-01T00:00:00Z",
  })
  void nanosecondsAreCutOffTowardsThePast(Instant fine, Instant coarse) {
    assertThat(RecordTime.micros(fine)).isEqualTo(RecordTime.micros(coarse));
  }

  @Test
  void timesBefore1970AreNegative() {
    assertThat(RecordTime.micros(Instant.parse("1969-12-31T23:59:59.999999Z"))).isEqualTo(-1);
    assertThat(RecordTime.micros(Instant.EPOCH)).isZero();
    assertThat(RecordTime.FIRST_MICROS).isEqualTo(-62_135_596_800_000_000L);
    assertThat(RecordTime.LAST_MICROS).isEqualTo(253_402_300_799_999_999L);
  }
}
