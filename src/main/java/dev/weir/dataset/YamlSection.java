package dev.weir.dataset;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Kind;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Keys and values of one YAML mapping, read one by one. A value that is missing or wrong becomes a
 * problem with file, line and key, and a stand-in is given back, so that all that is wrong is found
 * in one reading: ask {@link Problems} before using what was read.
 *
 * <p>Only the tree of nodes is read, so no tag in the file can make an object.
 */
final class YamlSection {
  /** An alias to a collection is a dozen times as much as anyone needs here, and no bomb. */
  private static final int MOST_ALIASES = 50;

  private static final int MOST_CHARACTERS = 1_000_000;

  private final String file;
  private final String where;
  private final String prefix;
  private final Problems problems;
  private final boolean isMapping;
  private final Map<String, Node> values = new LinkedHashMap<>();
  private final Map<String, Node> keys = new LinkedHashMap<>();
  private final Set<String> known = new LinkedHashSet<>();

  private YamlSection(String file, String prefix, Node node, Problems problems) {
    this.file = file;
    this.where = at(file, node);
    this.prefix = prefix;
    this.problems = problems;
    this.isMapping = node instanceof MappingNode;
    if (node instanceof MappingNode mapping) {
      mapping.getValue().forEach(this::take);
    } else {
      String key = prefix.isEmpty() ? "the file" : prefix.substring(0, prefix.length() - 1);
      problems.add(where, key, text(node), "keys and values");
    }
  }

  private void take(NodeTuple entry) {
    String key = text(entry.getKeyNode());
    keys.put(key, entry.getKeyNode());
    if (values.put(key, entry.getValueNode()) != null) {
      problems.add(at(file, entry.getKeyNode()), prefix + key, "given twice", "one value");
    }
  }

  /**
   * Reads a file that holds one mapping.
   *
   * @param where the file as the user knows it
   * @throws ConfigurationException if it cannot be read or is not YAML
   */
  static YamlSection read(Path file, String where, Problems problems) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(where)
            .setMaxAliasesForCollections(MOST_ALIASES)
            .setCodePointLimit(MOST_CHARACTERS)
            .build();
    try (InputStream in = Files.newInputStream(file)) {
      Node root =
          new Compose(settings)
              .composeInputStream(in)
              .orElseThrow(
                  () ->
                      new ConfigurationException(
                          Problem.of(where, "an empty file; keys are needed")));
      return new YamlSection(where, "", root, problems);
    } catch (IOException e) {
      throw new ConfigurationException(Problem.of(where, "cannot be read: " + e));
    } catch (MarkedYamlEngineException e) {
      String line = e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
      throw new ConfigurationException(Problem.of(where + line, "not YAML: " + e.getProblem()));
    } catch (YamlEngineException e) {
      throw new ConfigurationException(Problem.of(where, "not YAML: " + e.getMessage()));
    }
  }

  /** A file named in this one, beside it, as the user knows it. */
  String beside(String name) {
    return file.substring(0, file.lastIndexOf('/') + 1) + name;
  }

  /** Whether the key is given; from now on it is known. */
  boolean has(String key) {
    known.add(key);
    return values.containsKey(key);
  }

  /** The value as written; a missing one is a problem. */
  String text(String key, String wanted) {
    return value(key, wanted, "", text -> text.isEmpty() ? Optional.empty() : Optional.of(text));
  }

  /** One of several words; empty if it is none of them. */
  Optional<String> word(String key, List<String> words) {
    Kind kind = new Kind.Choice(words);
    return value(
        key,
        kind.wanted(),
        Optional.empty(),
        text -> kind.accepts(text) ? Optional.of(Optional.of(text)) : Optional.empty());
  }

  /** A whole number in a closed range. */
  long wholeNumber(String key, long least, long most) {
    Kind kind = new Kind.WholeNumber(least, most);
    return value(
        key,
        kind.wanted(),
        least,
        text -> kind.accepts(text) ? Optional.of(Long.parseLong(text)) : Optional.empty());
  }

  /** A whole number in a closed range, or a word that stands for one. */
  long wholeNumberOr(String key, long least, long most, String word, long meaning) {
    Kind kind = new Kind.WholeNumber(least, most);
    return value(
        key,
        kind.wanted() + ", or " + word + ",",
        least,
        text ->
            text.equals(word)
                ? Optional.of(meaning)
                : kind.accepts(text) ? Optional.of(Long.parseLong(text)) : Optional.empty());
  }

  /** A finite number in a closed range. */
  double number(String key, double least, double most) {
    return value(
        key,
        "a number from " + least + " to " + most,
        least,
        text -> parseMeasurement(text).filter(number -> number >= least && number <= most));
  }

  /** Any value a measurement may have, NaN and Infinity too. */
  double measurement(String key) {
    return value(key, "a number, NaN, Infinity or -Infinity", 0.0, YamlSection::parseMeasurement);
  }

  /** A length of time in a closed range, written as a whole number and a unit. */
  Duration duration(String key, String least, String most) {
    Kind kind = new Kind.Time(least, most);
    return value(
        key,
        kind.wanted(),
        Kind.Time.parse(least),
        text -> kind.accepts(text) ? Optional.of(Kind.Time.parse(text)) : Optional.empty());
  }

  /** A time a record can have. */
  Instant time(String key) {
    return value(key, RecordTime.WANTED, RecordTime.FIRST, YamlSection::parseTime);
  }

  /** The mappings of a list, at least one. */
  List<YamlSection> sections(String key) {
    List<YamlSection> sections = new ArrayList<>();
    for (Node node : list(key, "a list of mappings")) {
      String name = prefix + key + "[" + (sections.size() + 1) + "].";
      sections.add(new YamlSection(file, name, node, problems));
    }
    return sections;
  }

  /** The words of a list, at least one. */
  List<String> words(String key) {
    return list(key, "a list of words").stream().map(YamlSection::text).toList();
  }

  private List<Node> list(String key, String wanted) {
    known.add(key);
    Node node = values.get(key);
    if (node instanceof SequenceNode sequence && !sequence.getValue().isEmpty()) {
      return sequence.getValue();
    }
    if (node == null) {
      missing(key, wanted);
    } else {
      wrong(key, text(node), wanted);
    }
    return List.of();
  }

  private <T> T value(
      String key, String wanted, T standIn, Function<String, Optional<T>> interpretation) {
    known.add(key);
    Node node = values.get(key);
    if (node == null) {
      missing(key, wanted);
      return standIn;
    }
    if (node instanceof ScalarNode scalar) {
      Optional<T> value = interpretation.apply(scalar.getValue());
      if (value.isPresent()) {
        return value.get();
      }
    }
    wrong(key, text(node), wanted);
    return standIn;
  }

  /** Adds a problem about the value of a key. */
  void wrong(String key, String found, String wanted) {
    problems.add(at(file, values.getOrDefault(key, keys.get(key))), prefix + key, found, wanted);
  }

  private void missing(String key, String wanted) {
    if (isMapping) {
      problems.add(where, prefix + key, "", wanted);
    }
  }

  /** Takes every key as known. */
  void allowAll() {
    known.addAll(keys.keySet());
  }

  /** Makes every key that was never asked for a problem. */
  void end() {
    keys.forEach(
        (key, node) -> {
          if (!known.contains(key)) {
            String wanted = "a key known here (" + String.join(", ", known) + ")";
            problems.add(at(file, node), prefix + key, text(values.get(key)), wanted);
          }
        });
  }

  private static Optional<Double> parseMeasurement(String text) {
    try {
      return Optional.of(MeasurementText.parse(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> parseTime(String text) {
    try {
      return Optional.of(RecordTime.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static String at(String file, Node node) {
    Optional<Mark> mark = node == null ? Optional.empty() : node.getStartMark();
    return mark.map(place -> file + ":" + (place.getLine() + 1)).orElse(file);
  }

  private static String text(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    return node instanceof SequenceNode ? "a list" : "a mapping";
  }
}
