package dev.weir.compare;

import dev.weir.compare.ComparisonResult.Compared;
import dev.weir.config.Kind;
import dev.weir.config.StrategySetting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Strategies that are the same but for one key with several values: the curves they make, and where
 * the better of two changes.
 */
final class Sweeps {
  /** The key of named server settings, which is no setting of a strategy. */
  static final String SERVER = "server";

  /** Two points are a comparison, not a curve. */
  private static final int LEAST_POINTS = 3;

  private static final List<Metric> METRICS =
      List.of(Metric.RECORDS_PER_SECOND, Metric.WAL_BYTES_PER_RECORD, Metric.DISK_BYTES_PER_RECORD);

  private final List<Compared> strategies;
  private final List<Summary> summaries;

  Sweeps(List<Compared> strategies, List<Summary> summaries) {
    this.strategies = strategies;
    this.summaries = summaries;
  }

  /**
   * Strategies that differ in one key.
   *
   * @param label what they have in common
   * @param names of the strategies by value, in order of values
   */
  private record Sweep(String key, String label, Map<String, String> names) {}

  List<Curve> curves() {
    List<Curve> curves = new ArrayList<>();
    for (Sweep sweep : all()) {
      int least = sweep.key().equals(SERVER) ? 2 : LEAST_POINTS;
      for (Metric metric : METRICS) {
        List<Curve.Point> points = new ArrayList<>();
        sweep.names().forEach((value, name) -> addPoint(points, value, name, metric));
        if (points.size() >= least) {
          String knee = sweep.key().equals(SERVER) ? null : knee(points, metric);
          curves.add(new Curve(sweep.key(), sweep.label(), metric, points, knee));
        }
      }
    }
    return curves;
  }

  private void addPoint(List<Curve.Point> points, String value, String name, Metric metric) {
    summaries.stream()
        .filter(s -> s.metric() == metric && s.strategy().equals(name))
        .findFirst()
        .ifPresent(s -> points.add(new Curve.Point(value, s.median(), s.min(), s.max())));
  }

  /** The first value that is as good as the best. */
  static String knee(List<Curve.Point> points, Metric metric) {
    boolean higher = metric.better() == Metric.Better.HIGHER;
    double best =
        higher
            ? points.stream().mapToDouble(Curve.Point::median).max().orElseThrow()
            : points.stream().mapToDouble(Curve.Point::median).min().orElseThrow();
    return points.stream()
        .filter(
            point ->
                higher
                    ? point.median() >= best * (1 - Curve.AS_GOOD)
                    : point.median() <= best * (1 + Curve.AS_GOOD))
        .findFirst()
        .orElseThrow()
        .value();
  }

  /** Every change of the better one between two sweeps over the same key, as far as is claimed. */
  List<Crossover> crossovers(List<Verdict> verdicts) {
    List<Crossover> crossovers = new ArrayList<>();
    List<Sweep> sweeps = all().stream().filter(s -> !s.key().equals(SERVER)).toList();
    for (int i = 0; i < sweeps.size(); i++) {
      for (int j = i + 1; j < sweeps.size(); j++) {
        if (sweeps.get(i).key().equals(sweeps.get(j).key())) {
          crossovers.addAll(between(sweeps.get(i), sweeps.get(j), verdicts));
        }
      }
    }
    return crossovers;
  }

  private static List<Crossover> between(Sweep a, Sweep b, List<Verdict> verdicts) {
    List<Crossover> crossovers = new ArrayList<>();
    Verdict.Outcome winner = null;
    long since = 0;
    for (Map.Entry<String, String> point : a.names().entrySet()) {
      String other = b.names().get(point.getKey());
      if (other == null) {
        continue;
      }
      Verdict.Outcome now = loading(point.getValue(), other, verdicts);
      if (now != Verdict.Outcome.A_BETTER && now != Verdict.Outcome.B_BETTER) {
        continue;
      }
      long value = Long.parseLong(point.getKey());
      if (winner != null && winner != now) {
        boolean aFirst = winner == Verdict.Outcome.A_BETTER;
        crossovers.add(
            new Crossover(
                a.key(),
                aFirst ? a.label() : b.label(),
                aFirst ? b.label() : a.label(),
                Metric.RECORDS_PER_SECOND,
                since,
                value));
      }
      winner = now;
      since = value;
    }
    return crossovers;
  }

  /** Which of two loads faster; turned round where the verdict stands the other way. */
  static Verdict.Outcome loading(String a, String b, List<Verdict> verdicts) {
    for (Verdict v : verdicts) {
      if (v.metric() == Metric.RECORDS_PER_SECOND) {
        if (v.a().equals(a) && v.b().equals(b)) {
          return v.verdict();
        }
        if (v.a().equals(b) && v.b().equals(a)) {
          return switch (v.verdict()) {
            case A_BETTER -> Verdict.Outcome.B_BETTER;
            case B_BETTER -> Verdict.Outcome.A_BETTER;
            case NO_DIFFERENCE, NOT_COMPARABLE -> v.verdict();
          };
        }
      }
    }
    return Verdict.Outcome.NOT_COMPARABLE;
  }

  private List<Sweep> all() {
    List<Sweep> sweeps = new ArrayList<>();
    for (StrategySetting setting : StrategySetting.values()) {
      if (setting.kind() instanceof Kind.WholeNumber) {
        sweeps.addAll(over(setting.key(), Comparator.comparingLong(Long::parseLong)));
      }
    }
    sweeps.addAll(over(SERVER, Comparator.naturalOrder()));
    return sweeps;
  }

  private List<Sweep> over(String key, Comparator<String> order) {
    Map<Map<String, String>, Map<String, Compared>> groups = new LinkedHashMap<>();
    for (Compared strategy : strategies) {
      String value = strategy.settings().get(key);
      if (value != null) {
        groups
            .computeIfAbsent(strategy.settingsBut(key), others -> new TreeMap<>(order))
            .putIfAbsent(value, strategy);
      }
    }
    List<Sweep> sweeps = new ArrayList<>();
    for (Map<String, Compared> group : groups.values()) {
      if (group.size() > 1) {
        Map<String, String> names = new LinkedHashMap<>();
        group.forEach((value, strategy) -> names.put(value, strategy.name()));
        sweeps.add(new Sweep(key, label(key, group), names));
      }
    }
    return sweeps;
  }

  /** The name all have when the key is taken out of it; else what they are. */
  private static String label(String key, Map<String, Compared> group) {
    Set<String> names = new LinkedHashSet<>();
    group.forEach((value, strategy) -> names.add(without(strategy.name(), key + "=" + value)));
    Map<String, String> settings = group.values().iterator().next().settings();
    return names.size() == 1
        ? names.iterator().next()
        : settings.get(StrategySetting.LAYOUT.key())
            + " "
            + settings.get(StrategySetting.METHOD.key());
  }

  private static String without(String name, String varied) {
    return name.replace("[" + varied + "]", "")
        .replace("[" + varied + ",", "[")
        .replace("," + varied, "");
  }
}
