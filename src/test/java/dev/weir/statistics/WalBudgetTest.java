package dev.weir.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.statistics.WalBudget.Part;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WalBudgetTest {
  private static final Duration LIMIT = Duration.ofSeconds(15);

  @ParameterizedTest
  @CsvSource({"15, false", "16, true", "17, false", "18, true"})
  void partsAddUpAndAgreeWithEveryRecordOfTheLog(int major, boolean checkpointBefore)
      throws SQLException, InterruptedException {
    TestDatabase database = inspected(major);
    database.run(
        "CREATE TABLE wide (id bigint PRIMARY KEY, at timestamptz, note text)",
        "ALTER TABLE wide ALTER note SET STORAGE EXTERNAL",
        "CREATE INDEX wide_at ON wide (at)",
        "CREATE TABLE ledger (lane int PRIMARY KEY, mark bigint)",
        "INSERT INTO wide SELECT -g, now(), 'x' FROM generate_series(1, 500) g");
    if (checkpointBefore) {
      database.run("CHECKPOINT");
    }
    try (StatisticsReader reader = database.reader()) {
      Snapshot before = reader.readSettled(List.of("wide"), LIMIT);
      try (Connection connection = database.connect()) {
        for (int i = 0; i < 20; i++) {
          TestDatabase.execute(
              connection,
              "INSERT INTO wide SELECT %d + g, now(), CASE g WHEN 1 THEN repeat('x', 5000) END FROM generate_series(1, 100) g"
                  .formatted(i * 100));
          TestDatabase.execute(connection, "INSERT INTO ledger VALUES (%d, 1)".formatted(i));
        }
      }
      Difference run = reader.between(before, reader.readSettled(List.of("wide"), LIMIT));
      WalBudget budget = reader.walBudget(run, List.of("wide"), List.of("ledger"));

      assertThat(budget.source()).isEqualTo("pg_walinspect");
      assertThat(budget.covered()).isEqualTo(1);
      assertThat(sum(budget)).isEqualTo(budget.totalBytes());
      assertThat(budget.totalBytes())
          .isEqualTo(run.costs("wide").walBytesByPosition().orElseThrow());
      assertThat(budget.bytes(Part.FULL_PAGE_IMAGES).orElseThrow() > 0)
          .isEqualTo(run.costs("wide").walFullPageImages().orElseThrow() > 0);
      assertThat(budget.indexes()).containsOnlyKeys("wide_pkey", "wide_at");
      Map<String, Long> logged = logged(database, run, "wide");
      for (String index : budget.indexes().keySet()) {
        assertThat(budget.indexes().get(index).bytes()).isEqualTo(logged.get(index));
      }
      assertThat(budget.bytes(Part.HEAP)).hasValue(logged.get("wide"));
      assertThat(budget.bytes(Part.TOAST).orElseThrow())
          .isGreaterThan(20 * 5000)
          .isEqualTo(logged.get("toast"));
      assertThat(budget.bytes(Part.COMMIT)).hasValue(logged.get("Transaction"));
      assertThat(budget.foreignShare().orElseThrow()).isLessThan(0.05);
    }
  }

  @ParameterizedTest
  @CsvSource({"15, false", "18, true"})
  void aLongLogIsToldApartBySamplesOfIt(int major, boolean checkpointBefore)
      throws SQLException, InterruptedException {
    TestDatabase database = inspected(major);
    database.run(
        "CREATE TABLE narrow (id bigint, measurement smallint, value float8, PRIMARY KEY (id, measurement)) WITH (autovacuum_enabled = false)",
        "CREATE INDEX narrow_value ON narrow (value)",
        "INSERT INTO narrow SELECT -g, 1, g FROM generate_series(1, 5000) g");
    if (checkpointBefore) {
      database.run("CHECKPOINT");
    }
    try (StatisticsReader reader = database.reader()) {
      Snapshot before = reader.readSettled(List.of("narrow"), LIMIT);
      database.run(
          "INSERT INTO narrow SELECT g / 100, g % 100, g * 0.5 FROM generate_series(1, 60000) g");
      Difference run = reader.between(before, reader.readSettled(List.of("narrow"), LIMIT));
      WalBudget budget = reader.walBudget(run, List.of("narrow"), List.of());

      assertThat(budget.totalBytes()).isGreaterThan(10L << 20);
      assertThat(budget.source()).isEqualTo("pg_walinspect, relations from samples");
      assertThat(budget.bytes(Part.FULL_PAGE_IMAGES).orElseThrow() > 0)
          .isEqualTo(run.costs("narrow").walFullPageImages().orElseThrow() > 0);
      if (checkpointBefore) {
        assertThat(budget.bytes(Part.FULL_PAGE_IMAGES).orElseThrow()).isPositive();
      }
      assertThat(sum(budget)).isEqualTo(budget.totalBytes());
      Map<String, Long> logged = logged(database, run, "narrow");
      for (String index : List.of("narrow_pkey", "narrow_value")) {
        assertThat(budget.indexes().get(index).bytes())
            .isCloseTo(logged.get(index), within(budget.totalBytes() / 50));
      }
      assertThat(budget.bytes(Part.HEAP).orElseThrow())
          .isCloseTo(logged.get("narrow"), within(budget.totalBytes() / 100));
      assertThat(budget.bytes(Part.OTHER).orElseThrow()).isLessThan(budget.totalBytes() * 6 / 100);
    }
  }

  @Test
  void aSegmentSwitchedInTheMiddleIsInOther() throws SQLException, InterruptedException {
    TestDatabase database = inspected(18);
    database.run("CREATE TABLE wide (id bigint PRIMARY KEY)");
    try (StatisticsReader reader = database.reader()) {
      Snapshot before = reader.readSettled(List.of("wide"), LIMIT);
      database.run(
          "INSERT INTO wide SELECT generate_series(1, 1000)",
          "SELECT pg_switch_wal()",
          "INSERT INTO wide SELECT generate_series(1001, 2000)");
      Difference run = reader.between(before, reader.readSettled(List.of("wide"), LIMIT));
      WalBudget budget = reader.walBudget(run, List.of("wide"), List.of());

      assertThat(sum(budget)).isEqualTo(budget.totalBytes());
      if (budget.totalBytes() > 1 << 20) {
        assertThat(run.notes())
            .singleElement()
            .asString()
            .startsWith("The WAL position moved by " + budget.totalBytes());
      }
      assertThat(budget.bytes(Part.HEAP).orElseThrow()).isBetween(100_000L, 300_000L);
    }
  }

  @Test
  void anotherSessionsWorkIsForeign() throws SQLException, InterruptedException {
    TestDatabase database = inspected(18);
    database.run(
        "CREATE TABLE wide (id bigint PRIMARY KEY)", "CREATE TABLE theirs (id bigint PRIMARY KEY)");
    try (StatisticsReader reader = database.reader()) {
      Snapshot before = reader.readSettled(List.of("wide"), LIMIT);
      database.run(
          "INSERT INTO wide SELECT generate_series(1, 3000)",
          "INSERT INTO theirs SELECT generate_series(1, 1000)");
      Difference run = reader.between(before, reader.readSettled(List.of("wide"), LIMIT));

      assertThat(reader.walBudget(run, List.of("wide"), List.of()).foreignShare().orElseThrow())
          .isBetween(0.15, 0.35);
      assertThat(
              reader
                  .walBudget(run, List.of("wide"), List.of("theirs"))
                  .foreignShare()
                  .orElseThrow())
          .isLessThan(0.05);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 18})
  void withoutTheExtensionTheCountersTellWhatTheyCan(int major)
      throws SQLException, InterruptedException {
    TestDatabase owner = TestDatabase.on(major).asPlainOwner();
    owner.run("CREATE TABLE wide (id bigint PRIMARY KEY)");
    try (StatisticsReader reader = owner.reader()) {
      Snapshot before = reader.readSettled(List.of("wide"), LIMIT);
      owner.run("INSERT INTO wide SELECT generate_series(1, 1000)");
      Difference run = reader.between(before, reader.readSettled(List.of("wide"), LIMIT));
      WalBudget budget = reader.walBudget(run, List.of("wide"), List.of());

      assertThat(budget.source()).startsWith("counters (pg_walinspect is not to be had)");
      assertThat(budget.bytes(Part.HEAP)).isEmpty();
      assertThat(budget.bytes(Part.COMMIT)).isEmpty();
      assertThat(budget.foreignShare()).isEmpty();
      assertThat(sum(budget)).isEqualTo(budget.totalBytes()).isPositive();
    }
  }

  @Test
  void aLogWhoseBeginningIsGoneIsToldFromTheRest() throws SQLException, InterruptedException {
    TestDatabase database = inspected(18);
    database.run("CREATE TABLE wide (id bigint PRIMARY KEY)");
    try (StatisticsReader reader = database.reader()) {
      Snapshot before = reader.readSettled(List.of("wide"), LIMIT);
      database.run(
          "INSERT INTO wide SELECT generate_series(1, 1000)",
          "SELECT pg_switch_wal()",
          "CHECKPOINT",
          "INSERT INTO wide SELECT generate_series(1001, 1010)",
          "SELECT pg_switch_wal()",
          "CHECKPOINT",
          "INSERT INTO wide SELECT generate_series(2001, 100000)");
      Difference run = reader.between(before, reader.readSettled(List.of("wide"), LIMIT));
      WalBudget budget = reader.walBudget(run, List.of("wide"), List.of());

      assertThat(budget.source()).contains("of the run's WAL, the rest being gone");
      assertThat(budget.covered()).isBetween(0.01, 0.9);
      assertThat(sum(budget)).isEqualTo(budget.totalBytes());
    }
  }

  /**
   * Bytes of the records by the relation they name first, one by one, images apart; of those that
   * name none by resource manager; a table's TOAST under one name.
   */
  private static Map<String, Long> logged(TestDatabase database, Difference run, String table)
      throws SQLException {
    String query =
        """
        WITH logged AS (
          SELECT split_part(split_part(block_ref, ' fork', 1), '/', 3) AS file, resource_manager,
                 sum(record_length - fpi_length) AS bytes
            FROM pg_get_wal_records_info('0/0'::pg_lsn + %d, '0/0'::pg_lsn + %d)
           WHERE resource_manager <> 'XLOG'
           GROUP BY 1, 2
        )
        SELECT CASE WHEN relname LIKE 'pg_toast_' || '%s'::regclass::oid || '%%' THEN 'toast'
                    ELSE coalesce(relname, resource_manager) END, sum(bytes)
          FROM logged LEFT JOIN pg_class ON pg_relation_filenode(oid)::text = file
         GROUP BY 1
        """
            .formatted(position(run.before()), position(run.after()), table);
    Map<String, Long> bytes = new HashMap<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        bytes.put(rows.getString(1), rows.getLong(2));
      }
    }
    return bytes;
  }

  private static long position(Snapshot snapshot) {
    return snapshot.figures().whole("wal_position", "inserted").orElseThrow();
  }

  private static long sum(WalBudget budget) {
    return budget.parts().values().stream().mapToLong(WalPart::bytes).sum();
  }

  private static TestDatabase inspected(int major) throws SQLException {
    TestDatabase database = TestDatabase.on(major);
    database.run("CREATE EXTENSION pg_walinspect");
    return database;
  }
}
