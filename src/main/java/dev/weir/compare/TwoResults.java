package dev.weir.compare;

import dev.weir.compare.ComparisonResult.Compared;
import dev.weir.compare.Verdict.Outcome;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Two comparisons held against each other: the strategies they have in common, by name. */
public final class TwoResults {
  /** They touch the records every run stores at least, and so depend on how many those are. */
  private static final Set<Metric> OF_COMMON_RECORDS =
      EnumSet.of(
          Metric.READ_ONE_MILLIS,
          Metric.UPDATES_PER_SECOND,
          Metric.AVERAGE_MILLIS,
          Metric.LATEST_MILLIS,
          Metric.RANGE_MILLIS);

  private final ComparisonResult first;
  private final ComparisonResult second;
  private final Noise firstNoise;
  private final Noise secondNoise;

  public TwoResults(ComparisonResult first, ComparisonResult second) {
    this.first = first;
    this.second = second;
    this.firstNoise = noise(first);
    this.secondNoise = noise(second);
  }

  private static Noise noise(ComparisonResult result) {
    NoiseFloor floor = result.findings().noiseFloor();
    return floor == null
        ? Noise.unknown()
        : Noise.of(new Twin(floor.strategy(), floor.copy()), result.runs());
  }

  /** The names both have, in the order of the first. */
  public List<String> common() {
    Map<String, Compared> others = byName(second);
    return byName(first).keySet().stream().filter(others::containsKey).toList();
  }

  /** The names only one of the two has. */
  public List<String> unpaired() {
    List<String> common = common();
    List<String> unpaired = new ArrayList<>(byName(first).keySet());
    unpaired.addAll(byName(second).keySet());
    unpaired.removeAll(common);
    return unpaired;
  }

  /**
   * A verdict for each strategy of both and each metric compared that both have: {@code a} is the
   * strategy in the first result, {@code b} the one of the same name in the second.
   */
  public List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    for (String name : common()) {
      List<RunResult> of = Summary.counting(name, first.runs());
      List<RunResult> ofOther = Summary.counting(name, second.runs());
      for (Metric metric : Metric.compared()) {
        double[] now = Summary.values(metric, of);
        double[] then = Summary.values(metric, ofOther);
        if (now.length > 0 && then.length > 0) {
          Summary a = Summary.of(name, metric, now);
          Summary b = Summary.of(name, metric, then);
          verdicts.add(verdict(a, b, of, ofOther));
        }
      }
    }
    return verdicts;
  }

  private Verdict verdict(Summary a, Summary b, List<RunResult> of, List<RunResult> ofOther) {
    String name = a.strategy();
    Metric metric = a.metric();
    String obstacle = obstacle(name, metric);
    if (!obstacle.isEmpty()) {
      return Verdicts.verdict(a, b, Outcome.NOT_COMPARABLE, obstacle);
    }
    return Verdicts.claimOf(
        a,
        b,
        Math.max(
            firstNoise.leastDifference(metric, of, ofOther),
            secondNoise.leastDifference(metric, of, ofOther)));
  }

  private String obstacle(String name, Metric metric) {
    String all = obstacle();
    if (!all.isEmpty()) {
      return all;
    }
    if (OF_COMMON_RECORDS.contains(metric)
        && first.conditions().records() != second.conditions().records()) {
      return "it was asked of %d records in one and of %d in the other"
          .formatted(first.conditions().records(), second.conditions().records());
    }
    for (ComparisonResult result : List.of(first, second)) {
      if (result.runs().stream().anyMatch(run -> run.strategy().equals(name) && !run.verified())) {
        return "a run failed or was not verified";
      }
    }
    Promise promise = byName(first).get(name).promise();
    Promise other = byName(second).get(name).promise();
    return promise.equals(other)
        ? ""
        : "they promise different things: " + promise.differenceTo(other);
  }

  /** Why nothing of the two may be held against each other; empty where it may. */
  public String obstacle() {
    ComparisonResult.Conditions here = first.conditions();
    ComparisonResult.Conditions there = second.conditions();
    if (!here.dataset().equals(there.dataset()) || here.measurements() != there.measurements()) {
      return "other records: dataset %s of %d measurements against %s of %d"
          .formatted(here.dataset(), here.measurements(), there.dataset(), there.measurements());
    }
    return "";
  }

  /**
   * What is worse in the first result than in the second.
   *
   * @param file where the second is from
   */
  public Regressions regressions(String file) {
    List<Regressions.Regression> worse = new ArrayList<>();
    Map<String, List<String>> open = new LinkedHashMap<>();
    for (Verdict v : verdicts()) {
      if (v.verdict() == Outcome.B_BETTER) {
        worse.add(
            new Regressions.Regression(
                v.a(),
                v.metric(),
                v.ratio(),
                Summary.of(v.b(), v.metric(), Summary.values(v.b(), v.metric(), second.runs()))
                    .median(),
                Summary.of(v.a(), v.metric(), Summary.values(v.a(), v.metric(), first.runs()))
                    .median()));
      } else if (v.verdict() == Outcome.NOT_COMPARABLE || v.why().contains(Verdicts.TOO_FEW)) {
        open.computeIfAbsent(v.a() + ": " + v.why(), reason -> new ArrayList<>())
            .add(v.metric().key());
      }
    }
    List<String> notes = new ArrayList<>();
    open.forEach((reason, metrics) -> notes.add(reason + " (" + String.join(", ", metrics) + ")"));
    unpaired().forEach(name -> notes.add(name + ": in one of the two results only"));
    return new Regressions(file, worse, notes);
  }

  private static Map<String, Compared> byName(ComparisonResult result) {
    return result.strategies().stream()
        .collect(
            Collectors.toMap(Compared::name, Function.identity(), (a, b) -> a, LinkedHashMap::new));
  }
}
