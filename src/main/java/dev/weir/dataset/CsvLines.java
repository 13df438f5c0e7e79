package dev.weir.dataset;

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

  /** A longer buffer is given back after the line it was needed for. */
  private static final int MOST_KEPT = 1 << 20;

  private final Reader in;
  private final char[] buffer = new char[1 << 16];
  private int at;
  private int end;
  private final Deque<String> putBack = new ArrayDeque<>();
  private final StringBuilder line = new StringBuilder();
  private long number;
  private boolean afterCarriageReturn;

  CsvLines(Reader in) {
    this.in = in;
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
    if (!fill()) {
      return null;
    }
    if (afterCarriageReturn && buffer[at] == '\n') {
      at++;
      if (!fill()) {
        return null;
      }
    }
    line.setLength(0);
    boolean complete = false;
    while (!complete && fill()) {
      int from = at;
      while (at < end && buffer[at] != '\n' && buffer[at] != '\r') {
        at++;
      }
      int room = MOST_CHARACTERS + 1 - line.length();
      line.append(buffer, from, Math.min(at - from, room));
      complete = at < end;
    }
    afterCarriageReturn = complete && buffer[at] == '\r';
    at++;
    String read = line.toString();
    if (line.capacity() > MOST_KEPT) {
      line.setLength(0);
      line.trimToSize();
    }
    return read;
  }

  /** Whether there is a character at {@link #at}, read from the text if need be. */
  private boolean fill() throws IOException {
    if (at >= end && end >= 0) {
      end = in.read(buffer, 0, buffer.length);
      at = 0;
    }
    return at < end;
  }
}
