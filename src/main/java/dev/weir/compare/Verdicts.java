package dev.weir.compare;

import dev.weir.compare.Verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a comparison may claim. A strategy is better only if every run of it beats every run of the
 * other, there are at least {@link Verdict#LEAST_RUNS} of each, and the medians differ by more than
 * the metric's least difference and than what this machine shows between runs that are the same;
 * whatever is less is no measurable difference.
 */
final class Verdicts {
  static final String TOO_FEW = "a claim needs at least";

  private final List<RunResult> runs;
  private final Map<String, Promise> promises;
  private final Noise noise;

  private Verdicts(List<RunResult> runs, Map<String, Promise> promises, Noise noise) {
    this.runs = runs;
    this.promises = promises;
    this.noise = noise;
  }

  /** A verdict for every pair, in the order of strategies, and every compared metric. */
  static List<Verdict> of(
      List<String> strategies, List<RunResult> runs, Map<String, Promise> promises, Noise noise) {
    Verdicts verdicts = new Verdicts(runs, promises, noise);
    List<Verdict> all = new ArrayList<>();
    for (int first = 0; first < strategies.size(); first++) {
      for (int second = first + 1; second < strategies.size(); second++) {
        for (Metric metric : Metric.compared()) {
          all.add(verdicts.between(metric, strategies.get(first), strategies.get(second)));
        }
      }
    }
    return all;
  }

  private Verdict between(Metric metric, String a, String b) {
    double[] ofA = Summary.values(a, metric, runs);
    double[] ofB = Summary.values(b, metric, runs);
    if (ofA.length == 0 || ofB.length == 0) {
      return new Verdict(
          metric, a, b, null, null, null, Outcome.NOT_COMPARABLE, missing(a, b, ofA.length == 0));
    }
    Summary summaryA = Summary.of(a, metric, ofA);
    Summary summaryB = Summary.of(b, metric, ofB);
    String obstacle = obstacle(a, b);
    if (!obstacle.isEmpty()) {
      return verdict(summaryA, summaryB, Outcome.NOT_COMPARABLE, obstacle);
    }
    return claimOf(
        summaryA,
        summaryB,
        noise.leastDifference(metric, Summary.counting(a, runs), Summary.counting(b, runs)));
  }

  /**
   * What may be said of two summaries that may be held against each other.
   *
   * @param floor the least difference, as a fraction, that is told from noise
   */
  static Verdict claimOf(Summary a, Summary b, double floor) {
    if (Math.min(a.runs(), b.runs()) < Verdict.LEAST_RUNS) {
      return verdict(
          a,
          b,
          Outcome.NO_DIFFERENCE,
          "%d and %d runs that count; %s %d of each"
              .formatted(a.runs(), b.runs(), TOO_FEW, Verdict.LEAST_RUNS));
    }
    return claim(a, b, floor);
  }

  private static Verdict claim(Summary a, Summary b, double floor) {
    boolean apart = a.min() > b.max() || b.min() > a.max();
    double difference = Math.abs(a.median() - b.median()) / Math.min(a.median(), b.median());
    if (!apart) {
      return verdict(a, b, Outcome.NO_DIFFERENCE, "the ranges overlap: " + ranges(a, b));
    }
    if (difference < a.metric().leastDifference()) {
      return verdict(
          a,
          b,
          Outcome.NO_DIFFERENCE,
          String.format(
              Locale.ROOT,
              "the medians differ by %.2f %%; less than %.0f %% is not claimed: %s",
              difference * 100,
              a.metric().leastDifference() * 100,
              ranges(a, b)));
    }
    if (difference <= floor) {
      return verdict(
          a,
          b,
          Outcome.NO_DIFFERENCE,
          String.format(
              Locale.ROOT,
              "the medians differ by %.1f %%; as figures move here, less than %.1f %% may be noise: %s",
              difference * 100,
              floor * 100,
              ranges(a, b)));
    }
    boolean aBetter = a.median() > b.median() == (a.metric().better() == Metric.Better.HIGHER);
    return verdict(
        a,
        b,
        aBetter ? Outcome.A_BETTER : Outcome.B_BETTER,
        "every run of "
            + (aBetter ? a : b).strategy()
            + " beats every run of "
            + (aBetter ? b : a).strategy()
            + ": "
            + ranges(a, b));
  }

  static Verdict verdict(Summary a, Summary b, Outcome outcome, String why) {
    return new Verdict(
        a.metric(),
        a.strategy(),
        b.strategy(),
        ratio(a.median(), b.median()),
        ratio(a.min(), b.max()),
        ratio(a.max(), b.min()),
        outcome,
        why);
  }

  /** Null where the divisor is 0: a ratio to nothing is no figure. */
  private static Double ratio(double a, double b) {
    return b == 0 ? null : Double.valueOf(a / b);
  }

  /** Why figures that are there may still not be held against each other; empty when they may. */
  private String obstacle(String a, String b) {
    for (String strategy : List.of(a, b)) {
      long unverified =
          runs.stream().filter(run -> run.strategy().equals(strategy) && !run.verified()).count();
      if (unverified > 0) {
        return strategy + ": runs failed or not verified: " + unverified;
      }
    }
    Promise promiseA = promises.get(a);
    Promise promiseB = promises.get(b);
    return promiseA.equals(promiseB)
        ? ""
        : "they promise different things: " + promiseA.differenceTo(promiseB);
  }

  private static String missing(String a, String b, boolean ofA) {
    return "no run of " + (ofA ? a : b) + " has a figure that counts";
  }

  private static String ranges(Summary a, Summary b) {
    return range(a) + " against " + range(b);
  }

  private static String range(Summary summary) {
    return number(summary.min()) + " to " + number(summary.max());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.3g", value);
  }
}
