package dev.weir.write;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableCreation;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** A table on a real server with a pool for its lanes. */
final class TestTable implements AutoCloseable {
  final DatabaseAddress address;
  final Table table;
  private final Connection connection;

  TestTable(DatabaseAddress address, Layout layout, int measurements, TableOptions options)
      throws SQLException {
    this.address = address;
    this.table = new Table("", "measurements_" + layout.name(), layout, measurements, options);
    this.connection = TestServers.connect(address);
    create();
  }

  TestTable(DatabaseAddress address, Layout layout, int measurements) throws SQLException {
    this(address, layout, measurements, TableOptions.defaults());
  }

  void create() throws SQLException {
    new TableCreation(table, List.of()).replace(connection);
  }

  /** A pool of connections as the method wants them. */
  HikariDataSource pool(WriteMethod method, int size) {
    return Pools.open(
        address,
        "test",
        size,
        PoolSettings.named("weir-test")
            .withRewriteBatchedInserts(method == WriteMethod.MULTIROW_INSERT)
            .withTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ZERO));
  }

  /** Stores the records by a method, a lane of its own, in batches of a size. */
  void store(WriteMethod method, List<Record> records, int batchSize) throws SQLException {
    try (HikariDataSource pool = pool(method, 1);
        LaneWriter lane = LaneWriter.to(table, pool, RowWriters.create(method, table, 128))) {
      for (int from = 0; from < records.size(); from += batchSize) {
        lane.store(batch(records.subList(from, Math.min(from + batchSize, records.size()))));
      }
    }
  }

  static Batch batch(List<Record> records) {
    Batch batch = new Batch(0, records.size());
    records.forEach(batch::add);
    return batch;
  }

  StoredRecords stored() throws SQLException {
    return StoredRecords.in(connection, table);
  }

  /** What is stored where these records are and no others. */
  static StoredRecords expected(List<Record> records) {
    return StoredRecords.exactly(records);
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  String query(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
