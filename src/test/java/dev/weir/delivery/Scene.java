package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.camel.CamelJdbcRows;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import dev.weir.dataset.RecordDigest;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableCreation;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.postgres.TestServers;
import dev.weir.write.Batch;
import dev.weir.write.RowWriter;
import dev.weir.write.RowWriters;
import dev.weir.write.StoredRecords;
import dev.weir.write.WriteMethod;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A table, a dataset, and the lanes of one Weir between them. */
final class Scene implements AutoCloseable {
  static final LedgerKey KEY = new LedgerKey("test", "numbered");
  static final DeliverySettings QUICK =
      settings(Duration.ofMillis(100), 5, Duration.ofSeconds(2), Duration.ofSeconds(5));
  private static DatabaseAddress shared;
  private static final AtomicInteger POOLS = new AtomicInteger();

  final DatabaseAddress direct;
  final Table table;
  final Dataset dataset = new NumberedDataset(3);
  final DeadLetters deadLetters;
  final DeadLetterFile deadLetterFile;
  final Accounts accounts;
  final HikariDataSource pool;
  private final HikariDataSource sessions;
  private final WriteMethod method;
  private final int lanes;
  private final DeliverySettings settings;
  private final List<DeliveringStore> stores = new ArrayList<>();
  private Ledger ledger;

  /**
   * @param direct where the test itself looks
   * @param lanesAddress where the lanes go, by way of a proxy if need be
   */
  Scene(
      DatabaseAddress direct,
      DatabaseAddress lanesAddress,
      Table table,
      WriteMethod method,
      int lanes,
      DeliverySettings settings,
      Path folder) {
    this.direct = direct;
    this.table = table;
    this.method = method;
    this.lanes = lanes;
    this.settings = settings;
    this.accounts = new Accounts(lanes);
    this.deadLetterFile = new DeadLetterFile(folder);
    this.deadLetters = new DeadLetters(DeliveryTables.inSearchPath(), deadLetterFile);
    PoolSettings forLanes =
        settings
            .limits()
            .applyTo(PoolSettings.named("weir-lanes"))
            .withRewriteBatchedInserts(method == WriteMethod.MULTIROW_INSERT);
    int number = POOLS.incrementAndGet();
    pool = Pools.open(lanesAddress, "lanes-" + number, lanes, forLanes);
    sessions = Pools.open(lanesAddress, "ledger-" + number, 1, forLanes);
  }

  /**
   * @param connect how long a connection is waited for
   * @param lock how long another session's lock is
   */
  static DeliverySettings settings(
      Duration longestPause, int pausedAfter, Duration connect, Duration lock) {
    return new DeliverySettings(
        Duration.ofMillis(5),
        longestPause,
        pausedAfter,
        new TimeLimits(
            connect,
            Duration.ofSeconds(20),
            10,
            Duration.ofMinutes(1),
            lock,
            Duration.ofSeconds(8),
            Duration.ofSeconds(5)));
  }

  /** One lane by binary COPY into a new wide table with a key, without a proxy. */
  static Scene simple(Path folder) throws SQLException {
    return simple(folder, UnaryOperator.identity());
  }

  static Scene simple(Path folder, UnaryOperator<DatabaseAddress> way) throws SQLException {
    return simple(emptyDatabase(), folder, way);
  }

  static Scene simple(DatabaseAddress direct, Path folder, UnaryOperator<DatabaseAddress> way)
      throws SQLException {
    return simple(direct, folder, way, QUICK);
  }

  static Scene simple(DatabaseAddress direct, Path folder, DeliverySettings settings)
      throws SQLException {
    return simple(direct, folder, UnaryOperator.identity(), settings);
  }

  private static Scene simple(
      DatabaseAddress direct,
      Path folder,
      UnaryOperator<DatabaseAddress> way,
      DeliverySettings settings)
      throws SQLException {
    return new Scene(
        direct,
        way.apply(direct),
        create(direct, Layout.named("wide"), TableOptions.defaults()),
        WriteMethod.COPY_BINARY,
        1,
        settings,
        folder);
  }

  /** One database for all of these tests: making one takes longer than most of them. */
  static synchronized DatabaseAddress emptyDatabase() throws SQLException {
    if (shared == null) {
      shared = TestServers.address();
    }
    try (Connection connection = TestServers.connect(shared);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
              + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
      statement.execute("DROP SCHEMA public CASCADE");
      statement.execute("CREATE SCHEMA public");
      statement.execute("GRANT USAGE ON SCHEMA public TO public");
    }
    return shared;
  }

  static int port(DatabaseAddress address) {
    return Integer.parseInt(address.jdbcUrl().replaceAll(".*:(\\d+)/.*", "$1"));
  }

  static Table create(DatabaseAddress address, Layout layout, TableOptions options)
      throws SQLException {
    Table table = new Table("", "measurements", layout, 3, options);
    try (Connection connection = TestServers.connect(address)) {
      new TableCreation(table, List.of()).createIfMissing(connection);
    }
    return table;
  }

  Ledger ledger() throws SQLException {
    if (ledger == null) {
      try (Patience patience = new Patience(settings)) { // the machine may be busy
        ledger = patience.until("opening the ledger", () -> openLedger(lanes));
      }
    }
    return ledger;
  }

  Ledger openLedger(int count) throws SQLException {
    return Ledger.open(sessions, DeliveryTables.inSearchPath(), KEY, count, Duration.ofMillis(200));
  }

  RowWriter rows() {
    return method == WriteMethod.CAMEL_JDBC
        ? CamelJdbcRows.to(table)
        : RowWriters.create(method, table, 128);
  }

  LaneTarget target(int lane) {
    return new LaneTarget(KEY, lane, table, pool, rows());
  }

  DeliveringStore exactlyOnce(int lane) throws SQLException {
    return exactlyOnce(lane, LaneTime.REAL);
  }

  DeliveringStore exactlyOnce(int lane, LaneTime time) throws SQLException {
    return store(lane, new ExactlyOnce(ledger().lane(lane)), time);
  }

  DeliveringStore atLeastOnce(int lane) throws SQLException {
    return atLeastOnce(lane, LaneTime.REAL);
  }

  DeliveringStore atLeastOnce(int lane, LaneTime time) throws SQLException {
    return store(lane, new AtLeastOnce(rows(), ledger().lane(lane), time), time);
  }

  DeliveringStore withoutLedger(int lane) {
    return store(lane, new AtLeastOnce(rows(), null, LaneTime.REAL), LaneTime.REAL);
  }

  private DeliveringStore store(int lane, Promise promise, LaneTime time) {
    return keep(
        new DeliveringStore(
            target(lane), promise, deadLetters, accounts.lane(lane), settings, time));
  }

  private DeliveringStore keep(DeliveringStore store) {
    stores.add(store);
    return store;
  }

  /** The next batch of a lane as its source would gather it, counted as read. */
  Batch read(int lane, long firstPosition, int size) {
    Batch batch = new Batch(lane, size);
    for (int i = 0; i < size; i++) {
      batch.add(dataset.record(firstPosition + (long) i * lanes));
      accounts.lane(lane).read();
    }
    return batch;
  }

  Batch read(List<Record> records) {
    Batch batch = new Batch(0, records.size());
    for (Record record : records) {
      batch.add(record);
      accounts.lane(0).read();
    }
    return batch;
  }

  /**
   * Lost 0, twice 0: the first so many records of the dataset are there, each once, bit for bit.
   */
  void assertStored(long records) throws SQLException {
    RecordDigest expected = RecordDigest.of(dataset, 0, 1, records);
    assertStored(expected);
  }

  void assertStored(RecordDigest expected) throws SQLException {
    assertThat(StoredRecords.in(direct, table)).isEqualTo(StoredRecords.exactly(expected));
  }

  void execute(String... statements) throws SQLException {
    try (Connection connection = TestServers.connect(direct);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  String query(String sql) throws SQLException {
    try (Connection connection = TestServers.connect(direct);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : null;
    }
  }

  List<DeadLetter> letters() throws SQLException {
    try (Connection connection = TestServers.connect(direct)) {
      return deadLetters.list(connection, DeadLetterChoice.all(), 100_000);
    }
  }

  /** Ends the lanes and the ledger as an orderly stop does; they can be opened again. */
  void stopLanes() {
    stores.forEach(DeliveringStore::close);
    stores.clear();
    if (ledger != null) {
      ledger.close();
      ledger = null;
    }
  }

  /** As if Weir were killed: nothing more is written or noted, and the sessions end. */
  void abandonLanes() {
    stores.clear();
    if (ledger != null) {
      ledger.close();
      ledger = null;
    }
    pool.getHikariPoolMXBean().softEvictConnections();
  }

  @Override
  public void close() {
    stopLanes();
    sessions.close();
    pool.close();
  }
}
