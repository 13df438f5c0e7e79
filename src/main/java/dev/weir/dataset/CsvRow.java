package dev.weir.dataset;

import java.util.List;

/**
 * One row of a CSV file, or what is wrong with it.
 *
 * @param line the number of its first line in the file
 * @param fields the fields; null where there is nothing between two separators, empty where there
 *     is an empty text in quotes. Empty when the row is refused
 * @param refusal what is wrong; null when the row is good
 */
record CsvRow(long line, List<String> fields, CsvRefusal refusal) {
  static CsvRow refused(long line, String found, String wanted) {
    return new CsvRow(line, List.of(), new CsvRefusal(line, "the row", found, wanted));
  }
}
