package dev.weir.compare;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;

/**
 * How many commits a second one writer can reach at most, whose every commit waits for the disk.
 *
 * @param perSecond commits a second
 * @param basis how that was found, in a clause
 */
record CommitCeiling(double perSecond, String basis) {
  private static final int PAGE_BYTES = 8192;

  /** The log is written into files that are there already, as this one is. */
  private static final int FILE_BYTES = 16 << 20;

  private static final long PROBE_NANOS = 400_000_000L;
  private static final int MOST_COMMITS = 20_000;

  /** Writes a page and waits for the disk, over and over, in a file of its own in the folder. */
  static CommitCeiling ofDisk(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "weir-probe-", "");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer page = ByteBuffer.allocateDirect(PAGE_BYTES);
      for (int written = 0; written < FILE_BYTES; written += PAGE_BYTES) {
        write(channel, page, written);
      }
      channel.force(true);
      long[] nanos =
          times(
              turn -> {
                write(channel, page, (long) turn * PAGE_BYTES % FILE_BYTES);
                channel.force(false);
              });
      return of(nanos, "writing 8 kB and fdatasync on the server's volume");
    } finally {
      Files.delete(file);
    }
  }

  /**
   * Commits one row at a time, over and over.
   *
   * @param connection in autocommit
   * @param insert takes the id
   */
  static CommitCeiling ofCommits(Connection connection, String insert)
      throws SQLException, IOException {
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      long[] nanos =
          times(
              turn -> {
                try {
                  statement.setLong(1, turn);
                  statement.executeUpdate();
                } catch (SQLException e) {
                  throw new IOException(e);
                }
              });
      return of(nanos, "committing one small row");
    } catch (IOException e) {
      if (e.getCause() instanceof SQLException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static void write(FileChannel channel, ByteBuffer page, long position)
      throws IOException {
    page.clear();
    while (page.hasRemaining()) {
      channel.write(page, position + page.position());
    }
  }

  /** What is timed; given how often it was done before. */
  private interface Turn {
    void run(int turn) throws IOException;
  }

  private static long[] times(Turn turn) throws IOException {
    long[] nanos = new long[MOST_COMMITS];
    int done = 0;
    long start = System.nanoTime();
    long before = start;
    while (done < MOST_COMMITS && (before - start < PROBE_NANOS || done < 3)) {
      turn.run(done);
      long now = System.nanoTime();
      nanos[done++] = now - before;
      before = now;
    }
    return Arrays.copyOf(nanos, done);
  }

  private static CommitCeiling of(long[] nanos, String what) {
    double mean = Arrays.stream(nanos).average().orElseThrow();
    return new CommitCeiling(
        1e9 / mean,
        String.format(
            Locale.ROOT, "%s takes %.3f ms (mean of %,d)", what, mean / 1e6, nanos.length));
  }
}
