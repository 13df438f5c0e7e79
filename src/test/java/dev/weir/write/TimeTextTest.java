package dev.weir.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeTextTest {
  private final RowBuffer buffer = new RowBuffer(TimeText.MOST_BYTES);

  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00Z, 1970-01-01 00:00:00.000000+00",
    "1969-12-31T23:59:59.999999Z, 1969-12-31 23:59:59.999999+00",
    "1999-12-31T23:59:59.5Z, 1999-12-31 23:59:59.500000+00",
    "2024-02-29T12:34:56.000001Z, 2024-02-29 12:34:56.000001+00",
    "0001-01-01T00:00:00Z, 0001-01-01 00:00:00.000000+00",
    "0000-12-31T00:00:00Z, 0001-12-31 00:00:00.000000+00 BC",
    "-0043-03-15T12:00:00Z, 0044-03-15 12:00:00.000000+00 BC",
    "9999-12-31T23:59:59.999999Z, 9999-12-31 23:59:59.999999+00",
    "+12345-01-01T00:00:00Z, 12345-01-01 00:00:00.000000+00"
  })
  void aTimeIsWrittenAsPostgresReadsItWhateverTheSession(String time, String expected) {
    TimeText.put(AwkwardRecords.micros(time), buffer);
    assertThat(buffer).hasToString(expected);
  }

  @Test
  void theEarliestAndTheLatestTimeFitIntoTheRoomReserved() {
    TimeText.put(Long.MIN_VALUE, buffer);
    assertThat(buffer).hasToString("290309-12-21 19:59:05.224192+00 BC");
    buffer.clear();
    TimeText.put(Long.MAX_VALUE, buffer);
    assertThat(buffer).hasToString("294247-01-10 04:00:54.775807+00");
  }
}
