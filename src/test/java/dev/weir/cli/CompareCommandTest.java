package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.camel.StrategyFiles;
import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompareCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int compare(DatabaseAddress database, Path results) {
    CommandLine weir = Weir.commandLine();
    weir.setOut(new PrintWriter(out, true));
    weir.setErr(new PrintWriter(err, true));
    return weir.execute(
        "compare",
        "wide-copy-1000",
        "--records",
        "200",
        "--min-seconds",
        "0",
        "--warm-up",
        "0.3",
        "--rounds",
        "1",
        "--json",
        "--quiet",
        "--database",
        WeirProcess.uri(database),
        "--out",
        results.toString());
  }

  /** A full disk, for one. */
  @Test
  void whatCannotBeWrittenIsShownAndMakesTheComparisonFail() throws Exception {
    Path results = folder.resolve("results");
    Files.createDirectories(results.resolve("report.html").resolve("in the way"));
    assertThat(compare(TestServers.address(), results)).isEqualTo(Weir.FAILED);
    assertThat(new ObjectMapper().readTree(out.toString()).at("/runs/0/records").asLong())
        .isEqualTo(200);
    assertThat(err.toString()).contains("report.html not written", "not all that is shown here");
    assertThat(results.resolve("results.json")).isRegularFile();
  }

  @Test
  void aComparisonFromTheCommandLineLeavesItsWholeFolderAndNoPassword() throws Exception {
    DatabaseAddress database = TestServers.address();
    Path results = folder.resolve("results");

    int code = compare(database, results);

    assertThat(code).as(err.toString()).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.get("complete").asBoolean()).isTrue();
    assertThat(json.get("runs").get(0).get("records").asLong()).isEqualTo(200);
    assertThat(new ObjectMapper().readTree(results.resolve("results.json").toFile()))
        .isEqualTo(json);
    List<Path> files;
    try (Stream<Path> tree = Files.walk(results)) {
      files = tree.filter(Files::isRegularFile).toList();
    }
    assertThat(files.stream().map(file -> results.relativize(file).toString()))
        .containsExactlyInAnyOrder(
            "results.json",
            "environment.json",
            "report.md",
            "report.html",
            "samples.csv",
            "weir.log",
            "strategies/wide-copy-1000.camel.yaml");
    for (Path file : files) {
      assertThat(file).content().doesNotContain(database.password());
    }
    assertThat(err.toString()).doesNotContain(database.password());
    StrategyFiles strategies = new StrategyFiles(Home.locate());
    assertThat(strategies.load(results.resolve("strategies/wide-copy-1000.camel.yaml").toString()))
        .extracting(Strategy::settings)
        .isEqualTo(strategies.load("wide-copy-1000").settings());
    assertThat(results.resolve("report.md")).content().contains("wide-copy-1000", "--database");
  }
}
