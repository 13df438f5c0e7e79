package dev.weir.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Files of a user that are read at once: settings, routes, results. */
public final class TextFile {
  /** Some times what the results.json of the largest comparison takes. */
  private static final int MOST_BYTES = 100_000_000;

  private TextFile() {}

  /**
   * Reads UTF-8.
   *
   * @param where the file as the user knows it
   * @throws ConfigurationException if it cannot be read, or is not UTF-8: with the line and the
   *     first wrong byte
   */
  public static String read(Path file, String where) {
    return text(bytes(file, where, MOST_BYTES), where);
  }

  /**
   * What stands in a file that was read.
   *
   * @throws ConfigurationException if it is not UTF-8: with the line and the first wrong byte
   */
  public static String text(byte[] read, String where) {
    ByteBuffer bytes = ByteBuffer.wrap(read);
    CharBuffer chars = CharBuffer.allocate(bytes.capacity());
    CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(bytes, chars, true);
    if (result.isError()) {
      int at = bytes.position();
      throw new ConfigurationException(
          new Problem(
              where + ":" + line(bytes.array(), at),
              "byte " + (at + 1),
              String.format(Locale.ROOT, "0x%02X", bytes.get(at) & 0xFF),
              "UTF-8 text"));
    }
    return chars.flip().toString();
  }

  /**
   * Reads a file that may not be larger than some bytes, whatever kind of file it is.
   *
   * @throws ConfigurationException if it cannot be read or is larger
   */
  public static byte[] bytes(Path file, String where, int most) {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(most + 1);
    } catch (IOException e) {
      throw new ConfigurationException(
          Problem.of(where, "a file that can be read is needed (" + e + ")"));
    }
    if (bytes.length > most) {
      throw new ConfigurationException(
          Problem.of(where, "a file of at most " + most + " bytes is needed; it is larger"));
    }
    return bytes;
  }

  private static int line(byte[] bytes, int at) {
    int line = 1;
    for (int index = 0; index < at; index++) {
      if (bytes[index] == '\n') {
        line++;
      }
    }
    return line;
  }
}
