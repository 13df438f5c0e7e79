package dev.weir.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowBufferTest {

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        -1,
        9,
        10,
        -10,
        99,
        100,
        999_999_999_999_999_999L,
        1_000_000_000_000_000_000L,
        Long.MAX_VALUE,
        Long.MIN_VALUE
      })
  void wholeNumbersAreWrittenAsText(long value) {
    RowBuffer buffer = new RowBuffer(RowBuffer.MOST_WHOLE_BYTES);
    buffer.putWhole(value);
    assertThat(buffer).hasToString(Long.toString(value));
  }

  @Test
  void integersAreBigEndian() {
    RowBuffer buffer = new RowBuffer(14);
    buffer.putShort(0x0102);
    buffer.putInt(0x03040506);
    buffer.putLong(0x0708090a0b0c0d0eL);
    assertThat(Arrays.copyOf(buffer.bytes(), buffer.size()))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  }

  @Test
  void itGrowsForARowThatDoesNotFitAndKeepsWhatWasWritten() {
    RowBuffer buffer = new RowBuffer(2);
    buffer.putAscii("ab");
    buffer.reserve(100);
    buffer.putAscii("c".repeat(100));
    assertThat(buffer).hasToString("ab" + "c".repeat(100));
  }
}
