package dev.weir.service;

import dev.weir.camel.StrategyFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Looks at a route file, or a folder of them. By looking again and again and not by events of the
 * file system: those do not come from network file systems and mounted volumes.
 */
final class WatchedPlace {
  private static final String ENDING = ".camel.yaml";

  private final Path place;

  WatchedPlace(Path place) {
    this.place = place;
  }

  Path path() {
    return place;
  }

  /** Why nothing is found there, as a clause. */
  String lack() {
    return Files.isRegularFile(place)
        ? "has more than " + StrategyFiles.MOST_BYTES + " bytes and so is no route file"
        : "holds no route file";
  }

  /**
   * The files there, the one changed last first; none when there are none.
   *
   * @throws IOException if the place cannot be read
   */
  List<Candidate> look() throws IOException {
    List<Candidate> found = new ArrayList<>();
    for (Path file : files()) {
      try {
        if (Files.size(file) <= StrategyFiles.MOST_BYTES) {
          found.add(
              new Candidate(
                  file,
                  new String(Files.readAllBytes(file), StandardCharsets.UTF_8),
                  changed(file)));
        }
      } catch (NoSuchFileException e) {
        // removed meanwhile: not there
      }
    }
    found.sort(
        Comparator.comparingLong(Candidate::changed)
            .reversed()
            .thenComparing(candidate -> candidate.file().toString()));
    return found;
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(place)) {
      return Files.isRegularFile(place) ? List.of(place) : List.of();
    }
    try (Stream<Path> inside = Files.list(place)) {
      return inside
          .filter(file -> file.getFileName().toString().endsWith(ENDING))
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .filter(Files::isRegularFile)
          .toList();
    }
  }

  /** A file that was moved or copied here with its old time has changed all the same. */
  private static long changed(Path file) throws IOException {
    try {
      return ((FileTime) Files.getAttribute(file, "unix:ctime")).toMillis();
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return Files.getLastModifiedTime(file).toMillis();
    }
  }
}
