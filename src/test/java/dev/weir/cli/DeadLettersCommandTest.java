package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.config.Home;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.EmbeddedSettings;
import dev.weir.postgres.RunningServer;
import dev.weir.postgres.TestServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The dead letters of a service on its kept server: while it is at work, and when none is. */
class DeadLettersCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private StoredSensors stored;
  private Path data;

  @BeforeEach
  void useTheTestsOwnCache() throws Exception {
    System.setProperty(
        EmbeddedSettings.CACHE_PROPERTY,
        TestServers.settings(TestServers.NEWEST).cacheFolder().toString());
    stored = StoredSensors.byWideCopy();
    data = folder.resolve("data");
  }

  @AfterEach
  void forget() {
    System.clearProperty(EmbeddedSettings.CACHE_PROPERTY);
  }

  /** What a command said, having ended well. */
  private String deadLetters(String... arguments) {
    List<String> all = new ArrayList<>(List.of("dead-letters"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--data", data.toString()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine weir = Weir.commandLine();
    weir.setOut(new PrintWriter(out, true));
    weir.setErr(new PrintWriter(err, true));
    assertThat(weir.execute(all.toArray(String[]::new))).as("%s: %s", all, err).isZero();
    return out.toString();
  }

  private static void execute(DatabaseAddress server, String sql) throws SQLException {
    try (Connection connection = TestServers.connect(server);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Set<Long> positions(List<String> lines) throws Exception {
    Set<Long> positions = new HashSet<>();
    for (String line : lines) {
      JsonNode letter = JSON.readTree(line);
      assertThat(letter.get("strategy").asText()).isEqualTo("wide-copy-1000");
      assertThat(letter.get("sqlstate").asText()).isEqualTo("23514");
      assertThat(letter.get("record").get("measurements")).hasSize(100);
      assertThat(positions.add(letter.get("position").asLong())).isTrue();
    }
    return positions;
  }

  @Test
  void lettersAreSeenWhileAServiceIsAtWorkAndPutBackOnceWhenNoneIs() throws Exception {
    Path dataset = folder.resolve("plant-sensors.yaml");
    Files.copy(Home.locate().datasets().resolve("sensors.yaml"), dataset);
    try (WeirProcess weir =
        WeirProcess.start(
            folder,
            "run",
            stored.strategy(),
            "--dataset",
            dataset.toString(),
            "--rate",
            "4000",
            "--data",
            data.toString())) {
      await().atMost(Duration.ofSeconds(90)).until(() -> isStoring(weir));
      DatabaseAddress server = RunningServer.in(data.resolve("postgres")).orElseThrow();
      execute(
          server,
          "ALTER TABLE "
              + stored.table(server)
              + " ADD CONSTRAINT odd CHECK (id % 500 <> 78) NOT VALID");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> weir.metric("weir_records_dead_lettered_total") >= 6);

      assertThat(deadLetters("list")).contains("SQLState 23514", "\"odd\"", "dead letters");
      Path file = folder.resolve("letters.ndjson");
      assertThat(deadLetters("export", "--out", file.toString())).contains(file.toString());
      assertThat(positions(Files.readAllLines(file))).hasSizeGreaterThanOrEqualTo(6);

      weir.signal("TERM");
      assertThat(weir.exitCode(Duration.ofSeconds(60))).isEqualTo(Weir.DONE);
    }
    Files.delete(dataset); // letters can be put back without what they were read from
    Set<Long> all = positions(deadLetters("export").lines().toList());
    Set<Long> storable = new HashSet<>(all);
    storable.removeIf(position -> position % 1000 == 77); // whose id is one more
    try (EmbeddedServer server = kept()) {
      execute(
          server.address(),
          "ALTER TABLE "
              + stored.table(server.address())
              + " DROP CONSTRAINT odd, ADD CONSTRAINT rare CHECK (id % 1000 <> 78) NOT VALID");
    }
    int refused = all.size() - storable.size();
    assertThat(deadLetters("retry"))
        .contains("stored %d, refused again %d, never".formatted(storable.size(), refused));
    assertThat(deadLetters("retry"))
        .contains("stored 0, refused again %d, never".formatted(refused));

    Set<Long> left = positions(deadLetters("export").lines().toList());
    all.removeAll(storable);
    assertThat(left).isEqualTo(all);
    assertThat(deadLetters("list")).contains("\"rare\"").doesNotContain("\"odd\"");
    try (EmbeddedServer server = kept()) {
      stored.assertFirstPartBut(server.address(), left);
    }
  }

  private static boolean isStoring(WeirProcess weir) throws InterruptedException {
    assertThat(weir.isAlive()).isTrue();
    return weir.metric("weir_records_stored_total") >= 1_000;
  }

  private EmbeddedServer kept() throws Exception {
    return EmbeddedServer.start(data.resolve("postgres"), TestServers.settings(TestServers.NEWEST));
  }

  @Test
  void whereNothingWasEverKeptThatIsSaidAndNothingIsMade() {
    StringWriter err = new StringWriter();
    CommandLine weir = Weir.commandLine();
    weir.setErr(new PrintWriter(err, true));
    assertThat(weir.execute("dead-letters", "list", "--data", data.toString()))
        .isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString()).contains("--data is \"" + data, "--database");
    assertThat(data).doesNotExist();
  }

  @Test
  void aFileThatIsThereIsNotWrittenOver() throws Exception {
    Path file = Files.writeString(folder.resolve("letters.ndjson"), "mine\n");
    StringWriter err = new StringWriter();
    CommandLine weir = Weir.commandLine();
    weir.setErr(new PrintWriter(err, true));
    assertThat(weir.execute("dead-letters", "export", "--out", file.toString()))
        .isEqualTo(Weir.WRONG_USE);
    assertThat(err.toString()).contains("--out is \"" + file);
    assertThat(file).hasContent("mine\n");
  }
}
