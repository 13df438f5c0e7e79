package dev.weir.dataset;

import dev.weir.config.Problem;
import java.util.Locale;

/**
 * Why a row of a CSV file is no record.
 *
 * @param line the number of the row's first line
 * @param column the column as the header names it, or "the row"
 * @param found what stands there; null where nothing does
 * @param wanted what would have been right, as a phrase
 */
record CsvRefusal(long line, String column, String found, String wanted) {
  private static final int MOST_SHOWN = 60;

  Problem problem(String file) {
    String place = file + ":" + line;
    if (found == null) {
      return new Problem(place, column, "", wanted);
    }
    return found.isEmpty()
        ? Problem.of(place, column + " is an empty text; " + wanted + " is needed")
        : new Problem(place, column, shown(found), wanted);
  }

  /** Short and on one line, whatever stands in the file. */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.chars()
        .limit(MOST_SHOWN)
        .forEach(
            character -> {
              if (Character.isISOControl(character) || Character.isSurrogate((char) character)) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", character));
              } else {
                shown.append((char) character);
              }
            });
    return text.length() > MOST_SHOWN
        ? shown + "... (" + text.length() + " characters)"
        : shown.toString();
  }
}
