package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.NoiseFloor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What two sets of runs of one and the same strategy differed by, in sentences. */
final class NoiseText {
  private NoiseText() {}

  /** What has to be said before any figure; empty where the machine was quiet. */
  static Optional<String> warning(ComparisonResult result) {
    NoiseFloor floor = result.findings().noiseFloor();
    if (floor == null || floor.restless().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "WARNING: this machine was restless. Runs of one and the same strategy scatter so that"
            + " a difference may be noise up to "
            + list(floor.restless())
            + ".");
  }

  static List<String> sentences(ComparisonResult result) {
    NoiseFloor floor = result.findings().noiseFloor();
    List<String> sentences = new ArrayList<>();
    if (floor != null) {
      sentences.add(
          floor.strategy()
              + " ran twice, under two names. As all its runs scatter, a difference of two medians"
              + " may be noise up to "
              + list(floor.metrics())
              + ".");
    }
    return sentences;
  }

  private static String list(List<NoiseFloor.OfMetric> floors) {
    return floors.stream()
        .map(floor -> size(floor.percent()) + " in " + MetricText.name(floor.metric()))
        .collect(Collectors.joining(", "));
  }

  /** Beyond the double nobody thinks in percent. */
  private static String size(double percent) {
    return percent > 100 ? Figures.ratio(1 + percent / 100) + " times" : Figures.percent(percent);
  }
}
