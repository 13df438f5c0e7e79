package dev.weir.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.Strategy;
import dev.weir.postgres.TestServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TableTest {
  private static final String TIME = "2026-01-31 12:00:00+00";
  private static Connection connection;

  @BeforeAll
  static void connect() {
    connection = TestServers.connect(TestServers.address());
  }

  @AfterAll
  static void disconnect() throws SQLException {
    connection.close();
  }

  static List<Layout> layouts() {
    return Layouts.ALL;
  }

  private static Table table(Layout layout, TableOptions options) {
    return new Table("", "records_" + layout.name(), layout, 3, options);
  }

  /** A table with one record: id 7, series 1, measurements 1.5, null and NaN. */
  private static Table oneRecord(Layout layout) throws SQLException {
    Table table = table(layout, TableOptions.defaults());
    new TableCreation(table, List.of()).replace(connection);
    String key = "INSERT INTO " + table.qualifiedName() + " VALUES (7, '" + TIME + "', 1, ";
    execute(
        layout.choose(
            new Layout.Cases<>(
                key + "1.5, NULL, 'NaN')",
                key + "3, 'NaN'); " + key + "1, 1.5); " + key + "2, NULL)",
                key + "'{1.5,NULL,NaN}')",
                key + "'{\"m003\":\"NaN\",\"m001\":1.5,\"m002\":null}')")));
    return table;
  }

  private static void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first row with its columns joined by a space. */
  private static String query(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      List<String> columns = new ArrayList<>();
      for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
        columns.add(row.getString(i));
      }
      return String.join(" ", columns);
    }
  }

  @Test
  void theDigestIsMd5OverTheBytesPostgresSends() throws SQLException {
    String md5 =
        query(
            "SELECT md5(int8send(7) || timestamptz_send('"
                + TIME
                + "') || int4send(1) || array_send('{1.5,NULL,NaN}'::float8[]))");
    for (Layout layout : Layouts.ALL) {
      assertThat(query(oneRecord(layout).digestQuery()))
          .as(layout.name())
          .isEqualTo("1 " + md5 + " 0");
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void theDigestOfNothingIsZero(Layout layout) throws SQLException {
    Table table = table(layout, TableOptions.defaults());
    new TableCreation(table, List.of()).replace(connection);
    assertThat(query(table.digestQuery())).isEqualTo("0 " + "0".repeat(32) + " 0");
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void aRecordChangedBehindOurBackChangesTheDigest(Layout layout) throws SQLException {
    Table table = oneRecord(layout);
    String before = query(table.digestQuery());
    execute("UPDATE " + table.qualifiedName() + " SET series = 2");
    assertThat(query(table.digestQuery())).startsWith("1 ").isNotEqualTo(before).endsWith(" 0");
  }

  @ParameterizedTest
  @CsvSource({
    "narrow, DELETE FROM records_narrow WHERE measurement = 2",
    "narrow, UPDATE records_narrow SET measurement = 4 WHERE measurement = 3",
    "narrow, UPDATE records_narrow SET series = 5 WHERE measurement = 3",
    "array, 'UPDATE records_array SET measurements = ''{1.5,NULL}'''",
    "array, UPDATE records_array SET measurements = NULL",
    "array, 'UPDATE records_array SET measurements = ''[0:2]={1.5,NULL,NaN}'''",
    "jsonb, UPDATE records_jsonb SET measurements = measurements - 'm002'",
    "jsonb, UPDATE records_jsonb SET measurements = measurements || '{\"more\":1}'",
    "jsonb, UPDATE records_jsonb SET measurements = NULL"
  })
  void aRecordThatIsNotWholeIsMisplaced(String layout, String change) throws SQLException {
    Table table = oneRecord(Layout.named(layout));
    execute(change);
    assertThat(query(table.digestQuery())).doesNotEndWith(" 0");
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void oneRecordIsReadByItsId(Layout layout) throws SQLException {
    Table table = oneRecord(layout);
    List<String> lastColumn = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(table.readOneQuery())) {
      statement.setLong(1, 7);
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.getMetaData().getColumnCount()).isEqualTo(table.columns().size());
        while (rows.next()) {
          lastColumn.add(rows.getString(table.columns().size()));
        }
      }
    }
    assertThat(lastColumn).hasSize(table.rowsPerRecord()).last().asString().contains("NaN");
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void oneMeasurementIsSetByTheIdOfItsRecord(Layout layout) throws SQLException {
    Table table = oneRecord(layout);
    String before = query(table.digestQuery());
    for (double value : new double[] {2.5, Double.NaN}) {
      try (PreparedStatement statement = connection.prepareStatement(table.updateOneStatement(3))) {
        statement.setDouble(1, value);
        statement.setLong(2, 7);
        assertThat(statement.executeUpdate()).isEqualTo(1);
      }
      assertThat(query(table.digestQuery()).equals(before)).isEqualTo(Double.isNaN(value));
    }
  }

  @Test
  void everyOptionIsInTheStatements() {
    TableOptions options =
        new TableOptions(
            true, 70, true, List.of("btree-series-time", "brin-time"), Optional.empty());
    assertThat(table(Layouts.NARROW, options).createStatements())
        .containsExactly(
            "CREATE UNLOGGED TABLE \"records_narrow\" (id bigint NOT NULL, recorded_at timestamp"
                + " with time zone NOT NULL, series integer NOT NULL, measurement smallint NOT"
                + " NULL, value double precision, PRIMARY KEY (id, measurement)) WITH (fillfactor"
                + " = 70)",
            "CREATE INDEX ON \"records_narrow\" USING btree (series, recorded_at)",
            "CREATE INDEX ON \"records_narrow\" USING brin (recorded_at)");
    TableOptions partitioned =
        new TableOptions(true, 70, true, List.of(), Optional.of(Duration.ofDays(1)));
    assertThat(table(Layouts.ARRAY, partitioned).createStatements())
        .containsExactly(
            "CREATE TABLE \"records_array\" (id bigint NOT NULL, recorded_at timestamp with time"
                + " zone NOT NULL, series integer NOT NULL, measurements double precision[],"
                + " PRIMARY KEY (id, recorded_at)) PARTITION BY RANGE (recorded_at)");
  }

  @Test
  void aStrategySetsTheOptions() {
    Strategy strategy =
        Strategy.of(
            "x",
            Path.of("x"),
            "x",
            Map.of(
                "layout", "wide",
                "method", "none",
                "unlogged", "true",
                "fillfactor", "80",
                "primaryKey", "false",
                "indexes", "brin-time",
                "partition", "1d"));
    assertThat(TableOptions.of(strategy))
        .isEqualTo(
            new TableOptions(
                true, 80, false, List.of("brin-time"), Optional.of(Duration.ofDays(1))));
    Strategy plain =
        Strategy.of("x", Path.of("x"), "x", Map.of("layout", "wide", "method", "none"));
    assertThat(TableOptions.of(plain)).isEqualTo(TableOptions.defaults());
  }

  @Test
  void namesAreQuoted() throws SQLException {
    Table table = new Table("Odd \"schema\"", "order by", Layouts.WIDE, 1, TableOptions.defaults());
    execute("CREATE SCHEMA \"Odd \"\"schema\"\"\"");
    new TableCreation(table, List.of("it's a \\ name")).replace(connection);
    assertThat(query(table.digestQuery())).startsWith("0 ");
    assertThat(query("SELECT col_description('" + table.qualifiedName() + "'::regclass, 4)"))
        .isEqualTo("it's a \\ name");
  }

  @Test
  void measurementNamesHaveAsManyDigitsAsTheLastNeeds() {
    assertThat(Layout.measurementNames(2)).containsExactly("m001", "m002");
    assertThat(Layout.measurementNames(999)).endsWith("m999");
    assertThat(Layout.measurementNames(1000)).startsWith("m0001").endsWith("m1000");
  }

  @Test
  void aNameTooLongForItsPartitionsIsRefused() {
    assertThatThrownBy(
            () -> new Table("", "ü".repeat(21), Layouts.WIDE, 1, TableOptions.defaults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 40 bytes");
  }
}
