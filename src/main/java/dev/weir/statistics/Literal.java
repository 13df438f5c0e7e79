package dev.weir.statistics;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Values as SQL text. Statistics queries carry their tables in the text, since a route hands SQL on
 * as one string.
 */
final class Literal {
  private Literal() {}

  /**
   * A text literal that means the same whatever standard_conforming_strings says.
   *
   * @throws IllegalArgumentException if there is a NUL in it, which no PostgreSQL text can hold
   */
  static String text(String value) {
    if (value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a NUL in the name " + value.replace('\0', '?'));
    }
    String quoted = "'" + value.replace("'", "''").replace("\\", "\\\\") + "'";
    return value.indexOf('\\') < 0 ? quoted : "E" + quoted;
  }

  static String textArray(List<String> values) {
    return values.stream()
        .map(Literal::text)
        .collect(Collectors.joining(", ", "ARRAY[", "]::text[]"));
  }
}
