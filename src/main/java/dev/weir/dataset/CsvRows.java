package dev.weir.dataset;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The rows of a CSV text, good and bad, one after the other, in memory that does not grow with the
 * text.
 *
 * <p>A row is one line, or more where a quoted field holds line ends. A quote that is never closed
 * would swallow the rest of the file, so the lines are put together here and only then taken apart
 * by the CSV reader: where several lines give no good row, the first alone is refused and reading
 * goes on with the second.
 */
final class CsvRows {
  /** The most that is put together in search of the end of a quoted field. */
  private static final int MOST_CHARACTERS = 1_000_000;

  private final CsvLines lines;
  private final CsvReader.CsvReaderBuilder parser;
  private int columns;

  /**
   * @param in the text; the caller closes it
   */
  CsvRows(Reader in, char separator) {
    this.lines = new CsvLines(in);
    this.parser = CsvReader.builder().fieldSeparator(separator);
  }

  /**
   * The next row that is not an empty line, or null after the last. The first row, the header, says
   * how many fields the others must have.
   */
  CsvRow next() throws IOException {
    String first = lines.next();
    while (first != null && first.isEmpty()) {
      first = lines.next();
    }
    if (first == null) {
      return null;
    }
    if (columns == 0 && first.charAt(0) == '\uFEFF') {
      first = first.substring(1);
    }
    long number = lines.number();
    List<String> more = new ArrayList<>();
    CsvRow row = row(number, first, more);
    if (row.refusal() != null) {
      lines.putBack(more);
    } else if (columns == 0) {
      columns = row.fields().size();
    }
    return row;
  }

  /** The number of the line behind those read so far: the one that could not be read. */
  long lineToCome() {
    return lines.number() + 1;
  }

  /** Reads further lines into {@code more} as long as a quote is open. */
  private CsvRow row(long number, String first, List<String> more) throws IOException {
    StringBuilder text = new StringBuilder(first);
    boolean open = hasOddQuotes(first);
    while (open && text.length() <= MOST_CHARACTERS) {
      String line = lines.next();
      if (line == null) {
        break;
      }
      more.add(line);
      text.append('\n').append(line);
      open ^= hasOddQuotes(line);
    }
    if (open) {
      return CsvRow.refused(
          number, first, "a closing quote within " + MOST_CHARACTERS + " characters");
    }
    if (CsvLines.isCut(first)) {
      return CsvRow.refused(
          number, first, "a line of at most " + CsvLines.MOST_CHARACTERS + " characters");
    }
    return parse(number, text.toString());
  }

  private CsvRow parse(long number, String text) {
    List<String> fields;
    try {
      fields = parser.ofSingleCsvRecord(new Fields(columns), text);
    } catch (CsvParseException e) {
      return CsvRow.refused(number, text, "quotes around a whole field, doubled inside,");
    }
    if (columns != 0 && fields.size() != columns) {
      return CsvRow.refused(
          number, fields.size() + " fields", columns + ", as many as the header has,");
    }
    return new CsvRow(number, fields, null);
  }

  private static boolean hasOddQuotes(String line) {
    boolean odd = false;
    for (int at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) {
      odd = !odd;
    }
    return odd;
  }

  /** Keeps what CSV's usual readers lose: whether an empty field stood in quotes. */
  private static final class Fields extends AbstractBaseCsvCallbackHandler<List<String>> {
    private final List<String> fields;

    Fields(int expected) {
      fields = new ArrayList<>(expected);
    }

    @Override
    protected void handleField(int index, char[] buffer, int from, int length, boolean quoted) {
      fields.add(length == 0 && !quoted ? null : new String(buffer, from, length));
    }

    @Override
    protected List<String> buildRecord() {
      return Collections.unmodifiableList(fields);
    }
  }
}
