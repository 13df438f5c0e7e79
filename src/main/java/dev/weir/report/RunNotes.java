package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was noted, each note once with the runs it was noted on. */
final class RunNotes {
  private RunNotes() {}

  static List<String> of(ComparisonResult result) {
    List<String> lines = new ArrayList<>(result.notes());
    result.strategies().stream()
        .filter(strategy -> !strategy.promise().isDurable())
        .map(
            strategy ->
                strategy.name()
                    + " is not durable ("
                    + strategy.promise().describe()
                    + "): a crash loses or damages what was committed")
        .forEach(lines::add);
    Map<String, List<String>> runsOf = new LinkedHashMap<>();
    for (RunResult run : result.runs()) {
      String name = run.strategy() + " round " + run.round();
      if (run.failure() != null) {
        lines.add(name + " FAILED: " + run.failure());
      }
      run.notes()
          .forEach(
              note ->
                  runsOf
                      .computeIfAbsent((run.valid() ? "" : "void: ") + note, n -> new ArrayList<>())
                      .add(name));
    }
    runsOf.forEach((note, runs) -> lines.add(note + " [" + which(runs, result) + "]"));
    return lines;
  }

  private static String which(List<String> runs, ComparisonResult result) {
    if (runs.size() == result.runs().size()) {
      return runs.size() == 1 ? runs.get(0) : "all runs";
    }
    return runs.size() <= 3
        ? String.join(", ", runs)
        : String.join(", ", runs.subList(0, 2)) + " and " + (runs.size() - 2) + " more runs";
  }
}
