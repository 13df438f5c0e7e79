package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Metric;
import dev.weir.compare.Summary;
import dev.weir.compare.TwoResults;
import dev.weir.compare.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** Two results side by side: first what is otherwise about them, then figure by figure. */
public final class SideBySide {
  private static final int WIDTH = 120;
  private static final int WIDEST_NAME = 32;

  private final Side first;
  private final Side second;
  private final TwoResults both;

  /**
   * One of the two.
   *
   * @param name what it is called: its folder
   */
  public record Side(String name, ComparisonResult result, Optional<Environment> environment) {}

  public SideBySide(Side first, Side second) {
    this.first = first;
    this.second = second;
    this.both = new TwoResults(first.result(), second.result());
  }

  Side first() {
    return first;
  }

  Side second() {
    return second;
  }

  TwoResults both() {
    return both;
  }

  /** Writes the two as a page into a file of its own. */
  public void writeHtml(Path file) {
    AtomicFile.write(file, new HtmlSideBySide(this).page());
  }

  /** Plain lines, at most 120 characters wide but for long names. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.addAll(Wrapping.wrap("A: " + describe(first), "   ", WIDTH));
    lines.addAll(Wrapping.wrap("B: " + describe(second), "   ", WIDTH));
    warnings().forEach(w -> lines.addAll(Wrapping.wrap("WARNING: " + w, "  ", WIDTH)));
    lines.add("");
    List<String> differences = differences();
    lines.add(differences.isEmpty() ? "No difference in environment or settings" : "Differences");
    differences.forEach(d -> lines.addAll(Wrapping.wrap("  " + d, "    ", WIDTH)));
    for (String strategy : both.common()) {
      lines.add("");
      lines.add(strategy);
      lines.addAll(table(strategy));
    }
    List<String> unpaired = both.unpaired();
    if (!unpaired.isEmpty()) {
      lines.add("");
      lines.addAll(
          Wrapping.wrap("In one of the two only: " + String.join(", ", unpaired), "  ", WIDTH));
    }
    return lines;
  }

  static String describe(Side side) {
    ComparisonResult result = side.result();
    return side.name() + ", " + result.startedAt() + ", " + ConsoleReport.headline(result);
  }

  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (!both.obstacle().isEmpty()) {
      warnings.add("the two are not comparable: " + both.obstacle());
    }
    if (both.common().isEmpty()) {
      warnings.add("the two have no strategy in common");
    }
    both.verdicts().stream()
        .filter(v -> v.verdict() == Verdict.Outcome.NOT_COMPARABLE)
        .map(v -> v.a() + " is not comparable: " + v.why())
        .filter(w -> both.obstacle().isEmpty())
        .distinct()
        .forEach(warnings::add);
    if (first.environment().isEmpty() || second.environment().isEmpty()) {
      warnings.add("environment.json is missing: whether server and machine are the same is open");
    } else if (!machine(first).equals(machine(second))) {
      warnings.add("measured on different machines: rates and times differ for that alone");
    }
    return warnings;
  }

  private static List<String> machine(Side side) {
    Environment.Machine machine = side.environment().orElseThrow().client();
    return List.of(machine.cpu(), Integer.toString(machine.threads()));
  }

  /** What is otherwise in environment, settings, conditions and strategies: "name: A against B". */
  List<String> differences() {
    Map<String, String> ofFirst = facts(first);
    Map<String, String> ofSecond = facts(second);
    TreeSet<String> unique = new TreeSet<>(ofSecond.keySet());
    unique.removeAll(ofFirst.keySet());
    List<String> names = new ArrayList<>(ofFirst.keySet());
    names.addAll(unique);
    return names.stream()
        .filter(name -> !Objects.equals(ofFirst.get(name), ofSecond.get(name)))
        .map(
            name ->
                name
                    + ": "
                    + ofFirst.getOrDefault(name, "(none)")
                    + " against "
                    + ofSecond.getOrDefault(name, "(none)"))
        .toList();
  }

  private Map<String, String> facts(Side side) {
    Map<String, String> facts = new LinkedHashMap<>();
    side.environment().ifPresent(place -> environment(facts, place));
    ComparisonResult.Conditions conditions = side.result().conditions();
    facts.put("Weir", side.result().weir());
    facts.put("dataset", conditions.dataset());
    facts.put("measurements", Integer.toString(conditions.measurements()));
    facts.put("records at least", Long.toString(conditions.records()));
    facts.put("seconds at least", Figures.number(conditions.minSeconds()));
    facts.put("rounds", Integer.toString(conditions.rounds()));
    for (ComparisonResult.Compared strategy : side.result().strategies()) {
      if (both.common().contains(strategy.name())) {
        strategy.settings().forEach((key, value) -> facts.put(strategy.name() + ", " + key, value));
        facts.put(strategy.name() + ", promise", strategy.promise().describe());
      }
    }
    return facts;
  }

  private static void environment(Map<String, String> facts, Environment place) {
    Environment.Machine machine = place.client();
    facts.put("PostgreSQL", place.server().version());
    facts.put("server", place.server().embedded() ? "embedded" : place.server().address());
    facts.put("operating system", machine.operatingSystem());
    facts.put("processor", machine.cpu());
    facts.put("threads", Integer.toString(machine.threads()));
    if (machine.memoryBytes() != null) {
      facts.put("memory", Figures.bytes((double) machine.memoryBytes()));
    }
    facts.put("disks", String.join("; ", machine.disks()));
    facts.put("Java", place.java().version());
    facts.put("Java heap", Figures.bytes((double) place.java().maximumHeapBytes()));
    place.server().settings().forEach((name, value) -> facts.put("setting " + name, value));
  }

  private List<String> table(String strategy) {
    TextTable table = new TextTable(WIDEST_NAME);
    table.row(List.of("", "A", "B", "A / B", "range", "verdict"));
    for (Verdict v : both.verdicts()) {
      if (v.a().equals(strategy)) {
        table.row(
            List.of(
                MetricText.name(v.metric()),
                median(first, strategy, v.metric()),
                median(second, strategy, v.metric()),
                v.ratio() == null ? "-" : Figures.ratio(v.ratio()),
                v.low() == null || v.high() == null
                    ? "-"
                    : Figures.ratio(v.low()) + " to " + Figures.ratio(v.high()),
                verdict(v)));
      }
    }
    return table.lines();
  }

  static String verdict(Verdict v) {
    return switch (v.verdict()) {
      case A_BETTER -> "A better";
      case B_BETTER -> "B better";
      case NO_DIFFERENCE -> "no difference";
      case NOT_COMPARABLE -> "not comparable";
    };
  }

  static String median(Side side, String strategy, Metric metric) {
    return side.result().summary().stream()
        .filter(s -> s.metric() == metric && s.strategy().equals(strategy))
        .findFirst()
        .map(Summary::median)
        .map(value -> MetricText.figure(metric, value))
        .orElse("-");
  }
}
