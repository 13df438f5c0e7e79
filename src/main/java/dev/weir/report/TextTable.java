package dev.weir.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows of cells set in columns: the first column to the left, the others to the right. */
final class TextTable {
  private static final String GAP = "  ";

  private final int widest;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param widest characters of the first column at most; a longer cell stands on a line of its own
   *     above its row
   */
  TextTable(int widest) {
    this.widest = widest;
  }

  void row(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  /** Lines without trailing blanks. */
  List<String> lines() {
    int[] widths = widths();
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      List<String> cells = rows.get(row);
      StringBuilder line = new StringBuilder();
      if (cells.get(0).length() > widest) {
        lines.add(cells.get(0));
        line.append(" ".repeat(widths[0]));
      } else {
        line.append(pad(cells.get(0), widths[0], false));
      }
      for (int column = 1; column < cells.size(); column++) {
        line.append(GAP).append(pad(cells.get(column), widths[column], true));
      }
      lines.add(line.toString().stripTrailing());
      if (row == 0) {
        lines.add("-".repeat(Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1)));
      }
    }
    return lines;
  }

  private int[] widths() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> cells : rows) {
      for (int column = 0; column < cells.size(); column++) {
        int width = cells.get(column).length();
        if (column > 0 || width <= widest) {
          widths[column] = Math.max(widths[column], width);
        }
      }
    }
    return widths;
  }

  private static String pad(String text, int width, boolean right) {
    String blanks = " ".repeat(Math.max(0, width - text.length()));
    return right ? blanks + text : text + blanks;
  }
}
