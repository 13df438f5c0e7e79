package dev.weir.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalTextTest {
  private final RowBuffer buffer = new RowBuffer(64);

  private String text(double value) {
    buffer.clear();
    DecimalText.put(value, buffer);
    return buffer.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "0.0, 0",
    "-0.0, -0",
    "1, 1",
    "-1.5, -1.5",
    "100, 100",
    "0.1, 0.1",
    "0.001, 0.001",
    "0.00001234, 0.00001234",
    "0.000001234, 1.234E-6",
    "12345.678, 12345.678",
    "9007199254740991, 9007199254740991",
    "12345678901234567, 12345678901234568",
    "123456789012345678, 1.2345678901234568E17",
    "1e22, 1E22",
    "1e23, 1E23",
    "2e-3, 0.002",
    "4.9E-324, 4.9E-324",
    "2.2250738585072014E-308, 2.2250738585072014E-308",
    "1.7976931348623157E308, 1.7976931348623157E308",
    "NaN, NaN",
    "Infinity, Infinity",
    "-Infinity, -Infinity"
  })
  void aNumberIsWrittenAsPostgresReadsIt(double value, String expected) {
    assertThat(text(value)).isEqualTo(expected);
  }

  @Test
  void anyDoubleIsTheShortestTextThatReadsBackAsItself() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 100_000; i++) {
      check(Double.longBitsToDouble(random.nextLong()));
    }
  }

  @Test
  void measurementsOfFewDigitsAreTheShortestTextToo() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 100_000; i++) {
      check(random.nextInt() / Math.pow(10, random.nextInt(12)));
      check(random.nextDouble() * 100);
      check((double) (random.nextLong() >> random.nextInt(64)));
    }
  }

  @Test
  void powersOfTwoAndTheirNeighboursAreTheShortestTextToo() {
    for (int exponent = Double.MIN_EXPONENT - 52; exponent <= Double.MAX_EXPONENT; exponent++) {
      double power = Math.scalb(1.0, exponent);
      check(power);
      check(Math.nextUp(power));
      check(Math.nextDown(power));
      check(-power);
    }
  }

  /** Against Jackson's implementation of the same paper, which makes strings. */
  private void check(double value) {
    if (!Double.isFinite(value)) {
      return;
    }
    String text = text(value);
    assertThat(Double.doubleToLongBits(Double.parseDouble(text)))
        .as(text)
        .isEqualTo(Double.doubleToLongBits(value));
    assertThat(text.length()).as(text).isLessThanOrEqualTo(DecimalText.MOST_BYTES);
    assertThat(new BigDecimal(text)).isEqualByComparingTo(DoubleToDecimal.toString(value));
  }
}
