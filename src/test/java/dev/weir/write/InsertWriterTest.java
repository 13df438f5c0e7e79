package dev.weir.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.config.ConfigurationException;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class InsertWriterTest {
  private static DatabaseAddress address;

  @BeforeAll
  static void makeDatabase() {
    address = TestServers.address();
  }

  @ParameterizedTest
  @CsvSource({
    "wide, 100, 128, 128", // 103 parameters a row: 636 rows would fit
    "wide, 100, 1000, 512",
    "wide, 100, 65535, 512",
    "wide, 1014, 128, 64", // 1,017 parameters a row: 64 rows just fit
    "wide, 100, 1, 1",
    "wide, 100, 100, 64",
    "narrow, 100, 65535, 8192",
    "array, 100, 65535, 8192"
  })
  void rowsPerStatementAreThePowerOfTwoThatFits(
      String layout, int measurements, int asked, int effective) {
    Table table =
        new Table("", "records", Layout.named(layout), measurements, TableOptions.defaults());
    assertThat(RowWriters.effectiveRowsPerStatement(table, asked)).isEqualTo(effective);
  }

  /** The server says what it was sent: it keeps the text of prepared statements. */
  @Test
  void theDriverMakesStatementsOfExactlySoManyRows() throws SQLException {
    try (TestTable wide = new TestTable(address, Layouts.WIDE, 3);
        HikariDataSource pool = wide.pool(WriteMethod.MULTIROW_INSERT, 1);
        Connection connection = pool.getConnection()) {
      RowWriter writer = RowWriters.create(WriteMethod.MULTIROW_INSERT, wide.table, 33);
      List<Record> records = AwkwardRecords.of(0, 32 * 20, 3);
      writer.write(connection, records);
      assertThat(wide.stored()).isEqualTo(TestTable.expected(records));
      assertThat(preparedRows(connection)).containsExactly(32);
    }
  }

  /** Then many statements are sent before the first is answered; their size must stay. */
  @Test
  void aDriverThatKnowsTheSizeMakesTheSameStatements() throws SQLException {
    try (TestTable wide = new TestTable(address, Layouts.WIDE, 3);
        HikariDataSource pool =
            Pools.open(
                address,
                "test",
                1,
                PoolSettings.named("weir-test")
                    .withRewriteBatchedInserts(true)
                    .withRowsPerInsert(32));
        Connection connection = pool.getConnection()) {
      RowWriter writer = RowWriters.create(WriteMethod.MULTIROW_INSERT, wide.table, 33);
      List<Record> records = AwkwardRecords.of(0, 32 * 40, 3); // more than are sent at once
      writer.write(connection, records);
      assertThat(wide.stored()).isEqualTo(TestTable.expected(records));
      assertThat(preparedRows(connection)).containsExactly(32);
    }
  }

  private static Set<Integer> preparedRows(Connection connection) throws SQLException {
    Set<Integer> rows = new TreeSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT statement FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'")) {
      while (row.next()) {
        rows.add(row.getString(1).split("\\(\\$", -1).length - 1);
      }
    }
    return rows;
  }

  @Test
  void aRewrittenBatchCountsItsRowsThoughTheDriverDoesNot() throws SQLException {
    try (TestTable wide = new TestTable(address, Layouts.WIDE, 3)) {
      List<Record> records = AwkwardRecords.of(0, 10, 3);
      wide.store(WriteMethod.MULTIROW_INSERT, records, 10);
      assertThat(wide.stored()).isEqualTo(TestTable.expected(records));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BATCH_INSERT", "MULTIROW_INSERT"})
  void aConnectionThatRewritesWhenItShouldNotIsRefused(WriteMethod method) throws SQLException {
    WriteMethod other =
        method == WriteMethod.BATCH_INSERT ? WriteMethod.MULTIROW_INSERT : WriteMethod.BATCH_INSERT;
    try (TestTable wide = new TestTable(address, Layouts.WIDE, 3);
        HikariDataSource pool = wide.pool(other, 1);
        LaneWriter lane =
            LaneWriter.to(wide.table, pool, RowWriters.create(method, wide.table, 128))) {
      assertThatThrownBy(() -> lane.store(TestTable.batch(AwkwardRecords.of(0, 3, 3))))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(
              "reWriteBatchedInserts is \"" + (other == WriteMethod.MULTIROW_INSERT) + "\"");
    }
  }

  /** Parameters that change their type would be prepared, and planned, again and again. */
  @Test
  void nullsInTurnWithValuesKeepTheStatementPrepared() throws SQLException {
    try (TestTable wide = new TestTable(address, Layouts.WIDE, 2);
        HikariDataSource pool = wide.pool(WriteMethod.BATCH_INSERT, 1);
        Connection connection = pool.getConnection()) {
      RowWriter writer = RowWriters.create(WriteMethod.BATCH_INSERT, wide.table, 1);
      List<Record> records = new ArrayList<>();
      for (int id = 0; id < 2000; id++) {
        long[] nulls = id % 2 == 0 ? new long[] {0b01} : new long[] {0b10};
        records.add(new Record(id, id, id, id, new double[] {1.5, 1.5}, nulls));
      }
      for (int batch = 0; batch < 8; batch++) {
        writer.write(connection, records.subList(batch * 250, batch * 250 + 250));
      }
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "SELECT count(*), max(generic_plans + custom_plans)"
                      + " FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'")) {
        row.next();
        assertThat(row.getInt(1)).isEqualTo(1);
        assertThat(row.getInt(2)).isGreaterThan(1700);
      }
    }
  }

  /** A driver and a server that both only write would stand still for ever. */
  @ParameterizedTest
  @EnumSource(names = {"BATCH_INSERT", "MULTIROW_INSERT"})
  void aBatchLargerThanTheSocketsBuffersDoesNotHang(WriteMethod method) throws SQLException {
    try (TestTable wide = new TestTable(address, Layouts.WIDE, 51)) {
      List<Record> records = AwkwardRecords.of(0, 5000, 51);
      wide.store(method, records, 5000);
      assertThat(wide.stored()).isEqualTo(TestTable.expected(records));
    }
  }
}
