package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.ComparisonResult.Compared;
import dev.weir.compare.RunResult;
import dev.weir.report.Html.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parts of report.html on where and how it was measured, and what of it does not count. */
final class HtmlConditions {
  private final HtmlResult shown;
  private final ComparisonResult result;

  HtmlConditions(HtmlResult shown) {
    this.shown = shown;
    this.result = shown.result();
  }

  void write(HtmlPage page, Optional<Environment> environment) {
    environment.ifPresent(place -> place(page, place));
    strategies(page);
    how(page);
    spoilt(page);
  }

  private static void place(HtmlPage page, Environment place) {
    Html html = page.section("where", "Where");
    Environment.Machine machine = place.client();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", place.commandLine());
    facts.put("begun", place.startedAt());
    facts.put("Weir", place.weir());
    facts.put(
        "server",
        "PostgreSQL "
            + place.server().version()
            + " at "
            + place.server().address()
            + (place.server().embedded() ? ", started by Weir on this machine" : ""));
    facts.put("durability", place.server().durability());
    facts.put("client", machine.operatingSystem());
    facts.put(
        "processor",
        machine.cpu()
            + (machine.cores() == null ? "" : ", " + machine.cores() + " cores")
            + ", "
            + machine.threads()
            + " threads");
    if (machine.memoryBytes() != null) {
      facts.put("memory", Figures.bytes((double) machine.memoryBytes()));
    }
    facts.put("disks", String.join("; ", machine.disks()));
    facts.put("folder", machine.folder() == null ? "" : machine.folder());
    facts.put("Java", place.java().version() + ", " + place.java().virtualMachine());
    html.table("Environment", List.of("what", "is"), rows(facts));
    html.behind(
        "Settings of the server",
        "Settings of the server that bear on loading",
        List.of("setting", "value"),
        rows(place.server().settings()));
  }

  private static List<List<Cell>> rows(Map<String, String> facts) {
    return facts.entrySet().stream()
        .filter(fact -> fact.getValue() != null && !fact.getValue().isEmpty())
        .map(fact -> List.of(Cell.text(fact.getKey()), Cell.text(fact.getValue())))
        .toList();
  }

  /** Only what differs between them: the rest is in the files of the folder. */
  private void strategies(HtmlPage page) {
    List<String> differing = new ArrayList<>();
    for (Compared strategy : result.strategies()) {
      for (String key : strategy.settings().keySet()) {
        boolean differs =
            result.strategies().stream().map(s -> s.settings().get(key)).distinct().count() > 1;
        if (differs && !differing.contains(key)) {
          differing.add(key);
        }
      }
    }
    List<String> headings = new ArrayList<>(List.of("strategy"));
    headings.addAll(differing);
    List<String> promises =
        result.strategies().stream().map(HtmlConditions::promise).distinct().toList();
    if (promises.size() > 1) {
      headings.add("what a commit is worth");
    }
    Map<String, Compared> byName = new LinkedHashMap<>();
    result.strategies().forEach(strategy -> byName.put(strategy.name(), strategy));
    List<List<Cell>> rows = new ArrayList<>();
    for (String name : shown.strategies()) {
      Compared strategy = byName.get(name);
      List<Cell> row = new ArrayList<>(List.of(shown.nameCell(name)));
      differing.forEach(key -> row.add(Cell.figure(strategy.settings().getOrDefault(key, "-"))));
      if (promises.size() > 1) {
        row.add(Cell.text(promise(strategy)));
      }
      rows.add(row);
    }
    Html html = page.section("strategies", "Strategies");
    html.soft(
        "The settings they differ in. The folder strategies/ beside this report holds each with all"
            + " its settings, to be run again.");
    if (promises.size() == 1) {
      html.soft("What a commit of any of them is worth: " + promises.get(0) + ".");
    }
    html.table("Strategies", headings, rows);
  }

  private static String promise(Compared strategy) {
    return (strategy.promise().isDurable() ? "" : "NOT durable: ") + strategy.promise().describe();
  }

  private void how(HtmlPage page) {
    ComparisonResult.Conditions c = result.conditions();
    Html html = page.section("how", "How it was measured");
    List<String> sentences = new ArrayList<>();
    sentences.addAll(
        List.of(
            "Every run stored the same records, from the start of dataset %s, into new tables, for at least %s records and %s s."
                .formatted(c.dataset(), Figures.whole(c.records()), Figures.plain(c.minSeconds())),
            "After a run what was stored was read back: its count and digest had to equal the"
                + " dataset's, or the run failed.",
            "Before a run came a warm-up until the rate settled, and a checkpoint where the account"
                + " may ask for one.",
            "The strategies took turns in %d rounds, in an order that is random, balanced, and the same for seed %d."
                .formatted(c.rounds(), c.seed()),
            "A strategy is called better only if each of its runs beats each of the other's and the"
                + " difference of the medians is more than noise.",
            "WAL is how far the log's position moved. Disk is table, indexes and TOAST before the"
                + " probes. Latency of a batch is from the begin of its transaction to the end of"
                + " its commit.",
            "samples.csv beside this report has every reading of the server's statistics;"
                + " results.json has every figure."));
    sentences.addAll(NoiseText.sentences(result));
    html.list(sentences);
  }

  private void spoilt(HtmlPage page) {
    List<RunResult> spoilt = result.runs().stream().filter(run -> !run.counts()).toList();
    if (spoilt.isEmpty()) {
      return;
    }
    Html html = page.section("void", "What does not count, and why");
    html.table(
        "Runs that do not count",
        List.of("strategy", "round", "what", "why"),
        spoilt.stream()
            .map(
                run ->
                    List.of(
                        shown.nameCell(run.strategy()),
                        Cell.figure(Integer.toString(run.round())),
                        Cell.figure(
                            run.failure() != null
                                ? "failed"
                                : run.verified() ? "void" : "not verified"),
                        Cell.text(why(run))))
            .toList());
  }

  private static String why(RunResult run) {
    List<String> reasons = new ArrayList<>();
    if (run.failure() != null) {
      reasons.add(run.failure());
    }
    reasons.addAll(run.notes());
    return String.join("; ", reasons);
  }
}
