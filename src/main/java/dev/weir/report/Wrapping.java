package dev.weir.report;

import java.util.ArrayList;
import java.util.List;

/** Breaks text at blanks. */
final class Wrapping {
  private Wrapping() {}

  /**
   * @param text its leading blanks are kept
   * @param indent of every line but the first
   */
  static List<String> wrap(String text, String indent, int width) {
    List<String> lines = new ArrayList<>();
    String left = text;
    while (left.length() > width) {
      int blank = left.lastIndexOf(' ', width);
      if (blank <= leadingBlanks(left)) {
        break;
      }
      lines.add(left.substring(0, blank).stripTrailing());
      left = indent + left.substring(blank + 1);
    }
    lines.add(left);
    return lines;
  }

  private static int leadingBlanks(String text) {
    return text.length() - text.stripLeading().length();
  }
}
