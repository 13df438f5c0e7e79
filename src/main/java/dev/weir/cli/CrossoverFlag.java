package dev.weir.cli;

import dev.weir.compare.CrossoverSearch;
import dev.weir.config.Kind;
import dev.weir.config.Problems;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** {@code --find-crossover KEY}: for two strategies, and a key whose values are whole numbers. */
final class CrossoverFlag {
  private static final String WHERE = "command line";
  private static final String FLAG = "--find-crossover";

  private CrossoverFlag() {}

  /**
   * What is varied, with values of the key where the user gave none.
   *
   * @param key as written; null where the flag was not given
   */
  static List<String> vary(String key, List<String> vary, Problems problems) {
    if (key == null) {
      return vary;
    }
    Optional<Kind> given = StrategySetting.named(key).map(StrategySetting::kind);
    if (!(given.orElse(null) instanceof Kind.WholeNumber kind)) {
      problems.add(WHERE, FLAG, key, "a key whose values are whole numbers, such as batchSize");
      return vary;
    }
    if (vary.stream().anyMatch(written -> !written.startsWith(key + "="))) {
      problems.add(WHERE, FLAG, key, "no other key varied");
    }
    if (!vary.isEmpty()) {
      return vary;
    }
    String values =
        LongStream.of(1, 10, 100, 1000)
            .filter(value -> value >= kind.least() && value <= kind.most())
            .mapToObj(Long::toString)
            .collect(Collectors.joining(","));
    List<String> all = new ArrayList<>(vary);
    all.add(key + "=" + values);
    return all;
  }

  /**
   * @param named the strategies the user named, nothing varied
   */
  static Optional<CrossoverSearch> search(String key, List<Strategy> named, Problems problems) {
    Optional<StrategySetting> setting = key == null ? Optional.empty() : StrategySetting.named(key);
    if (setting.isEmpty()) {
      return Optional.empty();
    }
    if (named.size() != 2) {
      problems.add(WHERE, FLAG, key, "two strategies, not " + named.size());
      return Optional.empty();
    }
    return Optional.of(new CrossoverSearch(setting.get(), named.get(0), named.get(1)));
  }
}
