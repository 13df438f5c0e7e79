package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was noted, each note once with the runs it was noted on; notes that differ in their figures
 * only are one note, with the least and the greatest of each figure.
 */
final class RunNotes {
  /** A figure that stands by itself, not one within a name. */
  private static final Pattern FIGURE =
      Pattern.compile("(?<![^\\s(])\\d+(?:,\\d{3})*(?:\\.\\d+)?(?![^\\s),;:])");

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
    Map<String, Noted> noted = new LinkedHashMap<>();
    for (RunResult run : result.runs()) {
      String name = run.strategy() + " round " + run.round();
      if (run.failure() != null) {
        lines.add(name + " FAILED: " + run.failure());
      }
      for (String note : run.notes()) {
        String whole = (run.valid() ? "" : "void: ") + note;
        noted
            .computeIfAbsent(FIGURE.matcher(whole).replaceAll("#"), key -> new Noted())
            .add(whole, name);
      }
    }
    noted.values().forEach(note -> lines.add(note.text() + " [" + note.which(result) + "]"));
    return lines;
  }

  /** Notes that are the same but for their figures. */
  private static final class Noted {
    private final List<String> notes = new ArrayList<>();
    private final List<String> runs = new ArrayList<>();

    void add(String note, String run) {
      notes.add(note);
      runs.add(run);
    }

    /** "12 % of the WAL" and "57 % of the WAL" become "12 to 57 % of the WAL". */
    String text() {
      List<List<String>> figures = notes.stream().map(Noted::figures).toList();
      int[] place = {0};
      return FIGURE.matcher(notes.get(0)).replaceAll(figure -> range(figures, place[0]++));
    }

    private static String range(List<List<String>> figures, int place) {
      List<String> sorted =
          figures.stream()
              .map(of -> of.get(place))
              .sorted((a, b) -> Double.compare(value(a), value(b)))
              .toList();
      String least = sorted.get(0);
      String greatest = sorted.get(sorted.size() - 1);
      return least.equals(greatest) ? least : least + " to " + greatest;
    }

    private static List<String> figures(String note) {
      List<String> figures = new ArrayList<>();
      Matcher matcher = FIGURE.matcher(note);
      while (matcher.find()) {
        figures.add(matcher.group());
      }
      return figures;
    }

    private static double value(String figure) {
      return Double.parseDouble(figure.replace(",", ""));
    }

    String which(ComparisonResult result) {
      if (runs.size() == result.runs().size()) {
        return runs.size() == 1 ? runs.get(0) : "all runs";
      }
      return runs.size() <= 3
          ? String.join(", ", runs)
          : String.join(", ", runs.subList(0, 2)) + " and " + (runs.size() - 2) + " more runs";
    }
  }
}
