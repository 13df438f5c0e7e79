package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.ServerProfile;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BorrowedExtensionsTest {

  private static List<String> installed(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT extname FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY 1")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  private static BorrowedExtensions borrow(Connection connection) throws SQLException {
    BorrowedExtensions extensions = new BorrowedExtensions();
    extensions.borrow(connection, ServerProfile.read(connection));
    return extensions;
  }

  @Test
  void theLastComparisonDropsWhatTheFirstAdded() throws SQLException {
    DatabaseAddress database = TestServers.address();
    try (Connection one = TestServers.connect(database);
        Connection other = TestServers.connect(database)) {
      BorrowedExtensions first = borrow(one);
      BorrowedExtensions second = borrow(other);

      assertThat(first.notes())
          .containsExactly(
              "pg_walinspect and pg_buffercache added to the database for this comparison, dropped"
                  + " at its end");
      assertThat(second.notes()).isEmpty();
      first.giveBack(one);
      assertThat(installed(one)).containsExactly("pg_buffercache", "pg_walinspect");
      second.giveBack(other);
      assertThat(installed(one)).isEmpty();
    }
  }

  @Test
  void whatAKilledComparisonAddedIsDroppedByTheNext() throws SQLException {
    DatabaseAddress database = TestServers.address();
    try (Connection killed = TestServers.connect(database)) {
      borrow(killed);
    }
    try (Connection next = TestServers.connect(database)) {
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                borrow(next).giveBack(next);
                return installed(next).isEmpty();
              });
    }
  }

  /** One that is there without Weir's mark would be taken for the user's, and never be dropped. */
  @Test
  void noneIsAddedThatCannotBeMarked() throws SQLException {
    DatabaseAddress database = TestServers.address();
    TinyComparison.execute(
        database,
        "CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql"
            + " AS $$BEGIN RAISE EXCEPTION 'no comments here'; END$$");
    TinyComparison.execute(
        database,
        "CREATE EVENT TRIGGER no_comments ON ddl_command_end WHEN TAG IN ('COMMENT')"
            + " EXECUTE FUNCTION refuse()");
    try (Connection connection = TestServers.connect(database)) {
      BorrowedExtensions extensions = borrow(connection);

      assertThat(extensions.notes())
          .hasSize(2)
          .allSatisfy(note -> assertThat(note).contains("could not be added", "no comments here"));
      assertThat(installed(connection)).isEmpty();
      extensions.giveBack(connection);
    }
  }

  @Test
  void whatTheDatabaseHadIsLeftThere() throws SQLException {
    DatabaseAddress database = TestServers.address();
    TinyComparison.execute(database, "CREATE EXTENSION pg_walinspect");
    try (Connection connection = TestServers.connect(database)) {
      borrow(connection).giveBack(connection);
      assertThat(installed(connection)).containsExactly("pg_walinspect");
    }
  }
}
