package dev.weir.statistics;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import dev.weir.statistics.StatisticsColumn.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** One file of the catalog, checked while it is read: every problem is named with its key. */
final class ViewFile {
  private static final Set<String> KEYS =
      Set.of("description", "read", "requires", "labels", "reset", "columns", "sql");
  private static final Set<String> COLUMN_KEYS = Set.of("kind", "unit", "description");
  private static final int OLDEST_MAJOR = 14;

  private final String file;
  private final String name;
  private final Map<?, ?> content;
  private final Problems problems = new Problems();

  /**
   * @param file the file as shown in problems
   * @param name the view's name
   * @param text the file's text, {@code null} when there is no such file
   * @throws ConfigurationException if it is not a YAML mapping
   */
  ViewFile(String file, String name, String text) {
    this.file = file;
    this.name = name;
    this.content = parse(file, text);
  }

  static Map<?, ?> parse(String file, String text) {
    if (text == null) {
      throw new ConfigurationException(Problem.of(file, "the file is missing"));
    }
    Object root;
    try {
      root = new Load(LoadSettings.builder().setLabel(file).build()).loadFromString(text);
    } catch (YamlEngineException e) {
      throw new ConfigurationException(Problem.of(file, "not YAML: " + e.getMessage()));
    }
    if (!(root instanceof Map<?, ?> mapping)) {
      throw new ConfigurationException(Problem.of(file, "a mapping of keys to values is needed"));
    }
    return mapping;
  }

  /**
   * @throws ConfigurationException with every problem of the file
   */
  StatisticsView view() {
    for (Object key : content.keySet()) {
      if (!(key instanceof String) || !KEYS.contains(key)) {
        problems.add(file, String.valueOf(key), String.valueOf(content.get(key)), known(KEYS));
      }
    }
    String description = text(content, "description", "description");
    Occasion occasion = occasion();
    List<String> requires = texts("requires");
    List<String> labels = texts("labels");
    Optional<String> reset =
        content.containsKey("reset")
            ? Optional.of(text(content, "reset", "reset"))
            : Optional.empty();
    Map<String, StatisticsColumn> columns = columns();
    Map<Integer, String> sql = sql();
    problems.throwIfAny();
    return new StatisticsView(
        name, description, occasion, requires, labels, reset, columns, new TreeMap<>(sql));
  }

  private Occasion occasion() {
    Object found = content.get("read");
    for (Occasion occasion : Occasion.values()) {
      if (occasion.key().equals(found)) {
        return occasion;
      }
    }
    problems.add(file, "read", found == null ? "" : found.toString(), "sample, ends or sessions");
    return Occasion.SAMPLE;
  }

  private Map<String, StatisticsColumn> columns() {
    Map<String, StatisticsColumn> columns = new LinkedHashMap<>();
    if (!(content.get("columns") instanceof Map<?, ?> found) || found.isEmpty()) {
      problems.add(file, "columns", "", "a mapping of column names to kind, unit and description");
      return columns;
    }
    found.forEach(
        (column, declared) -> {
          String key = "columns." + column;
          if (declared instanceof Map<?, ?> declaration) {
            columns.put(String.valueOf(column), column(String.valueOf(column), key, declaration));
          } else {
            problems.add(file, key, String.valueOf(declared), "kind, unit and description");
          }
        });
    return columns;
  }

  private StatisticsColumn column(String column, String key, Map<?, ?> declaration) {
    for (Object part : declaration.keySet()) {
      if (!(part instanceof String) || !COLUMN_KEYS.contains(part)) {
        problems.add(
            file, key + "." + part, String.valueOf(declaration.get(part)), known(COLUMN_KEYS));
      }
    }
    Kind kind = Kind.GAUGE;
    Object found = declaration.get("kind");
    if ("counter".equals(found)) {
      kind = Kind.COUNTER;
    } else if (!"gauge".equals(found)) {
      problems.add(file, key + ".kind", found == null ? "" : found.toString(), "counter or gauge");
    }
    return new StatisticsColumn(
        column,
        kind,
        text(declaration, "unit", key + ".unit"),
        text(declaration, "description", key + ".description"));
  }

  private Map<Integer, String> sql() {
    Map<Integer, String> sql = new TreeMap<>();
    if (!(content.get("sql") instanceof Map<?, ?> found) || found.isEmpty()) {
      problems.add(file, "sql", "", "a mapping of major versions to queries");
      return sql;
    }
    found.forEach(
        (major, query) -> {
          String key = "sql." + major;
          if (!(major instanceof Integer number) || number < OLDEST_MAJOR) {
            problems.add(
                file, key, String.valueOf(query), "a major version from " + OLDEST_MAJOR + " on");
          } else if (!(query instanceof String statement)
              || !statement
                  .stripLeading()
                  .toUpperCase(Locale.ROOT)
                  .matches("(?s)(SELECT|WITH)\\b.*")) {
            problems.add(file, key, String.valueOf(query), "a query (SELECT or WITH)");
          } else {
            sql.put(number, statement.strip());
          }
        });
    return sql;
  }

  private List<String> texts(String key) {
    if (!content.containsKey(key)) {
      return List.of();
    }
    if (content.get(key) instanceof List<?> found
        && found.stream().allMatch(String.class::isInstance)) {
      return found.stream().map(String.class::cast).toList();
    }
    problems.add(file, key, String.valueOf(content.get(key)), "a list of names");
    return List.of();
  }

  private String text(Map<?, ?> from, String key, String shownKey) {
    if (from.get(key) instanceof String found && !found.isBlank()) {
      return found.strip();
    }
    problems.add(file, shownKey, from.get(key) == null ? "" : from.get(key).toString(), "a text");
    return "";
  }

  private static String known(Set<String> keys) {
    return "a key of the catalog (" + String.join(", ", keys.stream().sorted().toList()) + ")";
  }
}
