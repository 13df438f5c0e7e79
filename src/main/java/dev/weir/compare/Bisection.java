package dev.weir.compare;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.Strategy;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the value at which the better of two strategies changes: measures both at the middle of
 * what is left, by ratio, over and over. Ends where neither is measurably faster.
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
   */
  CrossoverFound run(ComparisonResult soFar, Measuring measuring)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    ComparisonResult now = soFar;
    Optional<Crossover> between = crossover(now);
    for (int step = 0;
        step < MOST_STEPS
            && between.isPresent()
            && !isNarrow(between.get())
            && undecided(now, between.get()).isEmpty();
        step++) {
      String value = Long.toString(middle(between.get()));
      now =
          measuring.measure(
              List.of(
                  files.vary(search.a(), search.key(), value),
                  files.vary(search.b(), search.key(), value)));
      between = crossover(now);
    }
    return found(now, between);
  }

  private CrossoverFound found(ComparisonResult result, Optional<Crossover> between) {
    String sentence =
        between.map(where -> changes(result, where)).orElseGet(() -> noChange(result));
    return new CrossoverFound(search.key().key(), search.a().name(), search.b().name(), sentence);
  }

  private String changes(ComparisonResult result, Crossover where) {
    List<Long> undecided = undecided(result, where);
    return String.format(
            Locale.ROOT,
            "%s loads faster up to %s %,d, %s from %,d on",
            where.a(),
            where.key(),
            where.below(),
            where.b(),
            where.above())
        + (undecided.isEmpty() ? "" : "; at " + list(undecided) + " neither is measurably faster");
  }

  /** Where no change was seen: who is faster at which values, and where nobody is. */
  private String noChange(ComparisonResult result) {
    List<Long> aFaster = valuesWith(result, Verdict.Outcome.A_BETTER);
    List<Long> bFaster = valuesWith(result, Verdict.Outcome.B_BETTER);
    List<Long> neither = values(result);
    neither.removeAll(aFaster);
    neither.removeAll(bFaster);
    String key = search.key().key();
    if (aFaster.isEmpty() && bFaster.isEmpty()) {
      return "at no %s measured, %s, is either of %s and %s measurably faster"
          .formatted(key, list(neither), search.a().name(), search.b().name());
    }
    boolean a = bFaster.isEmpty();
    return "no crossover seen: %s loads faster at %s %s%s"
        .formatted(
            (a ? search.a() : search.b()).name(),
            key,
            list(a ? aFaster : bFaster),
            neither.isEmpty() ? "" : "; at " + list(neither) + " neither is measurably faster");
  }

  /** Values measured at which neither was found faster, between two at which one was. */
  private List<Long> undecided(ComparisonResult result, Crossover where) {
    return values(result).stream()
        .filter(value -> value > where.below() && value < where.above())
        .toList();
  }

  /** Every value of the key both were measured at, in order. */
  private List<Long> values(ComparisonResult result) {
    return result.strategies().stream()
        .filter(strategy -> strategy.name().equals(at(search.a(), strategy)))
        .map(this::value)
        .sorted()
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private List<Long> valuesWith(ComparisonResult result, Verdict.Outcome outcome) {
    return result.strategies().stream()
        .filter(strategy -> strategy.name().equals(at(search.a(), strategy)))
        .filter(
            strategy ->
                Sweeps.loading(strategy.name(), at(search.b(), strategy), result.verdicts())
                    == outcome)
        .map(this::value)
        .sorted()
        .toList();
  }

  /** The name one of the two has with the key's value of another strategy. */
  private String at(Strategy one, ComparisonResult.Compared other) {
    return files.vary(one, search.key(), other.settings().get(search.key().key())).name();
  }

  private long value(ComparisonResult.Compared strategy) {
    return Long.parseLong(strategy.settings().get(search.key().key()));
  }

  private static String list(List<Long> values) {
    return values.stream()
        .map(value -> String.format(Locale.ROOT, "%,d", value))
        .collect(Collectors.joining(", "));
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
