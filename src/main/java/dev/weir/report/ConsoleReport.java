package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.ComparisonResult.Conditions;
import dev.weir.compare.RunResult;
import java.util.ArrayList;
import java.util.List;

/** A result as plain lines for a terminal, at most 120 characters wide but for long names. */
public final class ConsoleReport {
  private static final int WIDTH = 120;
  private static final int WIDEST_NAME = 32;

  private ConsoleReport() {}

  public static List<String> lines(ComparisonResult result) {
    List<String> lines = new ArrayList<>();
    if (result.runs().isEmpty()) {
      lines.add("No run was finished.");
      return lines;
    }
    lines.addAll(Wrapping.wrap(headline(result), "", WIDTH));
    NoiseText.warning(result).ifPresent(text -> lines.addAll(Wrapping.wrap(text, "", WIDTH)));
    lines.add("");
    lines.addAll(new SummaryTable(result).lines());
    if (result.runs().stream().anyMatch(RunResult::counts)) {
      for (Answers.Answer answer : new Answers(result).brief()) {
        section(lines, answer.heading(), answer.sentences());
      }
    }
    section(lines, "At a fixed rate", RateText.sentences(result));
    if (!RateText.rows(result).isEmpty()) {
      TextTable table = new TextTable(WIDEST_NAME);
      table.row(RateText.HEADINGS);
      RateText.rows(result).forEach(table::row);
      table.lines().forEach(line -> lines.add("  " + line));
    }
    section(lines, "Predicted and measured", PredictionText.sentences(result));
    section(lines, "Sweeps", SweepText.sentences(result));
    section(lines, "Against the baseline", BaselineText.sentences(result));
    section(lines, "Noise", NoiseText.sentences(result));
    section(lines, "Notes", RunNotes.of(result));
    return lines;
  }

  private static void section(List<String> lines, String heading, List<String> sentences) {
    if (!sentences.isEmpty()) {
      lines.add("");
      lines.add(heading);
      sentences.forEach(s -> lines.addAll(Wrapping.wrap("  " + s, "    ", WIDTH)));
    }
  }

  /** What was done, in one sentence, with a warning where it is not what was asked. */
  static String headline(ComparisonResult result) {
    Conditions conditions = result.conditions();
    String done =
        "%s, %s, dataset %s: at least %s records of %d measurements and %s s a run; medians."
            .formatted(
                counted(result.strategies().size(), "strategy", "strategies"),
                counted(conditions.rounds(), "round", "rounds"),
                conditions.dataset(),
                Figures.whole(conditions.records()),
                conditions.measurements(),
                Figures.plain(conditions.minSeconds()));
    if (!result.isVerified()) {
      done += " FAILED: a run failed or its records did not verify; see the notes.";
    }
    if (!result.complete()) {
      done +=
          " INCOMPLETE: %d of %d runs were done."
              .formatted(result.runs().size(), result.plannedRuns());
    }
    return done;
  }

  private static String counted(int count, String one, String several) {
    return count + " " + (count == 1 ? one : several);
  }
}
