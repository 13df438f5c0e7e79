package dev.weir.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a file so that a reader, or a crash, finds the old text or the new one, whole. */
final class AtomicFile {
  private static final Logger LOG = LoggerFactory.getLogger(AtomicFile.class);

  private AtomicFile() {}

  /**
   * @throws UncheckedIOException if the folder cannot be written
   */
  static void write(Path file, String text) {
    Path written = file.resolveSibling("." + file.getFileName() + ".new");
    try {
      Files.writeString(written, text);
      try {
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      forget(written);
      throw new UncheckedIOException(file + " not written: " + e.getMessage(), e);
    }
  }

  /** Where a disk is full, a piece of a file that nobody reads makes it no emptier. */
  private static void forget(Path written) {
    try {
      Files.deleteIfExists(written);
    } catch (IOException e) {
      LOG.info("{} is left over: {}", written, e.getMessage());
    }
  }
}
