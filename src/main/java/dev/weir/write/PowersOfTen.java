package dev.weir.write;

import java.math.BigInteger;

/**
 * Powers of ten to 126 bits, for {@link DecimalText}. For an exponent e, 10^-e is beta * 2^r with
 * 2^125 <= beta < 2^126; what is kept is g = floor(beta) + 1, as two halves of 63 bits.
 */
final class PowersOfTen {
  static final int LEAST = -324;
  static final int MOST = 292;

  private static final int BITS = 126;
  private static final int HALF = 63;
  private static final BigInteger LOW = BigInteger.ONE.shiftLeft(HALF).subtract(BigInteger.ONE);
  private static final long[] HALVES = halves();

  private PowersOfTen() {}

  /** The upper 63 bits of g. */
  static long high(int exponent) {
    return HALVES[(exponent - LEAST) * 2];
  }

  /** The lower 63 bits of g. */
  static long low(int exponent) {
    return HALVES[(exponent - LEAST) * 2 + 1];
  }

  private static long[] halves() {
    long[] halves = new long[(MOST - LEAST + 1) * 2];
    for (int exponent = LEAST; exponent <= MOST; exponent++) {
      BigInteger g = significand(-exponent).add(BigInteger.ONE);
      halves[(exponent - LEAST) * 2] = g.shiftRight(HALF).longValueExact();
      halves[(exponent - LEAST) * 2 + 1] = g.and(LOW).longValueExact();
    }
    return halves;
  }

  /** The first 126 bits of 10^power, cut off. */
  private static BigInteger significand(int power) {
    BigInteger ten = BigInteger.TEN.pow(Math.abs(power));
    if (power >= 0) {
      int excess = ten.bitLength() - BITS;
      return excess >= 0 ? ten.shiftRight(excess) : ten.shiftLeft(-excess);
    }
    // 2^n / 10^-power has 126 bits for this n: 10^x is no power of two, so the quotient of
    // 2^(b+125)
    // by a number of b bits lies in (2^125, 2^126]
    return BigInteger.ONE.shiftLeft(ten.bitLength() + BITS - 1).divide(ten);
  }
}
