package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Metric;
import dev.weir.compare.Promise;
import dev.weir.compare.Summary;
import dev.weir.compare.Verdict;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks up medians and verdicts of a result, and turns a verdict so that the ratio is above 1. */
final class Comparisons {
  private final Map<String, Summary> summaries = new HashMap<>();
  private final Map<String, Verdict> verdicts = new HashMap<>();
  private final Map<String, Promise> promises = new HashMap<>();

  Comparisons(ComparisonResult result) {
    result.summary().forEach(s -> summaries.put(s.metric() + "\n" + s.strategy(), s));
    result.verdicts().forEach(v -> verdicts.put(v.metric() + "\n" + v.a() + "\n" + v.b(), v));
    result.strategies().forEach(s -> promises.put(s.name(), s.promise()));
  }

  Optional<Summary> summary(Metric metric, String strategy) {
    return Optional.ofNullable(summaries.get(metric + "\n" + strategy));
  }

  /** Those of the strategies that have a figure, the best median first. */
  List<String> bestFirst(Metric metric, List<String> strategies) {
    Comparator<String> byMedian =
        Comparator.comparingDouble(name -> summary(metric, name).orElseThrow().median());
    return strategies.stream()
        .filter(name -> summary(metric, name).isPresent())
        .sorted(metric.better() == Metric.Better.HIGHER ? byMedian.reversed() : byMedian)
        .toList();
  }

  /**
   * The best of those that share the promise most of them have: the one others are held against.
   */
  String reference(List<String> bestFirst) {
    return sharingPromise(bestFirst).get(0);
  }

  /** Those with the promise most of them have, in the same order. */
  List<String> sharingPromise(List<String> strategies) {
    Map<Promise, Long> common =
        strategies.stream()
            .collect(
                Collectors.groupingBy(promises::get, LinkedHashMap::new, Collectors.counting()));
    long most = common.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return strategies.stream().filter(name -> common.get(promises.get(name)) == most).toList();
  }

  /** The verdict on two strategies, whichever way round it is kept. */
  Optional<Pair> pair(Metric metric, String one, String other) {
    Verdict verdict = verdicts.get(metric + "\n" + one + "\n" + other);
    if (verdict == null) {
      verdict = verdicts.get(metric + "\n" + other + "\n" + one);
    }
    int runs =
        Stream.of(one, other)
            .flatMap(strategy -> summary(metric, strategy).stream())
            .mapToInt(Summary::runs)
            .min()
            .orElse(0);
    return Optional.ofNullable(verdict).filter(v -> v.ratio() != null).map(v -> Pair.of(v, runs));
  }

  /**
   * Two strategies and how many times the lesser value the greater is.
   *
   * @param greater the strategy with the greater median
   * @param ratio of the medians, at least 1
   * @param low least ratio of two runs; may be below 1
   * @param runs how many runs the one with fewer has
   */
  record Pair(
      String greater,
      String lesser,
      double ratio,
      double low,
      double high,
      Verdict verdict,
      int runs) {

    static Pair of(Verdict v, int runs) {
      if (v.ratio() >= 1) {
        return new Pair(v.a(), v.b(), v.ratio(), orNone(v.low()), orNone(v.high()), v, runs);
      }
      return new Pair(
          v.b(), v.a(), 1 / v.ratio(), 1 / orNone(v.high()), 1 / orNone(v.low()), v, runs);
    }

    boolean isClaimed() {
      return verdict.verdict() == Verdict.Outcome.A_BETTER
          || verdict.verdict() == Verdict.Outcome.B_BETTER;
    }

    boolean isComparable() {
      return verdict.verdict() != Verdict.Outcome.NOT_COMPARABLE;
    }

    /** Whether nothing could be claimed however far they are apart. */
    boolean hasTooFewRuns() {
      return isComparable() && runs < Verdict.LEAST_RUNS;
    }

    /** "7.4 times" and its range: "7.4 times (6.9 to 8.1)". */
    String times() {
      return Figures.ratio(ratio) + " times" + range();
    }

    String range() {
      if (hasTooFewRuns()) {
        return runs == 1
            ? " (one run each, not claimed)"
            : " (" + runs + " runs each, not claimed)";
      }
      return " (" + Figures.ratio(low) + " to " + Figures.ratio(high) + ")";
    }

    private static double orNone(Double value) {
      return value == null ? Double.NaN : value;
    }
  }
}
