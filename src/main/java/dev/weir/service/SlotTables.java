package dev.weir.service;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableCreation;
import dev.weir.layout.TableOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which tables hold what a slot has stored: kept in the table {@code weir_tables}, beside the
 * records, since after swaps there are several and a name does not tell all of a table's shape.
 */
final class SlotTables {
  private static final String NAME = "weir_tables";

  /** Keeps sessions that make it at once from each other; "weir" in ASCII. */
  private static final int CREATION = 0x77656972;

  private static final Pattern SETTING = Pattern.compile("([A-Za-z]+)=(\\S*)");

  private final String slot;
  private final Dataset dataset;

  SlotTables(String slot, Dataset dataset) {
    this.slot = slot;
    this.dataset = dataset;
  }

  /**
   * Makes a strategy's table where there is none, and notes it.
   *
   * @param connection with no transaction open
   * @throws ConfigurationException if the one that is there has another shape, or is another slot's
   */
  Table make(Connection connection, Strategy strategy) throws SQLException {
    Table table = ServiceTable.of(slot, strategy, dataset);
    createRegister(connection);
    new TableCreation(table, dataset.measurementNames()).createIfMissing(connection);
    note(connection, table, strategy);
    return table;
  }

  /**
   * Every table of this slot and dataset, the one used last first; none where nothing was stored.
   */
  List<Table> all(Connection connection) throws SQLException {
    return all(connection, slot, dataset.name(), dataset.measurements());
  }

  /**
   * The same, of a dataset that need not be there any more.
   *
   * @param source the dataset's name
   * @param measurements of each of its records
   */
  static List<Table> all(Connection connection, String slot, String source, int measurements)
      throws SQLException {
    List<Table> tables = new ArrayList<>();
    if (!exists(connection)) {
      return tables;
    }
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT name, settings FROM "
                + NAME
                + " WHERE slot = ? AND source = ? ORDER BY used_at DESC, name")) {
      statement.setString(1, slot);
      statement.setString(2, source);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          tables.add(table(slot, row.getString(1), row.getString(2), measurements));
        }
      }
    }
    return tables;
  }

  private static Table table(String slot, String name, String settings, int measurements) {
    Map<String, String> written = new LinkedHashMap<>();
    Matcher matcher = SETTING.matcher(settings);
    while (matcher.find()) {
      written.put(matcher.group(1), matcher.group(2));
    }
    Strategy as = Strategy.of(slot, Path.of(name), NAME + ", table " + name, written);
    return new Table(
        "", name, Layout.named(as.get(StrategySetting.LAYOUT)), measurements, TableOptions.of(as));
  }

  private void note(Connection connection, Table table, Strategy strategy) throws SQLException {
    StringBuilder settings = new StringBuilder();
    for (StrategySetting setting : StrategySetting.values()) {
      settings.append(settings.isEmpty() ? "" : " ").append(setting.key());
      settings.append('=').append(strategy.get(setting));
    }
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO "
                + NAME
                + " AS noted (name, slot, source, settings, used_at)"
                + " VALUES (?, ?, ?, ?, clock_timestamp()) ON CONFLICT (name) DO UPDATE"
                + " SET settings = excluded.settings, used_at = excluded.used_at"
                + " WHERE noted.slot = excluded.slot AND noted.source = excluded.source")) {
      statement.setString(1, table.name());
      statement.setString(2, slot);
      statement.setString(3, dataset.name());
      statement.setString(4, settings.toString());
      if (statement.executeUpdate() == 0) {
        throw new ConfigurationException(
            new Problem(
                "table " + table.name(),
                "slot",
                slot,
                "another name (this table is noted in " + NAME + " for another slot)"));
      }
    }
  }

  private static boolean exists(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT to_regclass('" + NAME + "') IS NOT NULL")) {
      return row.next() && row.getBoolean(1);
    }
  }

  /** An account that may not create finds what its administrator created. */
  private static void createRegister(Connection connection) throws SQLException {
    if (exists(connection)) {
      return;
    }
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + CREATION + ", 1)");
      statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + NAME
              + " (name text PRIMARY KEY, slot text NOT NULL, source text NOT NULL,"
              + " settings text NOT NULL, used_at timestamptz NOT NULL)");
      statement.execute(
          "COMMENT ON TABLE "
              + NAME
              + " IS 'Weir: the tables that together hold what a slot has read of a source'");
      connection.commit();
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }
}
