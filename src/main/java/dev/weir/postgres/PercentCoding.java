package dev.weir.postgres;

import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The percent-encoding of addresses: RFC 3986, section 2.1. */
final class PercentCoding {

  private PercentCoding() {}

  /** A space as %20: + means different things to libpq and to the driver. */
  static String encode(String plain) {
    return URLEncoder.encode(plain, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * @param form whether + stands for a space, as it does to the JDBC driver but not to libpq
   * @throws IllegalArgumentException if it is not well encoded; the message is what is wanted
   */
  static String decode(String written, boolean form) {
    ByteBuffer bytes = ByteBuffer.allocate(written.length() * 3);
    for (int i = 0; i < written.length(); ) {
      int character = written.codePointAt(i);
      if (character == '%') {
        String digits = written.substring(i + 1, Math.min(i + 3, written.length()));
        if (!digits.matches("[0-9a-fA-F]{2}") || digits.equals("00")) {
          throw new IllegalArgumentException("two hexadecimal digits other than 00 after each %");
        }
        bytes.put((byte) Integer.parseInt(digits, 16));
        i += 3;
      } else {
        String plain = form && character == '+' ? " " : Character.toString(character);
        bytes.put(plain.getBytes(StandardCharsets.UTF_8));
        i += Character.charCount(character);
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("UTF-8 in percent-encoding", e);
    }
  }
}
