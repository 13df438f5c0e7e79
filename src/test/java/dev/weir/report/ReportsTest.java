package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Costs;
import dev.weir.compare.Results;
import dev.weir.compare.RunResult;
import dev.weir.config.StrategySetting;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReportsTest {

  private static ComparisonResult result() {
    return new Results()
        .with(Results.strategy("wide-copy-1000"), Results.DURABLE)
        .with(Results.strategy("narrow-copy-1000", "narrow", "copy-binary", 1000), Results.DURABLE)
        .with(Results.strategy("wide-insert-1", "wide", "batch-insert", 1), Results.DURABLE)
        .with(Results.strategy("wide-insert-50", "wide", "batch-insert", 50), Results.DURABLE)
        .with(
            Results.strategy("wide-insert-1", "wide", "batch-insert", 1)
                .with(StrategySetting.SYNCHRONOUS_COMMIT, "off"),
            Results.NOT_WAITING)
        .runs("wide-copy-1000", 870, 890, 85_000, 90_123, 91_000)
        .runs("narrow-copy-1000", 11_100, 8_750, 7_500, 8_000, 8_100)
        .runs("wide-insert-1", 1_200, 890, 700, 740, 780)
        .runs("wide-insert-50", 900, 890, 760, 790, 9_000)
        .runs("wide-insert-1[synchronousCommit=off]", 1_200, 890, 5_000, 5_100, 5_200)
        .result();
  }

  private static String answers(ComparisonResult result) {
    return new Answers(result)
        .all().stream()
            .map(answer -> answer.heading() + "\n" + String.join("\n", answer.sentences()))
            .collect(Collectors.joining("\n"));
  }

  @Test
  void theQuestionsAreThoseTheStrategiesDifferInOneSettingBy() {
    assertThat(new Answers(result()).all().stream().map(Answers.Answer::heading))
        .containsExactly(
            "Wide or narrow?", "How big a batch?", "Wait for the disk or not?", "Best first");
  }

  @Test
  void aClaimedDifferenceIsSaidWithRatioAndRange() {
    assertThat(answers(result()))
        .contains("wide at 90,123 records/s, 11.3 times (10.5 to 12.1) as fast as narrow")
        .contains("narrow takes 12.8 times (12.8 to 12.8) the WAL of wide")
        .contains("changing one value: no measurable difference");
  }

  @Test
  void overlappingRangesAreSaidToBeNoDifference() {
    assertThat(answers(result())).contains("no measurable difference to batches of 1 (");
  }

  @Test
  void aRatioOfTooFewRunsIsToldAndNotClaimed() {
    ComparisonResult once =
        new Results()
            .with(Results.strategy("wide-copy-1000"), Results.DURABLE)
            .with(
                Results.strategy("narrow-copy-1000", "narrow", "copy-binary", 1000),
                Results.DURABLE)
            .runs("wide-copy-1000", 870, 890, 90_000)
            .runs("narrow-copy-1000", 11_100, 8_750, 8_000)
            .result();
    assertThat(answers(once))
        .contains("11.3 times (one run each, not claimed) as fast as narrow")
        .doesNotContain("no measurable difference to narrow");
  }

  @Test
  void anotherPromiseIsNamedWhereItMakesTheFigure() {
    assertThat(answers(result()))
        .contains("not waiting at 5,100 records/s")
        .contains("they promise different things: synchronous_commit on against off");
  }

  @Test
  void theConsoleTableFitsATerminalAndIsAligned() {
    List<String> lines = ConsoleReport.lines(result());
    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
    List<String> table = new SummaryTable(result()).lines();
    assertThat(table.get(0)).startsWith("strategy").endsWith("verified");
    assertThat(table.get(2)).startsWith("wide-copy-1000 ").contains("90,123").endsWith("3 of 3");
    assertThat(table.get(table.size() - 1)).startsWith("wide-insert-1 ").contains("1.00");
    assertThat(table.subList(0, 3))
        .allSatisfy(line -> assertThat(line).hasSameSizeAs(table.get(1)));
  }

  @Test
  void resultsJsonHasTheAgreedNamesAndLeavesOutWhatIsMissing() throws Exception {
    JsonNode json = new ObjectMapper().readTree(ReportFolder.json(result()));
    JsonNode run = json.get("runs").get(0);
    assertThat(run.fieldNames())
        .toIterable()
        .contains(
            "strategy",
            "round",
            "records",
            "seconds",
            "recordsPerSecond",
            "measurementsPerSecond",
            "commits",
            "commitsPerSecond",
            "batchMillis",
            "walBytes",
            "walBytesPerRecord",
            "walRecords",
            "checkpointsTimed",
            "checkpointsRequested",
            "heapBytes",
            "indexBytes",
            "toastBytes",
            "diskBytes",
            "diskBytesPerRecord",
            "readOneMillis",
            "updatesPerSecond",
            "clientCpuMicrosPerRecord",
            "verified",
            "valid",
            "notes")
        .doesNotContain("walFpiBytes", "failure", "loading", "wal");
    assertThat(run.get("batchMillis").fieldNames())
        .toIterable()
        .containsExactly("p50", "p90", "p99", "p999", "max");
    assertThat(json.get("summary").get(0).fieldNames())
        .toIterable()
        .containsExactly("strategy", "metric", "median", "min", "max", "runs");
    assertThat(json.get("verdicts").get(0).fieldNames())
        .toIterable()
        .containsExactly("metric", "a", "b", "ratio", "low", "high", "verdict", "why");
    assertThat(json.get("verdicts").get(0).get("metric").asText()).isEqualTo("recordsPerSecond");
    assertThat(json.get("verdicts").get(0).get("verdict").asText()).isEqualTo("a-better");
    assertThat(json.get("strategies").get(0).get("settings").get("batchSize").asText())
        .isEqualTo("1000");
  }

  @Test
  void aResultReadAgainIsTheSame() throws Exception {
    ComparisonResult result = result();
    assertThat(ResultJson.read(ReportFolder.json(result), ComparisonResult.class))
        .isEqualTo(result);
  }

  @Test
  void anInterruptedComparisonIsShownAndMarkedIncomplete() throws Exception {
    String json =
        ReportFolder.json(result())
            .replace("\"complete\" : true", "\"complete\" : false")
            .replaceFirst("\"plannedRuns\" : \\d+", "\"plannedRuns\" : 40");
    ComparisonResult cut = ResultJson.read(json, ComparisonResult.class);
    assertThat(String.join(" ", ConsoleReport.lines(cut)))
        .contains("INCOMPLETE: 15 of 40 runs")
        .contains("wide-copy-1000");
    assertThat(new MarkdownReport().render(cut, Optional.empty())).contains("INCOMPLETE");
  }

  @Test
  void whatWasFoundBesideStandsAtTheTopLevelAndOnlyWhereItWasLookedFor() throws Exception {
    JsonNode json = new ObjectMapper().readTree(ReportFolder.json(result()));
    assertThat(json.fieldNames())
        .toIterable()
        .doesNotContain("findings", "noiseFloor", "atRate", "baseline", "predictions");
    JsonNode held =
        new ObjectMapper().readTree(ReportFolder.json(result().against("earlier", result())));
    assertThat(held.get("baseline").get("file").asText()).isEqualTo("earlier");
    assertThat(held.get("baseline").get("regressions")).isEmpty();
    assertThat(
            ResultJson.read(
                ReportFolder.json(result().against("earlier", result())), ComparisonResult.class))
        .isEqualTo(result().against("earlier", result()));
  }

  @Test
  void aRestlessMachineIsWarnedOfBeforeAnyFigure() {
    Results results = new Results().with(Results.strategy("a"), Results.DURABLE);
    results.runs("a", 1, 1, 100, 130, 160).runs("a(copy)", 1, 1, 90, 120, 170);
    List<String> lines = ConsoleReport.lines(results.resultWithCopyOf("a"));
    assertThat(String.join("\n", lines).indexOf("WARNING: this machine was restless"))
        .isPositive()
        .isLessThan(String.join("\n", lines).indexOf("strategy  "));
  }

  @Test
  void aFailedRunIsShownAndNeverCalledVerified() {
    ComparisonResult result =
        new Results()
            .with(Results.strategy("a"), Results.DURABLE)
            .run(
                new RunResult(
                    "a",
                    1,
                    1,
                    "2026-11-30T12:00:00Z",
                    new RunResult.Loading(null, null, null, null, null, null, null, null, null),
                    new RunResult.Wal(null, null, null, null, null, null),
                    new RunResult.Checkpoints(null, null, null, null),
                    new RunResult.Disk(null, null, null, null, null),
                    new Costs(null, null, null, null, null, null, null, null),
                    new RunResult.Probes(null, null, null, null, null),
                    false,
                    false,
                    "the digest differs",
                    List.of()))
            .result();
    assertThat(String.join("\n", ConsoleReport.lines(result)))
        .contains("FAILED")
        .contains("a round 1 FAILED: the digest differs")
        .contains("0 of 1");
  }

  @Test
  void numbersAreTheSameUnderADecimalComma() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      ComparisonResult german = result();
      String shown = String.join("\n", ConsoleReport.lines(german)) + ReportFolder.json(german);
      Locale.setDefault(Locale.ROOT);
      ComparisonResult root = result();
      assertThat(shown)
          .isEqualTo(String.join("\n", ConsoleReport.lines(root)) + ReportFolder.json(root));
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void theMarkdownReportHoldsAnswersRunsAndPromises() {
    String text = new MarkdownReport().render(result(), Optional.empty());
    assertThat(text)
        .contains("## Wide or narrow?")
        .contains("## Every run, in the order they were done")
        .contains("NOT durable")
        .contains("seed 42");
  }

  @Test
  void notesThatDifferInFiguresOnlyAreOneNote() {
    Results results = new Results().with(Results.strategy("a-1"), Results.DURABLE);
    for (String percent : List.of("9", "66", "51", "51")) {
      results.run(
          Pages.noted(
              Results.run("a-1", 1, 90, 870, 890),
              "its sessions waited " + percent + " % of the time (all 3) for a-1"));
    }
    results.run(Results.run("a-1", 2, 90, 870, 890));
    assertThat(RunNotes.of(results.result()))
        .containsExactly(
            "its sessions waited 9 to 66 % of the time (all 3) for a-1"
                + " [a-1 round 1, a-1 round 1 and 2 more runs]");
  }

  @Test
  void aKneeIsSaidToBeOneOnlyWhereItIsNotAtAnEnd() {
    assertThat(SweepText.knee("1", "10", "100"))
        .isEqualTo("10 is the smallest within 5 % of the best");
    assertThat(SweepText.knee("1", "100", "100")).contains("beyond it may be better still");
    assertThat(SweepText.knee("1", "1", "100")).startsWith("the smallest measured, 1,");
  }
}
