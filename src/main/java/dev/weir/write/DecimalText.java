package dev.weir.write;

/**
 * A double as the shortest decimal that reads back as the same double, and of those the closest:
 * {@code 0.1}, {@code -12.5}, {@code 1.0E23} as {@code 1E23}. Makes no garbage.
 *
 * <p>After Raffaello Giulietti, "The Schubfach way to render doubles" (2020), whose names are kept:
 * a double c * 2^q and the ends of the interval that rounds to it are scaled by a power of ten so
 * that two digits more than needed stand before the point; then the shortest of four candidates
 * inside is taken.
 */
final class DecimalText {
  /** The most a number takes: sign, 17 digits, point, E, sign and three digits. */
  static final int MOST_BYTES = 25;

  /** The significand of the smallest normal double, and of every power of two. */
  private static final long C_MIN = 1L << 52;

  /** The exponent of subnormal doubles. */
  private static final int Q_MIN = -1074;

  /** Subnormals below this have so few bits that a digit must be gained by scaling. */
  private static final int C_TINY = 3;

  private static final long FRACTION = C_MIN - 1;
  private static final int EXPONENT = 0x7ff;
  private static final long MASK_63 = Long.MAX_VALUE;

  /** Numbers of this many digits before the point are written out, longer ones with an exponent. */
  private static final int MOST_WHOLE_DIGITS = 17;

  /** Zeros after the point before a number is written with an exponent. */
  private static final int MOST_LEADING_ZEROS = 4;

  private DecimalText() {}

  /** Writes the number as PostgreSQL reads it; NaN and infinities by their names there. */
  static void put(double value, RowBuffer buffer) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> 52) & EXPONENT;
    long fraction = bits & FRACTION;
    if (exponent == EXPONENT && fraction != 0) {
      buffer.putAscii("NaN");
      return;
    }
    if (bits < 0) {
      buffer.putByte('-');
    }
    if (exponent == EXPONENT) {
      buffer.putAscii("Infinity");
    } else if (exponent != 0) {
      putNormal(C_MIN | fraction, exponent + Q_MIN - 1, buffer);
    } else if (fraction == 0) {
      buffer.putByte('0');
    } else if (fraction < C_TINY) {
      putShortest(Q_MIN, 10 * fraction, -1, buffer);
    } else {
      putShortest(Q_MIN, fraction, 0, buffer);
    }
  }

  private static void putNormal(long c, int q, RowBuffer buffer) {
    if (q > -53 && q < 0) {
      long whole = c >> -q;
      if (whole << -q == c) {
        putDigits(whole, 0, buffer);
        return;
      }
    }
    putShortest(q, c, 0, buffer);
  }

  /** Finds the shortest decimal f * 10^e in the interval around c * 2^q; dk is added to e. */
  private static void putShortest(int q, long c, int dk, RowBuffer buffer) {
    long odd = c & 1; // the ends belong to the interval of an even c only
    boolean regular = c != C_MIN || q == Q_MIN;
    int k = regular ? floorLog10OfPowerOf2(q) : floorLog10OfThreeQuartersOfPowerOf2(q);
    int h = q + floorLog2OfPowerOf10(-k) + 2;
    long g1 = PowersOfTen.high(k);
    long g0 = PowersOfTen.low(k);
    long cb = c << 2;
    long vb = roundedToOdd(g1, g0, cb << h);
    long vbl = roundedToOdd(g1, g0, (regular ? cb - 2 : cb - 1) << h);
    long vbr = roundedToOdd(g1, g0, (cb + 2) << h);
    long s = vb >> 2;
    if (s >= 100) {
      long sp10 = s / 10 * 10;
      long tp10 = sp10 + 10;
      boolean upin = vbl + odd <= sp10 << 2;
      boolean wpin = (tp10 << 2) + odd <= vbr;
      if (upin != wpin) {
        putDigits(upin ? sp10 : tp10, k + dk, buffer);
        return;
      }
    }
    long t = s + 1;
    boolean uin = vbl + odd <= s << 2;
    boolean win = (t << 2) + odd <= vbr;
    if (uin != win) {
      putDigits(uin ? s : t, k + dk, buffer);
      return;
    }
    long middle = vb - ((s + t) << 1);
    putDigits(middle < 0 || (middle == 0 && (s & 1) == 0) ? s : t, k + dk, buffer);
  }

  /** The upper bits of g * cp, with the last bit set if anything was cut off. */
  private static long roundedToOdd(long g1, long g0, long cp) {
    long x1 = Math.multiplyHigh(g0, cp);
    long y0 = g1 * cp;
    long y1 = Math.multiplyHigh(g1, cp);
    long z = (y0 >>> 1) + x1;
    long w = y1 + (z >>> 63);
    return w | (((z & MASK_63) + MASK_63) >>> 63);
  }

  /** floor(log10(2^e)), right for |e| up to 5,456,721. */
  private static int floorLog10OfPowerOf2(int e) {
    return (int) ((e * 661_971_961_083L) >> 41);
  }

  /** floor(log10(3/4 * 2^e)), right in the same range. */
  private static int floorLog10OfThreeQuartersOfPowerOf2(int e) {
    return (int) ((e * 661_971_961_083L - 274_743_187_321L) >> 41);
  }

  /** floor(log2(10^e)), right for |e| up to 1,838,394. */
  private static int floorLog2OfPowerOf10(int e) {
    return (int) ((e * 913_124_641_741L) >> 38);
  }

  /** Writes digits * 10^exponent without trailing zeros. */
  private static void putDigits(long digits, int exponent, RowBuffer buffer) {
    long f = digits;
    int e = exponent;
    // most measurements have few digits: eight zeros at once, then four, two and one
    for (long cut = f / 100_000_000; cut * 100_000_000 == f; cut = f / 100_000_000) {
      f = cut;
      e += 8;
    }
    long four = f / 10_000;
    if (four * 10_000 == f) {
      f = four;
      e += 4;
    }
    long two = f / 100;
    if (two * 100 == f) {
      f = two;
      e += 2;
    }
    long one = f / 10;
    if (one * 10 == f) {
      f = one;
      e++;
    }
    int count = digitsOf(f);
    int point = count + e; // digits before the decimal point, of 0.f * 10^point
    if (point > MOST_WHOLE_DIGITS || point < -MOST_LEADING_ZEROS) {
      putPointed(f, count, 1, buffer);
      buffer.putByte('E');
      buffer.putWhole(point - 1L);
    } else if (e >= 0) {
      putPointed(f, count, count, buffer);
      putZeros(e, buffer);
    } else if (point > 0) {
      putPointed(f, count, point, buffer);
    } else {
      buffer.putByte('0');
      buffer.putByte('.');
      putZeros(-point, buffer);
      putPointed(f, count, count, buffer);
    }
  }

  /** The digits of f, with a point after so many unless that is the end. */
  private static void putPointed(long f, int count, int whole, RowBuffer buffer) {
    byte[] bytes = buffer.bytes();
    int start = buffer.size();
    int end = start + count + (whole < count ? 1 : 0);
    long rest = f;
    int position = end;
    for (int digit = count; digit > whole; digit--) {
      long next = rest / 10;
      bytes[--position] = (byte) ('0' + (rest - next * 10));
      rest = next;
    }
    if (whole < count) {
      bytes[--position] = '.';
    }
    while (position > start) {
      long next = rest / 10;
      bytes[--position] = (byte) ('0' + (rest - next * 10));
      rest = next;
    }
    buffer.setSize(end);
  }

  private static void putZeros(int count, RowBuffer buffer) {
    for (int i = 0; i < count; i++) {
      buffer.putByte('0');
    }
  }

  private static int digitsOf(long number) {
    int digits = 1;
    for (long limit = 10; digits < 19 && number >= limit; limit *= 10) {
      digits++;
    }
    return digits;
  }
}
