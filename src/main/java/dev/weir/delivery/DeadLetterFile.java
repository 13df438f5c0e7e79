package dev.weir.delivery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where dead letters go when the database does not take them: one line of JSON each, on disk before
 * the transaction of their neighbours commits. Should that transaction then be lost with Weir
 * itself, the letter is written again; source, lane and position tell.
 */
public final class DeadLetterFile {
  /** The file's name in its folder. */
  public static final String NAME = "dead-letters.ndjson";

  private final Path folder;

  /**
   * @param folder made on the first letter
   */
  public DeadLetterFile(Path folder) {
    this.folder = folder;
  }

  public Path path() {
    return folder.resolve(NAME);
  }

  /** What is done with all letters of the file. */
  interface Taking {
    void take(List<DeadLetter> letters) throws SQLException;
  }

  /**
   * Hands all letters over and, when they have been taken, empties the file. Nobody appends
   * meanwhile. A crash in between leaves letters that were taken; they will be handed over again.
   */
  void empty(Taking taking) throws IOException, SQLException {
    synchronized (DeadLetterFile.class) {
      if (!Files.exists(path())) {
        return;
      }
      try (FileChannel file = FileChannel.open(path(), StandardOpenOption.WRITE)) {
        FileLock lock = file.lock();
        taking.take(read());
        file.truncate(0);
        file.force(true);
        lock.release();
      }
    }
  }

  /** Appends and syncs. Lanes and other Weirs may do so at the same time. */
  void append(List<DeadLetter> letters) throws IOException {
    synchronized (DeadLetterFile.class) { // a file lock keeps out other processes only
      boolean made = !Files.exists(path());
      Files.createDirectories(folder);
      try (FileChannel file =
          FileChannel.open(
              path(),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        FileLock lock = file.lock();
        append(file, letters);
        lock.release();
      }
      if (made) {
        syncFolder();
      }
    }
  }

  private static void append(FileChannel file, List<DeadLetter> letters) throws IOException {
    StringBuilder lines = new StringBuilder(endsWithinLine(file) ? "\n" : "");
    for (DeadLetter letter : letters) {
      lines.append(DeadLetterJson.line(letter)).append('\n');
    }
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines.toString());
    file.position(file.size());
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
    file.force(true);
  }

  /**
   * Every letter in the file, in the order written; a line cut short by a crash is left out.
   *
   * @throws IOException if the file cannot be read; where there is none, there are no letters
   */
  public List<DeadLetter> read() throws IOException {
    List<DeadLetter> letters = new ArrayList<>();
    if (Files.exists(path())) {
      for (String line : Files.readAllLines(path())) {
        try {
          letters.add(DeadLetterJson.parse(line));
        } catch (IllegalArgumentException e) {
          // the crash came before the sync, so the record's transaction was not committed either
        }
      }
    }
    return letters;
  }

  /** A crash in the middle of a line leaves it without its end; the next must not continue it. */
  private static boolean endsWithinLine(FileChannel file) throws IOException {
    if (file.size() == 0) {
      return false;
    }
    ByteBuffer last = ByteBuffer.allocate(1);
    file.read(last, file.size() - 1);
    return last.get(0) != '\n';
  }

  /** The name itself has to be on disk too; Windows cannot and need not. */
  private void syncFolder() throws IOException {
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
        directory.force(true);
      }
    }
  }
}
