package dev.weir.bench.peer;

import dev.weir.bench.Bed;
import dev.weir.bench.Contender;
import dev.weir.bench.Load;
import dev.weir.dataset.Dataset;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Properties;

/**
 * A loop by hand: one thread and one connection that makes records, writes them and commits each
 * batch, with nothing between it and the driver.
 */
abstract class BareLoop implements Contender {
  private final Layout layout;
  private final String method;
  private final int fraction;

  BareLoop(Layout layout, String method, int fraction) {
    this.layout = layout;
    this.method = method;
    this.fraction = fraction;
  }

  @Override
  public String peer() {
    return "bare";
  }

  @Override
  public Layout layout() {
    return layout;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public int fraction() {
    return fraction;
  }

  @Override
  public Load load(Bed bed, Table table, long records) throws SQLException {
    Dataset dataset = bed.dataset();
    try (Connection connection = connect(bed.address(), rewritesBatches());
        Transactions transactions = begin(connection, table, bed.batch())) {
      connection.setAutoCommit(false);
      Load.Stopwatch stopwatch = Load.start();
      for (long from = 0; from < records; from += bed.batch()) {
        transactions.write(dataset, from, Math.min(from + bed.batch(), records));
        connection.commit();
      }
      return stopwatch.stop(records);
    }
  }

  /** Whether the driver turns a batch of INSERTs into INSERTs of several rows. */
  boolean rewritesBatches() {
    return false;
  }

  /** Prepares what is needed on the connection and kept from batch to batch. */
  abstract Transactions begin(Connection connection, Table table, int batch) throws SQLException;

  /** Writes the rows of one transaction after another. */
  interface Transactions extends AutoCloseable {

    /** Writes the records at {@code from} up to and without {@code to}. */
    void write(Dataset dataset, long from, long to) throws SQLException;

    @Override
    void close() throws SQLException;
  }

  static Connection connect(DatabaseAddress address, boolean rewriteBatches) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", address.user());
    if (address.password() != null) {
      properties.setProperty("password", address.password());
    }
    properties.setProperty("reWriteBatchedInserts", Boolean.toString(rewriteBatches));
    return DriverManager.getConnection(address.jdbcUrl(), properties);
  }

  static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000);
  }

  static OffsetDateTime dateTime(long micros) {
    return instant(micros).atOffset(ZoneOffset.UTC);
  }
}
