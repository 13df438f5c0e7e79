package dev.weir.dataset;

/**
 * The one rule for a measurement written as text, whatever the source. It is the rule of
 * PostgreSQL's {@code double precision}, so that a file loads through Weir as it would through
 * COPY.
 *
 * <ul>
 *   <li>A number is decimal digits with an optional point and an optional exponent: {@code 1},
 *       {@code -1.5}, {@code .5}, {@code 1.}, {@code +1.5e-3}. ASCII only; never a decimal comma, a
 *       digit separator, a hexadecimal number or a letter after it.
 *   <li>It becomes the nearest double. A number beyond ±1.7976931348623157E308 is refused, and so
 *       is one that is not 0 and would become 0.
 *   <li>{@code NaN}, {@code Infinity} and {@code inf}, in any case, the last two with an optional
 *       sign, are those values.
 *   <li>Blanks and tabs around it do not matter. Nothing at all is not a number; whether it is a
 *       null is for the source to say.
 * </ul>
 *
 * Takes time linear in the length, and depends on no locale.
 */
public final class MeasurementText {
  private static final String WANTED = "a number such as 1.5 or -2e-3, NaN, Infinity or -Infinity";
  private static final String WANTED_NEARER =
      "a number from -1.7976931348623157E308 to 1.7976931348623157E308";
  private static final String WANTED_FARTHER =
      "0 or a number that 64 bits can tell from 0 (4.9E-324)";

  private static final double[] POWERS_OF_TEN = powersOfTen();

  /** Whole numbers up to this many digits and powers of ten below are exact as doubles. */
  private static final int EXACT_DIGITS = 15;

  private MeasurementText() {}

  /**
   * The value of a text.
   *
   * @throws NumberFormatException if the text is no measurement; the message is what is wanted
   *     instead, as a phrase
   */
  public static double parse(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (from < to && isBlank(text.charAt(to - 1))) {
      to--;
    }
    return value(text, from, to);
  }

  private static double value(String text, int from, int to) {
    int at = from;
    boolean negative = at < to && text.charAt(at) == '-';
    if (negative || (at < to && text.charAt(at) == '+')) {
      at++;
    }
    int numberFrom = at;
    long digits = 0;
    int significant = 0;
    int mantissaDigits = 0;
    int afterPoint = 0;
    boolean point = false;
    for (; at < to; at++) {
      char character = text.charAt(at);
      if (character == '.' && !point) {
        point = true;
        continue;
      }
      if (character < '0' || character > '9') {
        break;
      }
      mantissaDigits++;
      if (point) {
        afterPoint++;
      }
      if (significant > 0 || character != '0') {
        significant++;
      }
      if (significant <= EXACT_DIGITS) {
        digits = digits * 10 + (character - '0');
      }
    }
    if (mantissaDigits == 0) {
      return word(text, from, numberFrom, to);
    }
    if (at == to) {
      if (significant <= EXACT_DIGITS && afterPoint < POWERS_OF_TEN.length) {
        // Both are exact, so the division is rounded once, to the nearest.
        double value = digits / POWERS_OF_TEN[afterPoint];
        return negative ? -value : value;
      }
    } else {
      checkExponent(text, at, to);
    }
    return checkRange(Double.parseDouble(text.substring(from, to)), significant);
  }

  private static void checkExponent(String text, int from, int to) {
    int at = from;
    if (text.charAt(at) != 'e' && text.charAt(at) != 'E') {
      throw new NumberFormatException(WANTED);
    }
    at++;
    if (at < to && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
      at++;
    }
    if (at == to) {
      throw new NumberFormatException(WANTED);
    }
    for (; at < to; at++) {
      if (text.charAt(at) < '0' || text.charAt(at) > '9') {
        throw new NumberFormatException(WANTED);
      }
    }
  }

  private static double checkRange(double value, int significantDigits) {
    if (Double.isInfinite(value)) {
      throw new NumberFormatException(WANTED_NEARER);
    }
    if (value == 0 && significantDigits > 0) {
      throw new NumberFormatException(WANTED_FARTHER);
    }
    return value;
  }

  private static double word(String text, int from, int afterSign, int to) {
    if (matches(text, from, to, "nan")) {
      return Double.NaN;
    }
    if (matches(text, afterSign, to, "infinity") || matches(text, afterSign, to, "inf")) {
      return text.charAt(from) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    throw new NumberFormatException(WANTED);
  }

  /** Compares ASCII letters without their case; no other letter counts as one of them. */
  private static boolean matches(String text, int from, int to, String word) {
    if (to - from != word.length()) {
      return false;
    }
    for (int index = 0; index < word.length(); index++) {
      if ((text.charAt(from + index) | 0x20) != word.charAt(index)) {
        return false;
      }
    }
    return true;
  }

  /** What C calls white space, as PostgreSQL does. */
  private static boolean isBlank(char character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
  }

  private static double[] powersOfTen() {
    double[] powers = new double[23];
    powers[0] = 1;
    for (int exponent = 1; exponent < powers.length; exponent++) {
      powers[exponent] = powers[exponent - 1] * 10;
    }
    return powers;
  }
}
