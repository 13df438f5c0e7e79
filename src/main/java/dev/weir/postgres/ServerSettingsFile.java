package dev.weir.postgres;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problems;
import dev.weir.config.TextFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Server settings in a file of the form of postgresql.conf: {@code name = value} a line, values in
 * single quotes where they are more than a word, comments after #.
 *
 * @see <a href="https://www.postgresql.org/docs/current/config-setting.html">Setting parameters</a>
 */
public final class ServerSettingsFile {
  private static final Pattern LINE =
      Pattern.compile(
          "([A-Za-z_][A-Za-z0-9_.]*)(?:\\s*=\\s*|\\s+)('(?:[^'\\\\]|''|\\\\.)*'|[^\\s'#]+)\\s*(?:#.*)?");

  /** Weir sets these so that the server is reached by Weir alone. */
  private static final Set<String> OWN =
      Set.of(
          "port",
          "listen_addresses",
          "unix_socket_directories",
          "data_directory",
          "config_file",
          "hba_file",
          "ident_file",
          "external_pid_file",
          "include",
          "include_dir",
          "include_if_exists");

  private ServerSettingsFile() {}

  /**
   * Reads a file of settings. The server checks names and values when it starts.
   *
   * @return values by name, without quotes, in the order of the file
   * @throws ConfigurationException naming file and line of everything that is not a setting
   */
  public static Map<String, String> read(Path file) {
    List<String> lines = TextFile.read(file, file.toString()).lines().toList();
    Problems problems = new Problems();
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String where = file + ":" + (i + 1);
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        problems.add(where, "line", line, "name = value, quoted as in postgresql.conf");
        continue;
      }
      String name = matcher.group(1).toLowerCase(Locale.ROOT);
      problems.collect(() -> refuseOwnSettings(where, Map.of(name, matcher.group(2))));
      settings.put(name, unquoted(matcher.group(2)));
    }
    problems.throwIfAny();
    return settings;
  }

  /**
   * @throws ConfigurationException if a setting is one that Weir sets itself
   */
  static void refuseOwnSettings(String where, Map<String, String> settings) {
    Problems problems = new Problems();
    settings.forEach(
        (name, value) -> {
          if (OWN.contains(name.toLowerCase(Locale.ROOT))) {
            problems.add(where, name, value, "a setting other than those Weir makes itself");
          }
        });
    problems.throwIfAny();
  }

  /** The value as it is written in postgresql.conf, whatever is in it. */
  static String quoted(String value) {
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
  }

  private static String unquoted(String written) {
    if (!written.startsWith("'")) {
      return written;
    }
    String inner = written.substring(1, written.length() - 1);
    return inner.replace("''", "'").replaceAll("\\\\(.)", "$1");
  }
}
