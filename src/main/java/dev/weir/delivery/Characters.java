package dev.weir.delivery;

/** What PostgreSQL's text and jsonb cannot hold: U+0000, and half of a surrogate pair. */
final class Characters {
  private Characters() {}

  /** The text with each of these written out as a backslash, u and four digits; for reading. */
  static String readable(String text) {
    return replaced(text, false);
  }

  /** The same, with backslashes doubled, so that the text can be had again. */
  static String escaped(String text) {
    return replaced(text, true);
  }

  private static String replaced(String text, boolean doubleBackslashes) {
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              if (point == 0
                  || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
                result.append(String.format("\\u%04x", point));
              } else if (point == '\\' && doubleBackslashes) {
                result.append("\\\\");
              } else {
                result.appendCodePoint(point);
              }
            });
    return result.toString();
  }
}
