package dev.weir.statistics;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The records in a stretch of the log, counted from its files: what pg_waldump would say, which
 * does not come with the servers, and what versions without pg_walinspect say nothing of.
 *
 * <p>The format is that of xlog_internal.h and xlogrecord.h: pages of 8 kB, each with a header of
 * 24 bytes, or 40 on the first of a file; records one after another at multiples of 8, their length
 * in the first 4 bytes, going on behind the next page's header.
 */
final class WalFiles {
  private static final int PAGE = 8192;
  private static final int PAGE_HEADER = 24;
  private static final int FILE_HEADER = 40;
  private static final long FILE = 16L << 20;

  private final Path folder;
  private long position;
  private long records;
  private long bytes;

  private WalFiles(Path folder, long position) {
    this.folder = folder;
    this.position = position;
  }

  /**
   * @param from in bytes since the log's beginning, where a record begins
   * @param to where one begins that is on disk, or the log ends
   */
  static WalFiles read(Path dataFolder, long from, long to) throws IOException {
    WalFiles files = new WalFiles(dataFolder.resolve("pg_wal"), from);
    while (files.position < to) {
      files.record();
    }
    return files;
  }

  long records() {
    return records;
  }

  /** The records' lengths together, without page headers and padding. */
  long bytes() {
    return bytes;
  }

  private void record() throws IOException {
    passHeader();
    long length = length();
    if (length < 24) {
      throw new IOException("no record at " + position + ", but a length of " + length);
    }
    records++;
    bytes += length;
    long left = length;
    while (left > 0) {
      passHeader();
      long here = Math.min(left, PAGE - position % PAGE);
      position += here;
      left -= here;
    }
    position = (position + 7) / 8 * 8;
  }

  private void passHeader() {
    if (position % PAGE == 0) {
      position += position % FILE == 0 ? FILE_HEADER : PAGE_HEADER;
    }
  }

  private long length() throws IOException {
    long file = position / FILE;
    String name =
        String.format(
            Locale.ROOT,
            "00000001%08X%08X",
            file / ((1L << 32) / FILE),
            file % ((1L << 32) / FILE));
    ByteBuffer four = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
    try (FileChannel channel = FileChannel.open(folder.resolve(name))) {
      channel.read(four, position % FILE);
    }
    return Integer.toUnsignedLong(four.flip().getInt());
  }
}
