package dev.weir.compare;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Layout;
import java.util.Comparator;
import java.util.List;

/**
 * The strategy that runs twice, and what its second set of runs is called.
 *
 * @param strategy its name
 * @param copy the name of the second set
 */
record Twin(String strategy, String copy) {
  private static final String SUFFIX = "(copy)";

  /**
   * The cheapest one: the fewest rows a record, then the biggest batches, then the one named first.
   */
  static Strategy cheapest(List<Strategy> strategies, int measurements) {
    return strategies.stream()
        .min(
            Comparator.comparingInt(
                    (Strategy s) ->
                        Layout.named(s.get(StrategySetting.LAYOUT)).rowsPerRecord(measurements))
                .thenComparing(s -> -s.number(StrategySetting.BATCH_SIZE)))
        .orElseThrow();
  }

  static Twin of(Strategy strategy) {
    return new Twin(strategy.name(), strategy.name() + SUFFIX);
  }

  /** The name a strategy was given by the user, whether or not this is its copy. */
  static String original(String name) {
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }

  /** The strategy under its second name; nothing else tells it from the first. */
  Strategy copyOf(Strategy strategy) {
    return new Strategy(copy, strategy.file(), strategy.settings(), strategy.overrides());
  }
}
