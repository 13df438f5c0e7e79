package dev.weir.postgres;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Makes folders, and deletes those that a dying server may still be writing to. */
final class Folders {
  private Folders() {}

  /**
   * Makes a folder and those above it where they are not there.
   *
   * @return its real path
   * @throws ConfigurationException if it cannot be made or written to
   */
  static Path create(Path folder) {
    String failure;
    try {
      Path real = Files.createDirectories(folder).toRealPath();
      if (Files.isWritable(real)) {
        return real;
      }
      failure = "no permission to write";
    } catch (IOException e) {
      failure = e.toString();
    }
    throw new ConfigurationException(
        Problem.of(
            folder.toString(),
            "a folder that can be written to is needed (-D"
                + EmbeddedSettings.CACHE_PROPERTY
                + "= names another); "
                + failure));
  }

  /** Whether what is written there never reaches a disk, so that fsync has nothing to wait for. */
  static boolean isInMemory(Path folder) throws IOException {
    String type = Files.getFileStore(folder).type();
    return type.equals("tmpfs") || type.equals("ramfs");
  }

  /** Deletes a folder and all in it, links not followed; what is gone already is no fault. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path left, IOException failure)
              throws IOException {
            Files.deleteIfExists(left);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
