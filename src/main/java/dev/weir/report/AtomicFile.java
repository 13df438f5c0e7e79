package dev.weir.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file so that a reader, or a crash, finds the old text or the new one, whole. */
final class AtomicFile {
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
      throw new UncheckedIOException(file + " not written: " + e.getMessage(), e);
    }
  }
}
