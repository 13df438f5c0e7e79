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
    return new Twin(strategy.name(), strategy.name() + "(copy)");
  }

  /** The strategy under its second name; nothing else tells it from the first. */
  Strategy copyOf(Strategy strategy) {
    return new Strategy(copy, strategy.file(), strategy.settings(), strategy.overrides());
  }
}
