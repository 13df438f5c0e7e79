package dev.weir.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Decodes UTF-8 and refuses what is none, where Java's own reader would put a U+FFFD. All that
 * stands before the first wrong byte is given first, so that whoever reads knows the line it is in.
 */
final class Utf8Reader extends Reader {
  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
  private long bytesBefore;
  private boolean ended;

  Utf8Reader(InputStream in) {
    this.in = in;
  }

  /** A byte that is not UTF-8. */
  static final class NotUtf8 extends IOException {
    private static final long serialVersionUID = 1L;

    private final long position;
    private final String found;

    NotUtf8(long position, int value) {
      super("byte " + position + " is not UTF-8");
      this.position = position;
      this.found = String.format(Locale.ROOT, "0x%02X", value);
    }

    /** Where the byte stands in the text, from 1; as it is unpacked, where it was packed. */
    long position() {
      return position;
    }

    /** The byte as 0xE9. */
    String found() {
      return found;
    }
  }

  /**
   * @param length at least 2, as much as one character may take
   * @throws NotUtf8 for the first byte that is not UTF-8, and again each time it is asked
   */
  @Override
  public int read(char[] buffer, int from, int length) throws IOException {
    if (length < 2) {
      throw new IllegalArgumentException("room for " + length + " chars; 2 are needed");
    }
    CharBuffer chars = CharBuffer.wrap(buffer, from, length);
    while (true) {
      CoderResult result = decoder.decode(bytes, chars, ended);
      int given = chars.position() - from;
      if (given > 0) {
        return given;
      }
      if (result.isError()) {
        int at = bytes.position();
        throw new NotUtf8(bytesBefore + at + 1, bytes.get(at) & 0xFF);
      }
      if (ended) {
        return -1;
      }
      fill();
    }
  }

  private void fill() throws IOException {
    bytesBefore += bytes.position();
    bytes.compact();
    int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
    if (count < 0) {
      ended = true;
    } else {
      bytes.position(bytes.position() + count);
    }
    bytes.flip();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
