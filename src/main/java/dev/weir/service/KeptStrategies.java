package dev.weir.service;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Strategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of the route files a slot has run, in the service's own folder: what was checked is what
 * Camel loads, whatever happens to the file meanwhile, and a start that finds the file broken or
 * gone goes on with the last one that was good.
 */
final class KeptStrategies {
  private static final Logger LOG = LoggerFactory.getLogger(KeptStrategies.class);
  private static final String CURRENT = "current";
  private static final String ENDING = ".camel.yaml";

  private final Path folder;
  private final StrategyFiles files;

  /**
   * @param folder of this slot alone; made when needed
   */
  KeptStrategies(Path folder, StrategyFiles files) {
    this.folder = folder;
    this.files = files;
  }

  /**
   * Copies a candidate that was found good.
   *
   * @return the strategy, to be loaded from the copy
   */
  Choice keep(Strategy checked, Candidate candidate) {
    Path copy = folder.resolve(candidate.sum()).resolve(checked.name() + ENDING);
    try {
      Files.createDirectories(copy.getParent());
      replace(copy, candidate.text());
    } catch (IOException e) {
      throw new UncheckedIOException(copy + " not written", e);
    }
    Strategy kept = new Strategy(checked.name(), copy, checked.settings(), checked.overrides());
    return new Choice(kept, candidate.sum());
  }

  /** Notes the strategy that runs now, and forgets the copies nobody needs any more. */
  void runs(Choice choice, Set<String> alsoNeeded) {
    if (!choice.strategy().file().startsWith(folder)) {
      return; // a fixed one
    }
    try {
      replace(folder.resolve(CURRENT), folder.relativize(choice.strategy().file()).toString());
      try (Stream<Path> copies = Files.list(folder)) {
        for (Path copy : copies.filter(Files::isDirectory).toList()) {
          String sum = copy.getFileName().toString();
          if (!sum.equals(choice.sum()) && !alsoNeeded.contains(sum)) {
            remove(copy);
          }
        }
      }
    } catch (IOException e) {
      LOG.warn("{}: what runs now is not noted for the next start: {}", folder, e.getMessage());
    }
  }

  static boolean hasAny(Path folder) {
    return Files.isRegularFile(folder.resolve(CURRENT));
  }

  /** The strategy that ran last; empty where none did or its copy is good no more. */
  Optional<Choice> last() {
    Path noted = folder.resolve(CURRENT);
    if (!Files.isRegularFile(noted)) {
      return Optional.empty();
    }
    try {
      Path copy = folder.resolve(Files.readString(noted)).normalize();
      Strategy checked = files.check(Files.readAllBytes(copy), copy);
      return Optional.of(new Choice(checked, copy.getParent().getFileName().toString()));
    } catch (IOException | ConfigurationException e) {
      LOG.warn("The strategy that ran last is not there any more: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private static void replace(Path file, String text) throws IOException {
    Path written = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(written, text);
    Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void remove(Path copy) throws IOException {
    try (Stream<Path> files = Files.list(copy)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(copy);
  }
}
