package dev.weir.compare;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.Strategy;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the value at which the better of two strategies changes: measures both at the middle of
 * what is left, by ratio, over and over.
 */
final class Bisection {
  private static final int MOST_STEPS = 8;

  /** Values as near as this, as a fraction, are not told apart. */
  private static final double NEAR_ENOUGH = 0.1;

  private final CrossoverSearch search;
  private final StrategyFiles files;

  Bisection(CrossoverSearch search, StrategyFiles files) {
    this.search = search;
    this.files = files;
  }

  /** Measures further strategies and gives the result with them in it. */
  interface Measuring {
    ComparisonResult measure(List<Strategy> further)
        throws SQLException, InterruptedException, StopSignal.Stopped;
  }

  /**
   * @param soFar with several values of the key for both strategies
   * @return what it came to, in a sentence
   */
  String run(ComparisonResult soFar, Measuring measuring)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    Optional<Crossover> between = crossover(soFar);
    if (between.isEmpty()) {
      return "no crossover of %s and %s over %s was found: at no value measured is the other one faster"
          .formatted(search.a().name(), search.b().name(), search.key().key());
    }
    for (int step = 0; step < MOST_STEPS && !isNarrow(between.orElseThrow()); step++) {
      Crossover left = between.orElseThrow();
      long middle = middle(left);
      String value = Long.toString(middle);
      ComparisonResult now =
          measuring.measure(
              List.of(
                  files.vary(search.a(), search.key(), value),
                  files.vary(search.b(), search.key(), value)));
      Optional<Crossover> narrower = crossover(now);
      if (narrower.isEmpty()
          || (narrower.get().below() != middle && narrower.get().above() != middle)) {
        return String.format(
            Locale.ROOT,
            "the crossover over %s is between %,d and %,d; at %,d neither is measurably faster",
            search.key().key(),
            left.below(),
            left.above(),
            middle);
      }
      between = narrower;
    }
    return String.format(
        Locale.ROOT,
        "the crossover over %s is between %,d and %,d",
        search.key().key(),
        between.orElseThrow().below(),
        between.orElseThrow().above());
  }

  private Optional<Crossover> crossover(ComparisonResult result) {
    return result.findings().crossovers().stream()
        .filter(c -> c.key().equals(search.key().key()))
        .filter(c -> List.of(search.a().name(), search.b().name()).contains(c.a()))
        .filter(c -> List.of(search.a().name(), search.b().name()).contains(c.b()))
        .findFirst();
  }

  static boolean isNarrow(Crossover left) {
    return left.above() - left.below() <= Math.max(1, (long) (left.below() * NEAR_ENOUGH));
  }

  static long middle(Crossover left) {
    long middle = Math.round(Math.sqrt((double) left.below() * left.above()));
    return Math.min(Math.max(middle, left.below() + 1), left.above() - 1);
  }
}
