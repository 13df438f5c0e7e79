package dev.weir.config;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder Weir is installed in: {@code routes/}, {@code config/} and {@code datasets/} are read
 * from here, whatever the folder the user calls it from.
 *
 * @param root the project folder, or the folder the distribution was unpacked to
 */
public record Home(Path root) {
  /** The system property the launcher sets. */
  public static final String PROPERTY = "weir.home";

  public Home {
    root = root.toAbsolutePath().normalize();
  }

  /**
   * The home the launcher named, else the working folder.
   *
   * @throws ConfigurationException if there is no {@code routes} folder in it
   */
  public static Home locate() {
    Home home = new Home(Path.of(System.getProperty(PROPERTY, ".")));
    if (!Files.isDirectory(home.routes())) {
      throw new ConfigurationException(
          new Problem(
              "-D" + PROPERTY, "folder", home.root().toString(), "a folder with routes/ in it"));
    }
    return home;
  }

  public Path routes() {
    return root.resolve("routes");
  }

  public Path strategies() {
    return routes().resolve("strategies");
  }

  /** The folder {@code weir run} watches where it is given no strategy. */
  public Path live() {
    return routes().resolve("live");
  }

  public Path datasets() {
    return root.resolve("datasets");
  }

  public Path config() {
    return root.resolve("config");
  }
}
