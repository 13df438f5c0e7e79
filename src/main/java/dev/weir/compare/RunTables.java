package dev.weir.compare;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.PartitionMaker;
import dev.weir.layout.Table;
import dev.weir.layout.TableCreation;
import dev.weir.layout.TableOptions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The tables of one comparison: new for each run, with names nothing else has, dropped after it. A
 * comment tells them from anybody else's tables, and a lock held by the comparison's session tells
 * those of a comparison at work from what a killed one left behind.
 */
final class RunTables {
  private static final String PREFIX = "weir_run_";
  private static final String COMMENT = "Weir: temporary table of comparison ";

  /** "Wcmp": tells these locks from those of other programs in the same database. */
  private static final int LOCK_SPACE = 0x57636d70;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Dataset dataset;
  private final int token = RANDOM.nextInt();
  private final List<Table> standing = new ArrayList<>();
  private int made;

  RunTables(Dataset dataset) {
    this.dataset = dataset;
  }

  /** Marks this comparison as at work, for as long as the session lives. */
  void claim(Connection connection) throws SQLException {
    lock(connection, "SELECT pg_try_advisory_lock(?, ?)", token);
  }

  /** Makes an empty table for a run of the strategy. */
  Table create(Connection connection, Strategy strategy) throws SQLException {
    made++;
    Table table =
        new Table(
            "",
            PREFIX + String.format(Locale.ROOT, "%08x_%d", token, made),
            Layout.named(strategy.get(StrategySetting.LAYOUT)),
            dataset.measurements(),
            TableOptions.of(strategy));
    standing.add(table);
    new TableCreation(table, dataset.measurementNames()).replace(connection);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "COMMENT ON TABLE "
              + table.qualifiedName()
              + " IS '"
              + COMMENT
              + String.format(Locale.ROOT, "%08x", token)
              + "'");
    }
    return table;
  }

  /** Makes an empty table for a run of the strategy that can take these records. */
  Table createFor(Connection connection, Strategy strategy, List<Record> records)
      throws SQLException {
    Table table = create(connection, strategy);
    if (table.isPartitioned()) {
      PartitionMaker partitions = new PartitionMaker(table);
      records.forEach(each -> partitions.need(each.recordedAtMicros()));
      partitions.make(connection);
    }
    return table;
  }

  void drop(Connection connection, Table table) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(table.dropStatement());
    }
    standing.remove(table);
  }

  /** Drops whatever of this comparison still stands. */
  void dropAll(Connection connection) throws SQLException {
    for (Table table : List.copyOf(standing)) {
      drop(connection, table);
    }
  }

  /**
   * Drops what comparisons that were killed left in the database, as far as it is this account's.
   *
   * @return how many tables were dropped
   */
  int dropLeftovers(Connection connection) throws SQLException {
    int dropped = 0;
    for (Leftover leftover : leftovers(connection)) {
      if (!lock(connection, "SELECT pg_try_advisory_lock(?, ?)", leftover.token())) {
        continue;
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("DROP TABLE IF EXISTS " + leftover.name());
        dropped++;
      } finally {
        lock(connection, "SELECT pg_advisory_unlock(?, ?)", leftover.token());
      }
    }
    return dropped;
  }

  private List<Leftover> leftovers(Connection connection) throws SQLException {
    List<Leftover> leftovers = new ArrayList<>();
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT format('%I.%I', nspname, relname) AS name, substring(description FROM ?) AS token"
                + " FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"
                + " JOIN pg_description ON objoid = pg_class.oid AND objsubid = 0"
                + " AND classoid = 'pg_class'::regclass"
                + " WHERE relkind IN ('r', 'p') AND starts_with(relname, ?)"
                + " AND starts_with(description, ?) AND pg_has_role(relowner, 'USAGE')")) {
      query.setString(1, "[0-9a-f]{8}$");
      query.setString(2, PREFIX);
      query.setString(3, COMMENT);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          int owner = Integer.parseUnsignedInt(rows.getString("token"), 16);
          if (owner != token) {
            leftovers.add(new Leftover(rows.getString("name"), owner));
          }
        }
      }
    }
    return leftovers;
  }

  private static boolean lock(Connection connection, String sql, int token) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, LOCK_SPACE);
      statement.setInt(2, token);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    }
  }

  private record Leftover(String name, int token) {}
}
