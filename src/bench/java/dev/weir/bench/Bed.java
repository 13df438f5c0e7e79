package dev.weir.bench;

import dev.weir.camel.Pipeline;
import dev.weir.config.Home;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.dataset.RecordDigest;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.EmbeddedSettings;
import dev.weir.postgres.Pools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** What one sitting measures on: a fresh server with its default settings, and a dataset. */
public final class Bed implements AutoCloseable {
  private final Home home;
  private final Dataset dataset;
  private final int batch;
  private final EmbeddedServer server;
  private final Connection connection;
  private final Map<Long, String> digests = new HashMap<>();
  private Pipeline weir;
  private int tables;

  /**
   * @param batch records of one transaction
   */
  Bed(Home home, String dataset, int batch) throws IOException {
    this.home = home;
    this.dataset = new Datasets(home.datasets()).open(dataset);
    this.batch = batch;
    this.server = EmbeddedServer.startFresh(EmbeddedSettings.defaults());
    // Ctrl-C in the middle of a round leaves neither a server nor its files behind
    Runtime.getRuntime().addShutdownHook(new Thread(this::stopServer, "stop-server"));
    this.connection = Pools.connect(server.address(), "bench");
  }

  public Home home() {
    return home;
  }

  public Dataset dataset() {
    return dataset;
  }

  /** Records of one transaction. */
  public int batch() {
    return batch;
  }

  /** Where what is made along the way is kept: CSV files, results. */
  public Path workFolder() throws IOException {
    return Files.createDirectories(home.root().resolve("target/bench"));
  }

  public DatabaseAddress address() {
    return server.address();
  }

  /** The bed's own connection. */
  Connection connection() {
    return connection;
  }

  /** Weir itself, started when first asked for and then shared by every load. */
  Pipeline weir() {
    if (weir == null) {
      weir = new Pipeline(home, address());
    }
    return weir;
  }

  /** A new table for the dataset, after a checkpoint and a collection: the same start for all. */
  Table newTable(Layout layout) throws SQLException {
    tables++;
    Table table =
        new Table("", "bench_" + tables, layout, dataset.measurements(), TableOptions.defaults());
    try (Statement statement = connection.createStatement()) {
      for (String sql : table.createStatements()) {
        statement.execute(sql);
      }
      statement.execute("CHECKPOINT");
    }
    System.gc();
    return table;
  }

  /** The digest of the first records of the dataset, computed once. */
  public String digest(long records) {
    return digests.computeIfAbsent(records, count -> RecordDigest.of(dataset, 0, 1, count).hex());
  }

  /**
   * Checks that the table holds the first records of the dataset and nothing else, bit for bit.
   *
   * @throws IllegalStateException if it does not: the load is worth nothing
   */
  void verify(String label, Table table, long records) throws SQLException {
    String expected = digest(records);
    // of a hundred million rows it takes the server minutes
    connection.setNetworkTimeout(Runnable::run, 0);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(table.digestQuery())) {
      row.next();
      String found =
          row.getLong("records")
              + " records, digest "
              + row.getString("digest")
              + ", misplaced "
              + row.getLong("misplaced");
      String wanted = records + " records, digest " + expected + ", misplaced 0";
      if (!found.equals(wanted)) {
        throw new IllegalStateException(
            label + " stored something else: " + found + "; wanted " + wanted);
      }
    }
  }

  void drop(Table table) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(table.dropStatement());
    }
  }

  /** Stops Weir, then the server, whose files go with it. */
  @Override
  public void close() throws IOException, SQLException {
    try {
      if (weir != null) {
        weir.close();
      }
      connection.close();
    } finally {
      server.close();
    }
  }

  private void stopServer() {
    try {
      server.close();
    } catch (IOException e) {
      Console.say("the server is left behind: " + e.getMessage());
    }
  }
}
