package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompareFlagsTest {
  @TempDir private Path folder;

  private final StringWriter err = new StringWriter();

  private int weir(String... arguments) {
    CommandLine weir = Weir.commandLine();
    weir.setOut(new PrintWriter(new StringWriter(), true));
    weir.setErr(new PrintWriter(err, true));
    return weir.execute(arguments);
  }

  @Test
  void everythingWrongWithWhatIsAskedForIsSaidAtOnce() {
    assertThat(
            weir(
                "compare",
                "wide-copy-1000",
                "--find-crossover",
                "layout",
                "--p99",
                "fast",
                "--baseline",
                folder.resolve("nothing").resolve("results.json").toString(),
                "--vary",
                "server=no-such-settings"))
        .isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString())
        .contains("--find-crossover")
        .contains("--p99")
        .contains(folder.resolve("nothing").toString())
        .contains("no-such-settings");
  }

  @Test
  void aRateNeedsALatencyThatIsATime() {
    assertThat(weir("compare", "wide-copy-1000", "--at-rate", "100", "--p99", "5 minutes"))
        .isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString()).contains("--p99").contains("a time from 1ms to 1h");
  }

  @Test
  void aCrossoverIsOfTwoStrategies() {
    assertThat(weir("compare", "wide-copy-1000", "--find-crossover", "batchSize"))
        .isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString()).contains("two strategies, not 1");
  }

  @Test
  void settingsOfAServerThatIsNotOursAreNotVaried() throws Exception {
    Files.writeString(folder.resolve("small.conf"), "max_wal_size = 100MB\n");
    assertThat(
            weir(
                "compare",
                "wide-copy-1000",
                "--database",
                "postgresql://nobody@127.0.0.1:1/none",
                "--vary",
                "server=" + folder.resolve("small.conf")))
        .isNotZero();
    assertThat(err.toString()).contains("not Weir's own");
  }

  @Test
  void aCsvFileTooLargeForTheHeapIsRefusedAndSaysWhatHelps() throws Exception {
    Files.writeString(folder.resolve("large.csv"), "a\n" + "1\n".repeat(600_000));
    Path yaml =
        Files.writeString(
            folder.resolve("large.yaml"),
            "kind: csv\nfile: large.csv\nstart: 2026-01-01\ninterval: 1s\n");
    try (WeirProcess weir =
        WeirProcess.start(
            folder,
            WeirProcess.freePort(),
            List.of("-Xmx40m"),
            "compare",
            "wide-copy-1000",
            "--dataset",
            yaml.toString())) {
      assertThat(weir.exitCode(Duration.ofSeconds(60))).isEqualTo(Weir.WRONG_USE);
      assertThat(weir.err()).contains("large.csv: more memory is needed: 40 MB were full after");
    }
  }

  @Test
  void aBaselineWithoutAnyOfTheStrategiesIsRefused() throws Exception {
    Files.writeString(
        folder.resolve("results.json"),
        """
        {"format":1,"weir":"0","startedAt":"","endedAt":"","complete":true,"plannedRuns":0,
         "conditions":{"dataset":"other","measurements":3,"records":1,"minSeconds":1,"rounds":3,
         "seed":1,"sampleSeconds":1},
         "strategies":[],"runs":[],"summary":[],"verdicts":[],"notes":[]}
        """);
    assertThat(weir("compare", "wide-copy-1000", "--baseline", folder.toString()))
        .isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString())
        .contains("a result of one of these strategies")
        .contains("it has other of 3");
  }
}
