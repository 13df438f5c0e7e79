package dev.weir.dataset;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The datasets there are: the YAML files of a folder, and any other such file by its path. */
public final class Datasets {
  private static final String ENDING = ".yaml";

  private final Path folder;

  /**
   * @param folder where datasets are looked up by name
   */
  public Datasets(Path folder) {
    this.folder = folder;
  }

  /** The names of the datasets in the folder, sorted. */
  public List<String> names() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(ENDING))
          .map(Datasets::withoutEnding)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("The datasets in " + folder + " cannot be listed", e);
    }
  }

  /**
   * Opens a dataset; a CSV file is read to its end and held.
   *
   * @param nameOrPath the name of a file in the folder without its ending, or the path of a file
   *     that ends in {@code .yaml}
   * @throws ConfigurationException naming what is wrong with the file and the files it names, all
   *     at once, or if there is no such dataset, those there are
   */
  public Dataset open(String nameOrPath) {
    boolean isPath = nameOrPath.endsWith(ENDING);
    Path file = file(nameOrPath, isPath);
    if (!Files.isRegularFile(file)) {
      throw new ConfigurationException(
          isPath
              ? Problem.of(
                  nameOrPath, "there is no such file; the YAML file of a dataset is needed")
              : unknown(nameOrPath));
    }
    String where = isPath ? nameOrPath : folder.getFileName() + "/" + nameOrPath + ENDING;
    Problems problems = new Problems();
    YamlSection section = YamlSection.read(file, where, problems);
    Optional<String> kind = section.word("kind", List.of("generated", "csv"));
    if (kind.isEmpty()) {
      problems.throwIfAny(); // without it, no other key can be judged
    }
    String name = withoutEnding(file.getFileName().toString());
    return kind.orElseThrow().equals("generated")
        ? GeneratedDatasetFile.read(name, section, problems)
        : CsvDatasetFile.read(name, file, section, problems);
  }

  private Path file(String nameOrPath, boolean isPath) {
    try {
      return isPath ? Path.of(nameOrPath) : folder.resolve(nameOrPath + ENDING);
    } catch (InvalidPathException e) {
      throw new ConfigurationException(unknown(nameOrPath));
    }
  }

  private Problem unknown(String name) {
    List<String> names = names();
    return new Problem(
        "--dataset",
        "dataset",
        name,
        names.isEmpty()
            ? "the path of a dataset's YAML file (there is none in " + folder + ")"
            : "one of " + String.join(", ", names) + ", or the path of a YAML file,");
  }

  private static String withoutEnding(String file) {
    return file.endsWith(ENDING) ? file.substring(0, file.length() - ENDING.length()) : file;
  }
}
