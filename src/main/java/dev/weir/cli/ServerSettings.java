package dev.weir.cli;

import dev.weir.config.Home;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import dev.weir.postgres.ServerSettingsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The named server settings of {@code --vary server=FILE,FILE}. */
final class ServerSettings {
  static final String KEY = "server";

  private static final String FLAG = "--vary " + KEY;
  private static final String ENDING = ".conf";

  private final Map<String, Map<String, String>> byName = new LinkedHashMap<>();

  /**
   * Takes them out of what is varied.
   *
   * @param vary each {@code key=a,b,c}
   * @param database where the runs are to be: only Weir's own server is restarted
   */
  ServerSettings(List<String> vary, String database, Home home, Problems problems) {
    for (String written : vary) {
      if (written.startsWith(KEY + "=")) {
        if (!database.equals(Database.EMBEDDED)) {
          problems.add(
              Problem.of(
                  FLAG,
                  "the settings of a server that is not Weir's own are not changed; --database"
                      + " embedded is needed, or one comparison for each of its settings"));
        }
        for (String file : written.substring(KEY.length() + 1).split(",", -1)) {
          problems.collect(() -> read(file, home, problems));
        }
      }
    }
  }

  private void read(String file, Home home, Problems problems) {
    Path path = Path.of(file);
    if (!Files.isRegularFile(path)) {
      path = home.root().resolve(file);
    }
    if (!Files.isRegularFile(path)) {
      path = home.config().resolve("postgres").resolve(file + ENDING);
    }
    if (file.isEmpty() || !Files.isRegularFile(path)) {
      problems.add(
          FLAG,
          "file",
          file,
          "a file of server settings, or the name of one in " + home.config().resolve("postgres"));
      return;
    }
    String name = path.getFileName().toString();
    name = name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
    byName.put(name, ServerSettingsFile.read(path));
  }

  /** What is varied beside. */
  static List<String> others(List<String> vary) {
    List<String> others = new ArrayList<>(vary);
    others.removeIf(written -> written.startsWith(KEY + "="));
    return others;
  }

  /** By the name of the file, without its ending. */
  Map<String, Map<String, String>> byName() {
    return byName;
  }
}
