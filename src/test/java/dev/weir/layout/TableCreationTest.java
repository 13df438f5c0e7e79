package dev.weir.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableCreationTest {
  private static DatabaseAddress address;
  private Connection connection;

  @BeforeAll
  static void makeDatabase() {
    address = TestServers.address();
  }

  @BeforeEach
  void connect() {
    connection = TestServers.connect(address);
  }

  @AfterEach
  void dropAndDisconnect() throws SQLException {
    execute("DROP TABLE IF EXISTS records");
    connection.close();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Table table(Layout layout, int measurements) {
    return new Table("", "records", layout, measurements, TableOptions.defaults());
  }

  private static TableCreation creation(Layout layout, int measurements) {
    return new TableCreation(table(layout, measurements), List.of());
  }

  @Test
  void aTableIsMadeOnceAndThenFound() throws SQLException {
    assertThat(creation(Layouts.WIDE, 3).createIfMissing(connection)).isTrue();
    assertThat(creation(Layouts.WIDE, 3).createIfMissing(connection)).isFalse();
  }

  @Test
  void severalInstancesMayStartAtOnce() throws Exception {
    int instances = 8;
    CyclicBarrier start = new CyclicBarrier(instances);
    ExecutorService threads = Executors.newFixedThreadPool(instances);
    try {
      List<Callable<Boolean>> starts = new ArrayList<>();
      for (int i = 0; i < instances; i++) {
        starts.add(
            () -> {
              try (Connection own = TestServers.connect(address)) {
                start.await();
                return creation(Layouts.WIDE, 100).createIfMissing(own);
              }
            });
      }
      List<Boolean> made = new ArrayList<>();
      for (Future<Boolean> result : threads.invokeAll(starts)) {
        made.add(result.get());
      }
      assertThat(made).hasSize(instances).containsOnlyOnce(true);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aTableOfAnotherShapeIsRefusedWithEveryDifference() throws SQLException {
    execute(
        "CREATE TABLE records (id bigint, recorded_at timestamp, m001 float8, m002 float4,"
            + " note text)");
    assertThatThrownBy(() -> creation(Layouts.WIDE, 2).createIfMissing(connection))
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e ->
                assertThat(e.problems())
                    .extracting(Problem::toString)
                    .containsExactly(
                        "table \"records\": column recorded_at is \"timestamp without time zone\";"
                            + " timestamp with time zone is needed",
                        "table \"records\": column series is missing; integer is needed",
                        "table \"records\": column m002 is \"real\"; double precision is needed",
                        "table \"records\": column note is \"text\"; no such column is needed"));
  }

  @Test
  void aTableOfAnotherKindIsRefused() throws SQLException {
    creation(Layouts.ARRAY, 2).createIfMissing(connection);
    TableOptions partitioned =
        new TableOptions(false, 100, true, List.of(), Optional.of(Duration.ofDays(1)));
    Table other = new Table("", "records", Layouts.ARRAY, 2, partitioned);
    assertThatThrownBy(() -> new TableCreation(other, List.of()).createIfMissing(connection))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("table \"records\": kind is \"a table\"; a partitioned table is needed");
  }

  @Test
  void sourceNamesStandInCommentsOnTheColumns() throws SQLException {
    List<String> names = List.of("cpu.user", "it's", "back\\slash", "ü ☃");
    new TableCreation(table(Layouts.WIDE, 4), names).createIfMissing(connection);
    try (Statement statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT array_agg(col_description('records'::regclass, n) ORDER BY n)"
                    + " FROM generate_series(4, 7) n")) {
      row.next();
      assertThat((Object[]) row.getArray(1).getArray()).containsExactly(names.toArray());
    }
  }

  @Test
  void replacingLeavesAnEmptyTable() throws SQLException {
    creation(Layouts.WIDE, 1).createIfMissing(connection);
    execute("INSERT INTO records VALUES (1, now(), 1, 1)");
    creation(Layouts.NARROW, 1).replace(connection);
    try (Statement statement = connection.createStatement();
        var row = statement.executeQuery("SELECT count(measurement) FROM records")) {
      row.next();
      assertThat(row.getInt(1)).isZero();
    }
    assertThat(connection.getAutoCommit()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1015", "1700"})
  void aRowThatCannotFitIsRefusedBeforeTheFirst(int measurements) {
    assertThatThrownBy(() -> creation(Layouts.WIDE, measurements).createIfMissing(connection))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "table \"records\": measurements is \"%d\"; a number from 1 to 1014 in layout wide (a row"
                + " has to fit in a page of 8192 bytes), or layout narrow or array or jsonb is"
                + " needed",
            measurements);
  }

  /** What the formula says is what the server does. */
  @ParameterizedTest
  @CsvSource({
    "1014, false, true",
    "1015, false, false",
    "999, true, true",
    "1000, true, false",
    "1014, true, false"
  })
  void theLimitOfAWideRowIsTheServers(int measurements, boolean oneNull, boolean fits)
      throws SQLException {
    for (String statement : table(Layouts.WIDE, measurements).createStatements()) {
      execute(statement);
    }
    String insert =
        "INSERT INTO records VALUES (1, now(), 1, "
            + (oneNull ? "NULL" : "1")
            + ", 1".repeat(measurements - 1)
            + ")";
    if (fits) {
      execute(insert);
    } else {
      assertThatThrownBy(() -> execute(insert)).hasMessageContaining("row is too big");
    }
    assertThat(measurements <= Layouts.WIDE.maximumMeasurements(8192, oneNull)).isEqualTo(fits);
  }

  @Test
  void otherPageSizesHaveOtherLimits() {
    assertThat(Layouts.WIDE.maximumMeasurements(4096, false)).isEqualTo(502);
    assertThat(Layouts.WIDE.maximumMeasurements(32768, true)).isEqualTo(1597);
  }

  @Test
  void aNarrowTableCountsItsMeasurementsInASmallint() {
    assertThat(Layouts.NARROW.maximumMeasurements()).isEqualTo(32767);
    assertThat(Layouts.NARROW.limit("x.yaml", 40_000, 8192, true))
        .map(Problem::toString)
        .contains(
            "x.yaml: measurements is \"40000\"; a number from 1 to 32767 in layout narrow, or"
                + " layout array or jsonb is needed");
  }
}
