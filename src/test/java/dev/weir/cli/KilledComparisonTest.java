package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A comparison on a user's own server that is killed: what it left there, and for how long. */
class KilledComparisonTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String EXTENSIONS = "pg_extension WHERE extname <> 'plpgsql'";
  private static final String TABLES = "pg_class WHERE relname LIKE 'weir_run_%' AND relkind = 'r'";

  @TempDir private Path folder;

  @Test
  @Tag("long")
  void theNextComparisonWithTheSameDatabaseDropsWhatItLeft() throws Exception {
    DatabaseAddress database = TestServers.address();
    try (WeirProcess weir = WeirProcess.start(folder, comparison(database, "1000000", "killed"))) {
      await()
          .atMost(PATIENCE)
          .until(() -> count(database, EXTENSIONS) == 2 && count(database, TABLES) > 0);
      assertThat(weir.isAlive()).isTrue();
    } // killed
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                count(
                        database,
                        "pg_stat_activity WHERE datname = current_database()"
                            + " AND pid <> pg_backend_pid()")
                    == 0);
    assertThat(count(database, EXTENSIONS)).isEqualTo(2);
    assertThat(count(database, TABLES)).isPositive();

    StringWriter err = new StringWriter();
    CommandLine next = Weir.commandLine();
    next.setOut(new PrintWriter(new StringWriter()));
    next.setErr(new PrintWriter(err, true));
    assertThat(next.execute(comparison(database, "200", "next"))).as(err.toString()).isZero();

    assertThat(count(database, EXTENSIONS)).isZero();
    assertThat(count(database, TABLES)).isZero();
  }

  private String[] comparison(DatabaseAddress database, String records, String out) {
    return List.of(
            "compare",
            "wide-copy-1000",
            "--records",
            records,
            "--min-seconds",
            "0",
            "--warm-up",
            "0.3",
            "--rounds",
            "1",
            "--quiet",
            "--database",
            WeirProcess.uri(database),
            "--out",
            folder.resolve(out).toString())
        .toArray(String[]::new);
  }

  private static long count(DatabaseAddress database, String from) throws SQLException {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM " + from)) {
      row.next();
      return row.getLong(1);
    }
  }
}
