package dev.weir.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.dataset.Record;
import dev.weir.layout.Layouts;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LaneWriterTest {
  private static final int MEASUREMENTS = 6;
  private static DatabaseAddress address;
  private TestTable wide;

  @BeforeAll
  static void makeDatabase() {
    address = TestServers.address();
  }

  @BeforeEach
  void makeTable() throws SQLException {
    wide = new TestTable(address, Layouts.WIDE, MEASUREMENTS);
  }

  @AfterEach
  void closeTable() throws SQLException {
    wide.close();
  }

  private static List<Record> records(int firstId, int count) {
    return AwkwardRecords.of(firstId, count, MEASUREMENTS);
  }

  private LaneWriter lane(HikariDataSource pool, WriteMethod method, TransactionStep... steps) {
    return LaneWriter.to(wide.table, pool, RowWriters.create(method, wide.table, 64), steps);
  }

  /** A batch of 1,000 whose record 510 has the id of record 3. */
  private static List<Record> withDuplicate() {
    List<Record> records = new ArrayList<>(records(0, 1000));
    Record double3 = records.get(3);
    records.set(
        510, new Record(510, 3, double3.recordedAtMicros(), 1, new double[MEASUREMENTS], null));
    return records;
  }

  @ByEachWriter
  void aBatchWithADuplicateKeyStoresNothingAndTheNextIsStored(WriteMethod method)
      throws SQLException {
    try (HikariDataSource pool = wide.pool(method, 1);
        LaneWriter lane = lane(pool, method)) {
      Batch bad = TestTable.batch(withDuplicate());
      for (int attempt = 0; attempt < 3; attempt++) {
        assertThatThrownBy(() -> lane.store(bad))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
        assertThat(wide.query("SELECT count(*) FROM measurements_wide")).isEqualTo("0");
      }
      List<Record> good = records(0, 1000);
      lane.store(TestTable.batch(good));
      assertThat(wide.stored()).isEqualTo(TestTable.expected(good));
    }
  }

  @ByEachWriter
  void aRecordThatCannotBeEncodedStoresNothingAndTheNextBatchIsStored(WriteMethod method)
      throws SQLException {
    try (HikariDataSource pool = wide.pool(method, 1);
        LaneWriter lane = lane(pool, method)) {
      List<Record> records = new ArrayList<>(records(0, 1000));
      records.set(500, AwkwardRecords.plainRecord(500, MEASUREMENTS + 1));
      assertThatThrownBy(() -> lane.store(TestTable.batch(records)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasNoSuppressedExceptions();
      assertThat(wide.query("SELECT count(*) FROM measurements_wide")).isEqualTo("0");
      List<Record> good = records(0, 100);
      lane.store(TestTable.batch(good));
      assertThat(wide.stored()).isEqualTo(TestTable.expected(good));
    }
  }

  @ByEachWriter
  void afterALostConnectionTheNextBatchIsStoredOverAnother(WriteMethod method) throws SQLException {
    try (HikariDataSource pool = wide.pool(method, 1);
        LaneWriter lane = lane(pool, method)) {
      lane.store(TestTable.batch(records(0, 10)));
      wide.execute(
          "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
              + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
      assertThatThrownBy(() -> lane.store(TestTable.batch(records(10, 1000))))
          .isInstanceOf(SQLException.class);
      lane.store(TestTable.batch(records(10, 1000)));
      assertThat(wide.stored()).isEqualTo(TestTable.expected(records(0, 1010)));
    }
  }

  @Test
  void stepsAreDoneInOrderInTheTransactionOfTheBatch() throws SQLException {
    wide.execute("DROP TABLE IF EXISTS seen; CREATE TABLE seen (step int, rows bigint)");
    TransactionStep first =
        (connection, batch) -> {
          try (var statement = connection.createStatement()) {
            statement.execute("INSERT INTO seen SELECT 1, count(*) FROM measurements_wide");
          }
        };
    TransactionStep second =
        (connection, batch) -> {
          if (batch.lastPosition() > 20) {
            throw new SQLException("not this one");
          }
        };
    try (HikariDataSource pool = wide.pool(WriteMethod.COPY_BINARY, 1);
        LaneWriter lane = lane(pool, WriteMethod.COPY_BINARY, first, second)) {
      lane.store(TestTable.batch(records(0, 20)));
      assertThatThrownBy(() -> lane.store(TestTable.batch(records(20, 20))))
          .hasMessage("not this one");
    }
    assertThat(wide.stored()).isEqualTo(TestTable.expected(records(0, 20)));
    assertThat(wide.query("SELECT string_agg(rows::text, ',') FROM seen")).isEqualTo("20");
  }

  @ByEachWriter
  void aBatchIsTakenBeforeTheStepsAfterItsRows(WriteMethod method) throws SQLException {
    List<String> order = new ArrayList<>();
    Batch batch = TestTable.batch(records(0, 20));
    batch.whenTaken(() -> order.add("taken"));
    try (HikariDataSource pool = wide.pool(method, 1);
        LaneWriter lane = lane(pool, method, (connection, stored) -> order.add("step"))) {
      lane.store(batch);
    }
    assertThat(order).containsExactly("taken", "step");
  }

  @Test
  void theConnectionGoesBackToThePoolWhenTheLaneIsClosed() throws SQLException {
    try (HikariDataSource pool = wide.pool(WriteMethod.COPY_BINARY, 1)) {
      LaneWriter lane = lane(pool, WriteMethod.COPY_BINARY);
      lane.store(TestTable.batch(records(0, 5)));
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isEqualTo(1);
      lane.close();
      lane.close();
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }
  }

  @Test
  void anEmptyBatchDoesNothing() throws SQLException {
    try (HikariDataSource pool = wide.pool(WriteMethod.COPY_BINARY, 1);
        LaneWriter lane = lane(pool, WriteMethod.COPY_BINARY)) {
      lane.store(new Batch(0, 10));
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }
  }

  @Test
  void methodNoneEncodesAndStoresNothing() throws SQLException {
    try (HikariDataSource pool = wide.pool(WriteMethod.NONE, 1);
        LaneWriter lane = lane(pool, WriteMethod.NONE)) {
      lane.store(TestTable.batch(records(0, 1000)));
    }
    assertThat(wide.query("SELECT count(*) FROM measurements_wide")).isEqualTo("0");
  }

  /** "cached plan must not change result type" and the like. */
  @ByEachWriter
  void aTableMadeAnewBetweenBatchesIsNoError(WriteMethod method) throws SQLException {
    try (HikariDataSource pool = wide.pool(method, 1);
        LaneWriter lane = lane(pool, method)) {
      for (int batch = 0; batch < 8; batch++) {
        lane.store(TestTable.batch(records(batch * 10, 10)));
      }
      wide.create();
      lane.store(TestTable.batch(records(0, 30)));
      assertThat(wide.stored()).isEqualTo(TestTable.expected(records(0, 30)));
    }
  }

  @Test
  void aTimeOutsidePostgresRangeIsTheServersToRefuse() throws SQLException {
    for (WriteMethod method :
        new WriteMethod[] {
          WriteMethod.BATCH_INSERT,
          WriteMethod.UNNEST,
          WriteMethod.COPY_TEXT,
          WriteMethod.COPY_BINARY
        }) {
      try (HikariDataSource pool = wide.pool(method, 1);
          LaneWriter lane = lane(pool, method)) {
        for (long micros : new long[] {Long.MIN_VALUE, -211_000_000_000_000_000L * 2}) {
          Record record = new Record(0, 0, micros, 0, new double[MEASUREMENTS], null);
          assertThatThrownBy(() -> lane.store(TestTable.batch(List.of(record))))
              .isInstanceOfSatisfying(
                  SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22008"));
        }
      }
    }
    assertThat(wide.query("SELECT count(*) FROM measurements_wide")).isEqualTo("0");
  }

  @Test
  void theFailureOfABatchNamesTheRowsFault() throws SQLException {
    try (HikariDataSource pool = wide.pool(WriteMethod.BATCH_INSERT, 1);
        LaneWriter lane = lane(pool, WriteMethod.BATCH_INSERT)) {
      assertThatThrownBy(() -> lane.store(TestTable.batch(withDuplicate())))
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("(id)=(3) already exists");
    }
  }

  /** The driver's own time limit is for answers; it does not end a send that nobody reads. */
  @Test
  void aServerThatStopsReadingIsGivenUpWithinTheTimeLimit() throws SQLException {
    PoolSettings settings =
        PoolSettings.named("weir-test")
            .withTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ZERO);
    AtomicReference<String> process = new AtomicReference<>();
    RowWriter rows = RowWriters.create(WriteMethod.COPY_BINARY, wide.table, 1);
    RowWriter stoppingTheServer =
        (connection, records) -> {
          process.set(processOf(connection));
          rows.write(connection, manyRecords(() -> signal("STOP", process.get())));
        };
    try (HikariDataSource pool = Pools.open(address, "test", 1, settings)) {
      try (LaneWriter lane = new LaneWriter(pool, stoppingTheServer)) {
        Batch batch = TestTable.batch(records(0, 1));
        assertThatThrownBy(() -> lane.store(batch))
            .hasMessageContaining("writing to copy")
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).startsWith("08"));
      } finally {
        signal("CONT", process.get());
      }
      try (LaneWriter lane = new LaneWriter(pool, rows)) {
        lane.store(TestTable.batch(records(0, 10)));
      }
    }
    assertThat(wide.stored()).isEqualTo(TestTable.expected(records(0, 10)));
  }

  /** Far more bytes than the sockets' buffers hold; something happens at record 1,000. */
  private static List<Record> manyRecords(Runnable event) {
    Record record = AwkwardRecords.plainRecord(1, MEASUREMENTS);
    return new AbstractList<>() {
      @Override
      public Record get(int index) {
        if (index == 1000) {
          event.run();
        }
        return record;
      }

      @Override
      public int size() {
        return 1_000_000;
      }
    };
  }

  private static String processOf(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return row.getString(1);
    }
  }

  private static void signal(String name, String process) {
    try {
      int exit = new ProcessBuilder("kill", "-" + name, process).start().waitFor();
      assertThat(exit).isZero();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
