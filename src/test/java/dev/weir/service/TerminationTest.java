package dev.weir.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.config.Home;
import dev.weir.config.TestHome;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir run} as a supervisor sees it: a process that is told to end while it is loading. */
class TerminationTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String STRATEGY = "wide-copy-1000";

  @TempDir Path folder;

  @Test
  void toldToEndUnderLoadItStoresWhatItReadExitsWithZeroAndGoesOnWithTheNextStart()
      throws Exception {
    Scenery scenery = new Scenery(folder);
    DatabaseAddress database = TestServers.address();
    Home home = TestHome.in(folder.resolve("home"), Map.of()).home();
    long before = 0;
    for (int time = 0; time < 2; time++) {
      Process weir = start(home, database, scenery.data());
      try {
        long stored = before;
        await().atMost(PATIENCE).until(() -> count(scenery, database) > stored + 2_000);
        weir.destroy();
        assertThat(weir.waitFor(30, TimeUnit.SECONDS)).as("ended").isTrue();
        assertThat(weir.exitValue()).isZero();
      } finally {
        weir.destroyForcibly().waitFor();
      }
      long after = scenery.assertFirstPart(database, STRATEGY);
      assertThat(after).isGreaterThan(before);
      before = after;
    }
    assertThat(scenery.data().resolve("logs/weir.log")).exists();
  }

  private static long count(Scenery scenery, DatabaseAddress database) {
    long count = 0;
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement()) {
      for (Table table : new SlotTables(STRATEGY, scenery.sensors).all(connection)) {
        try (ResultSet row =
            statement.executeQuery("SELECT count(*) FROM " + table.qualifiedName())) {
          row.next();
          count += row.getLong(1);
        }
      }
    } catch (SQLException e) {
      return 0; // not made yet
    }
    return count;
  }

  private static Process start(Home home, DatabaseAddress database, Path data) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String user = (database.jdbcUrl().contains("?") ? "&" : "?") + "user=" + database.user();
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-D" + Home.PROPERTY + "=" + home.root(),
                "-cp",
                classPath,
                "dev.weir.cli.Weir",
                "run",
                STRATEGY,
                "--rate",
                "3000",
                "--database",
                database.jdbcUrl() + user,
                "--data",
                data.toString()));
    builder.environment().put("PGPASSWORD", database.password());
    return builder
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
