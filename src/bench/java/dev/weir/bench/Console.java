package dev.weir.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Progress on standard error, results on standard output. */
final class Console {
  private Console() {}

  static void say(String line) {
    System.err.println(line);
  }

  static void print(String line) {
    System.out.println(line);
  }

  /**
   * Prints rows of cells in columns; the first row is the heading.
   *
   * @param textColumns how many columns, from the left, are text; the others are flush right
   */
  static void table(List<String[]> rows, int textColumns) {
    int columns = rows.get(0).length;
    int[] widths =
        IntStream.range(0, columns)
            .map(column -> rows.stream().mapToInt(row -> row[column].length()).max().orElse(0))
            .toArray();
    for (String[] row : rows) {
      print(
          IntStream.range(0, columns)
              .mapToObj(
                  column ->
                      column < textColumns
                          ? row[column] + " ".repeat(widths[column] - row[column].length())
                          : " ".repeat(widths[column] - row[column].length()) + row[column])
              .collect(Collectors.joining("  "))
              .stripTrailing());
    }
  }

  static String[] row(Object... cells) {
    return Arrays.stream(cells).map(Object::toString).toArray(String[]::new);
  }
}
