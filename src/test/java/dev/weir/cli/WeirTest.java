package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.compare.Results;
import dev.weir.report.ReportFolder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class WeirTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int weir(String... arguments) {
    CommandLine command = Weir.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }

  @Test
  void everyProblemIsToldAtOnceAndNothingIsLeftBehind() throws Exception {
    Path results = folder.resolve("results");
    int code =
        weir(
            "compare",
            "no-such-strategy",
            "wide-copy-1000",
            "--vary",
            "batchSize=0,10",
            "--vary",
            "colour=red",
            "--records",
            "many",
            "--min-seconds",
            "-1",
            "--rounds",
            "0",
            "--seed",
            "x",
            "--dataset",
            "no-such-dataset",
            "--database",
            "postgresql://someone:geheim@127.0.0.1:1/nowhere",
            "--out",
            results.toString());
    assertThat(code).isEqualTo(2);
    assertThat(err.toString().lines())
        .hasSize(9)
        .allSatisfy(line -> assertThat(line).startsWith("weir: ").doesNotContain("geheim"))
        .anySatisfy(line -> assertThat(line).contains("no-such-strategy", "wide-copy-1000"))
        .anySatisfy(line -> assertThat(line).contains("batchSize is \"0\"", "from 1 to 1000000"))
        .anySatisfy(line -> assertThat(line).contains("colour=red", "fillfactor"))
        .anySatisfy(line -> assertThat(line).contains("--records is \"many\""))
        .anySatisfy(line -> assertThat(line).contains("--min-seconds is \"-1\""))
        .anySatisfy(line -> assertThat(line).contains("--rounds is \"0\""))
        .anySatisfy(line -> assertThat(line).contains("--seed is \"x\""))
        .anySatisfy(line -> assertThat(line).contains("no-such-dataset", "sensors"))
        .anySatisfy(line -> assertThat(line).contains("127.0.0.1:1"));
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aFolderWithResultsIsNotWrittenOver() throws Exception {
    Files.writeString(folder.resolve("results.json"), "{}");
    assertThat(weir("compare", "wide-copy-1000", "--out", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("--out", "results.json");
    assertThat(folder.resolve("results.json")).hasContent("{}");
  }

  @Test
  void anUnknownFlagIsWrongUseAndPointsToTheHelp() {
    assertThat(weir("compare", "--bogus")).isEqualTo(2);
    assertThat(err.toString()).contains("--bogus").contains("weir compare --help");
  }

  @Test
  void withoutACommandTheHelpIsPointedTo() {
    assertThat(weir()).isEqualTo(2);
    assertThat(err.toString()).contains("a command is needed");
  }

  @Test
  void theVersionIsTheBuilds() {
    assertThat(weir("--version")).isZero();
    assertThat(out.toString()).matches("weir \\d+\\.\\d+\\.\\d+\\S*\\s+");
  }

  @Test
  void aReportIsRenderedAgainFromItsResults() {
    ReportFolder.create(Optional.of(folder), Instant.EPOCH)
        .write(
            new Results()
                .with(Results.strategy("wide-copy-1000"), Results.DURABLE)
                .runs("wide-copy-1000", 870, 890, 90_000, 91_000, 92_000)
                .result(),
            Optional.empty());
    assertThat(weir("report", folder.toString())).isZero();
    assertThat(out.toString()).contains("wide-copy-1000", "91,000");
    assertThat(folder.resolve("report.md")).isNotEmptyFile();
  }

  @Test
  void aFolderWithoutResultsCannotBeReported() {
    assertThat(weir("report", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains(folder.toString(), "results.json");
  }

  @Test
  void theRootOfAFileSystemIsNoStrategy() {
    assertThat(weir("run", "/", "--data", folder.toString())).isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString()).contains("STRATEGY is \"/\"");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatCannotRunIsRefusedBeforeAServerIsStarted() throws Exception {
    Path data = folder.resolve("data");
    Path bad = Files.writeString(folder.resolve("bad.camel.yaml"), "- route: {\n");
    Path none = Files.createDirectory(folder.resolve("none"));
    int code =
        weir(
            "run",
            "wide-copy-1000",
            "narrow-copy-1000",
            "wide-copy-1000",
            "",
            bad.toString(),
            none.toString(),
            "--data",
            data.toString());
    assertThat(code).isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString().lines())
        .filteredOn(line -> !line.contains("a port that is free")) // others may have it
        .hasSize(4)
        .anySatisfy(line -> assertThat(line).contains("STRATEGY is \"wide-copy-1000\"; another"))
        .anySatisfy(line -> assertThat(line).contains("STRATEGY is missing; a name or a path"))
        .anySatisfy(line -> assertThat(line).contains(bad + ":"))
        .anySatisfy(line -> assertThat(line).contains(none + ": holds no route file"));
    assertThat(data).doesNotExist();
  }

  /** As with LC_ALL=C every name with an umlaut. */
  @Test
  void aNameTheSystemHasNoPathForIsWrongUse() {
    assertThat(weir("compare", "m\u0000essen")).isEqualTo(Weir.WRONG_USE);
    assertThat(weir("run", "m\u0000essen")).isEqualTo(Weir.WRONG_USE);
    assertThat(weir("compare", "--baseline", "m\u0000essen")).isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString()).contains("can be no path here").doesNotContain("Exception");
  }

  @Test
  void deadLettersOfNoNumberOrIntoNoFolderAreWrongUse() {
    String data = folder.toString();
    assertThat(weir("dead-letters", "retry", "--id", "0", "--data", data))
        .isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString()).contains("--id is \"0\"; a whole number from 1 is needed");
    String out = folder.resolve("none").resolve("letters.json").toString();
    assertThat(weir("dead-letters", "export", "--out", out, "--data", data))
        .isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString()).contains("--out is \"" + out + "\"; a file that is not there yet");
    assertThat(folder).as("no server was started").isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null | result is \"null\"; a result of Weir is needed",
        "{} | strategies is missing",
        "{\"runs\": | not a result of Weir",
        "{\"strategies\":[],\"runs\":[null]} | runs is missing, or one of it is",
        "{\"strategies\":[{}],\"runs\":[],\"summary\":[],\"verdicts\":[],\"notes\":[]}"
            + " | conditions is missing",
        "{\"strategies\":[{}],\"runs\":[],\"summary\":[],\"verdicts\":[],\"notes\":[]}"
            + " | strategies[0].promise is missing",
        "{\"format\":9,\"strategies\":[],\"runs\":[],\"summary\":[],\"verdicts\":[],\"notes\":[]}"
            + " | format is \"9\"; 1 is needed"
      })
  void aResultThatWasEditedOrBreaksOffIsRefusedWithWhatItLacks(String text, String told)
      throws Exception {
    Files.writeString(folder.resolve("results.json"), text);
    assertThat(weir("report", folder.toString())).isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString()).contains(folder.resolve("results.json").toString(), told);
  }

  @Test
  void aPasswordOnTheCommandLineDoesNotReachTheReport() {
    String address = "me@host:5432/db";
    assertThat(
            CommandLineText.of(
                List.of("compare", "--database", "postgresql://me:geheim@host/db", "--quiet"),
                address))
        .isEqualTo("weir compare --database me@host:5432/db --quiet");
    assertThat(
            CommandLineText.of(
                List.of("compare", "--database=postgresql://me:geheim@host/db"), address))
        .isEqualTo("weir compare --database=me@host:5432/db");
  }
}
