package dev.weir.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The loads of every contender, one a round, in the order of the rounds. */
final class Results {
  private final Map<String, Contender> contenders = new LinkedHashMap<>();
  private final Map<String, List<Load>> loads = new LinkedHashMap<>();

  Results(List<Contender> all) {
    for (Contender contender : all) {
      contenders.put(contender.label(), contender);
      loads.put(contender.label(), new ArrayList<>());
    }
  }

  void add(Contender contender, Load load) {
    loads.get(contender.label()).add(load);
  }

  /** Labels, in the order in which the contenders were given. */
  Set<String> labels() {
    return contenders.keySet();
  }

  Contender contender(String label) {
    return contenders.get(label);
  }

  List<Load> loads(String label) {
    return loads.get(label);
  }

  Spread rate(String label) {
    return Spread.of(loads.get(label).stream().mapToDouble(Load::recordsPerSecond).toArray());
  }

  Spread cpuMicros(String label) {
    return Spread.of(loads.get(label).stream().mapToDouble(Load::cpuMicrosPerRecord).toArray());
  }

  /** What sampling took, in percent of one processor; empty where a load was not watched. */
  Optional<Spread> samplingPercent(String label, ToDoubleFunction<SamplingCost> side) {
    List<SamplingCost> costs =
        loads.get(label).stream().flatMap(load -> load.sampling().stream()).toList();
    return costs.isEmpty()
        ? Optional.empty()
        : Optional.of(Spread.of(costs.stream().mapToDouble(side).toArray()));
  }

  /**
   * How many times as fast as another it was, round by round: what drifts over a sitting drifts for
   * both.
   *
   * @return empty where one of them did not take part
   */
  Optional<Spread> ratio(String label, String reference) {
    if (!loads.containsKey(label) || !loads.containsKey(reference)) {
      return Optional.empty();
    }
    List<Load> own = loads.get(label);
    List<Load> other = loads.get(reference);
    return Optional.of(
        Spread.of(
            IntStream.range(0, own.size())
                .mapToDouble(
                    round ->
                        own.get(round).recordsPerSecond() / other.get(round).recordsPerSecond())
                .toArray()));
  }
}
