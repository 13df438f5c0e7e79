package dev.weir.dataset;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The physical lines of a text, numbered from 1; they end in LF, CRLF, CR or with the text. Lines
 * can be put back, to be read again as something else. Holds no more than one line and those put
 * back; what a line has beyond {@link #MOST_CHARACTERS} is dropped, and {@link #isCut} says so.
 */
final class CsvLines {
  static final int MOST_CHARACTERS = 4_000_000;

  private final BufferedReader in;
  private final Deque<String> putBack = new ArrayDeque<>();
  private final StringBuilder line = new StringBuilder();
  private long number;
  private boolean afterCarriageReturn;

  CsvLines(Reader in) {
    this.in = new BufferedReader(in, 1 << 16);
  }

  /** The next line without its end, or null after the last. */
  String next() throws IOException {
    String next = putBack.isEmpty() ? read() : putBack.pop();
    if (next != null) {
      number++;
    }
    return next;
  }

  /** Lets lines that were read last, in their order, be read again. */
  void putBack(List<String> lines) {
    for (int index = lines.size() - 1; index >= 0; index--) {
      putBack.push(lines.get(index));
    }
    number -= lines.size();
  }

  /** The number of the line read last. */
  long number() {
    return number;
  }

  /** Whether a line that {@link #next} gave is only the beginning of one. */
  static boolean isCut(String line) {
    return line.length() > MOST_CHARACTERS;
  }

  private String read() throws IOException {
    line.setLength(0);
    int character = in.read();
    if (afterCarriageReturn && character == '\n') {
      character = in.read();
    }
    afterCarriageReturn = false;
    if (character == -1) {
      return null;
    }
    while (character != -1 && character != '\n' && character != '\r') {
      if (line.length() <= MOST_CHARACTERS) {
        line.append((char) character);
      }
      character = in.read();
    }
    afterCarriageReturn = character == '\r';
    String read = line.toString();
    if (line.capacity() > 1 << 20) {
      line.setLength(0);
      line.trimToSize();
    }
    return read;
  }
}
