package dev.weir.postgres;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a log, for errors. */
final class LogTail {
  private static final long MOST_BYTES = 65_536;

  private LogTail() {}

  /** The last lines written since the file had a size, however long it is by now. */
  static String since(Path file, long size, int lines) throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(Math.max(size, channel.size() - MOST_BYTES));
      String text =
          new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
      List<String> all = text.lines().toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    }
  }
}
