package dev.weir.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.postgres.TestServers;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeasurementTextTest {
  private static final String THOUSAND_DIGITS = "0.1" + "2345678909".repeat(100);
  private static final List<String> LOCALES = List.of("de-DE", "tr-TR", "ar-EG-u-nu-arab", "hi-IN");

  static final List<String> TAKEN =
      List.of(
          "0",
          "-0",
          "-0.0",
          "1",
          "+1",
          "1.",
          ".5",
          "-.5",
          "1.5",
          " 1.5 ",
          "\t1.5\n",
          "007",
          "1e5",
          "1E5",
          "1e+5",
          "1e-5",
          "1.5e-3",
          "0.1",
          "0.30000000000000004",
          "123456789012345",
          "1234567890123456",
          "9007199254740993",
          "0.000000000000000000000001",
          "0.0000000000000000000000123",
          "1.7976931348623157e308",
          "-1.7976931348623157E308",
          "4.9E-324",
          "4.9406564584124654e-324",
          "2.2250738585072011e-308",
          "3e-324",
          "0e-400",
          "0e400",
          "NaN",
          "nan",
          "NAN",
          "Infinity",
          "infinity",
          "-Infinity",
          "+inf",
          "inf",
          "-INF",
          THOUSAND_DIGITS,
          "1" + "0".repeat(300),
          "1" + "0".repeat(400) + "e-400");

  static final List<String> REFUSED =
      List.of(
          "",
          " ",
          "1,5",
          "1.5.5",
          "1e400",
          "-1e400",
          "1.8e308",
          "1e-400",
          "-1e-400",
          "2e-324",
          "1e1000000000",
          "1e-1000000000",
          "1e99999999999999999999",
          "1e",
          "1e+",
          "e5",
          ".",
          "-",
          "+",
          "--1",
          "1 2",
          "1.5d",
          "1.5f",
          "1_000",
          "1'000",
          "\u00A01",
          "\u0661",
          "1\u0000",
          "\u0131nf",
          "i",
          "infinit",
          "nann",
          "null",
          "true",
          "abc");

  @ParameterizedTest
  @MethodSource
  void aNumberBecomesTheNearestDouble(String text) {
    double expected = new BigDecimal(text.strip()).doubleValue();
    assertThat(MeasurementText.parse(text)).isEqualTo(expected);
  }

  static Stream<String> aNumberBecomesTheNearestDouble() {
    return TAKEN.stream()
        .filter(text -> !text.toLowerCase(Locale.ROOT).contains("n"))
        .filter(text -> !text.startsWith("-0"));
  }

  @Test
  void everyDoubleIsReadBackFromItsText() {
    Random random = new Random(1);
    for (int count = 0; count < 20_000; count++) {
      Double value = Double.longBitsToDouble(random.nextLong());
      double decimal = random.nextInt(1_000_000) / 1000.0 * (random.nextBoolean() ? 1 : -1);
      assertThat(MeasurementText.parse(Double.toString(value))).isEqualTo(value);
      assertThat(MeasurementText.parse(Double.toString(decimal))).isEqualTo(decimal);
    }
  }

  @Test
  void zeroKeepsItsSign() {
    assertThat(MeasurementText.parse("-0")).isEqualTo(-0.0);
    assertThat(MeasurementText.parse("-0.0")).isEqualTo(-0.0);
    assertThat(MeasurementText.parse("-0e5")).isEqualTo(-0.0);
    assertThat(MeasurementText.parse("0")).isEqualTo(0.0);
  }

  @Test
  void theWordsForSpecialValuesAreTakenInAnyCase() {
    for (String nan : List.of("NaN", "nan", "NAN", " nan ")) {
      assertThat(MeasurementText.parse(nan)).isNaN();
    }
    for (String infinity : List.of("Infinity", "infinity", "inf", "+Inf", "INF")) {
      assertThat(MeasurementText.parse(infinity)).isEqualTo(Double.POSITIVE_INFINITY);
      assertThat(MeasurementText.parse("-" + infinity.replace("+", "")))
          .isEqualTo(Double.NEGATIVE_INFINITY);
    }
  }

  @ParameterizedTest
  @MethodSource
  void whatIsNoNumberIsRefusedWithWhatIsWanted(String text) {
    assertThatThrownBy(() -> MeasurementText.parse(text))
        .isInstanceOf(NumberFormatException.class)
        .hasMessageContaining("number");
  }

  static Stream<String> whatIsNoNumberIsRefusedWithWhatIsWanted() {
    return Stream.concat(REFUSED.stream(), Stream.of("0x10", "0x1p3", "-nan", "nan(1)"));
  }

  @Test
  void aNumberOutOfRangeSaysSo() {
    assertThatThrownBy(() -> MeasurementText.parse("1e400")).hasMessageContaining("E308");
    assertThatThrownBy(() -> MeasurementText.parse("1e-400")).hasMessageContaining("4.9E-324");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e1000000000",
        "1e-1000000000",
        "-1e1000000000",
        "0.1e-2147483648",
        "1e2147483648"
      })
  void aHugeExponentIsRefusedAtOnce(String text) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(1),
        () ->
            assertThatThrownBy(() -> MeasurementText.parse(text))
                .isInstanceOf(NumberFormatException.class));
  }

  @Test
  void manyDigitsTakeTimeInProportion() {
    String million = "0." + "1234567890".repeat(100_000);
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          for (int count = 0; count < 1_000; count++) {
            assertThat(MeasurementText.parse(THOUSAND_DIGITS)).isBetween(0.1, 0.2);
          }
          assertThat(MeasurementText.parse(million)).isEqualTo(0.12345678901234568);
          assertThat(MeasurementText.parse(million + "e-320")).isEqualTo(1.235E-321);
        });
  }

  @Test
  void theDefaultLocaleDoesNotMatter() {
    Locale before = Locale.getDefault();
    try {
      for (String tag : LOCALES) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(MeasurementText.parse("1234.5")).isEqualTo(1234.5);
        assertThat(MeasurementText.parse("INFINITY")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThatThrownBy(() -> MeasurementText.parse("1,5"))
            .isInstanceOf(NumberFormatException.class);
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  /** So that a file loads through Weir as it would through COPY. */
  @Test
  void postgresTakesAndRefusesTheSame() throws SQLException {
    try (Connection connection = TestServers.connect(TestServers.address());
        PreparedStatement cast =
            connection.prepareStatement(
                "SELECT ('x' || encode(float8send(?::text::float8), 'hex'))::bit(64)::bigint")) {
      for (String text : TAKEN) {
        assertThat(bits(cast, text))
            .as(text)
            .hasValue(Double.doubleToLongBits(MeasurementText.parse(text)));
      }
      for (String text : REFUSED) {
        assertThat(bits(cast, text)).as(text).isEmpty();
      }
    }
  }

  private static OptionalLong bits(PreparedStatement cast, String text) {
    try {
      cast.setString(1, text);
      try (ResultSet result = cast.executeQuery()) {
        result.next();
        return OptionalLong.of(result.getLong(1));
      }
    } catch (SQLException e) {
      assertThat(e.getSQLState()).as("%s: %s", text, e.getMessage()).startsWith("22");
      return OptionalLong.empty();
    }
  }
}
