package dev.weir.layout;

import dev.weir.config.Problems;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a table, or makes sure that the one there is the one wanted. Safe when several instances do
 * it at once: an advisory lock lets one after the other.
 */
public final class TableCreation {
  private final Table table;
  private final List<String> sourceNames;

  /**
   * @param sourceNames what the measurements are called at their source, in order; may be empty
   */
  public TableCreation(Table table, List<String> sourceNames) {
    this.table = table;
    this.sourceNames = List.copyOf(sourceNames);
  }

  /**
   * Makes the table where there is none of its name. Commits.
   *
   * @param connection with no transaction open; its autocommit is left as it was
   * @return whether it was made now
   * @throws dev.weir.config.ConfigurationException if the record does not fit the layout, or the
   *     table that is there has another shape, telling column, found and wanted
   */
  public boolean createIfMissing(Connection connection) throws SQLException {
    return Transaction.run(
        connection,
        () -> {
          checkLimit(connection);
          AdvisoryLock.forTable(table).take(connection);
          if (exists(connection)) {
            checkShape(connection);
            return false;
          }
          create(connection);
          return true;
        });
  }

  /**
   * Drops the table where there is one and makes it anew. Commits.
   *
   * @param connection with no transaction open; its autocommit is left as it was
   * @throws dev.weir.config.ConfigurationException if the record does not fit the layout
   */
  public void replace(Connection connection) throws SQLException {
    Transaction.run(
        connection,
        () -> {
          checkLimit(connection);
          AdvisoryLock.forTable(table).take(connection);
          try (Statement statement = connection.createStatement()) {
            statement.execute(table.dropStatement());
          }
          create(connection);
          return true;
        });
  }

  private void checkLimit(Connection connection) throws SQLException {
    Problems problems = new Problems();
    table
        .layout()
        .limit("table " + table.qualifiedName(), table.measurements(), pageBytes(connection), false)
        .ifPresent(problems::add);
    problems.throwIfAny();
  }

  private static int pageBytes(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW block_size")) {
      row.next();
      return row.getInt(1);
    }
  }

  private boolean exists(Connection connection) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
      statement.setString(1, table.qualifiedName());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    }
  }

  private void create(Connection connection) throws SQLException {
    List<String> statements = new ArrayList<>(table.createStatements());
    statements.addAll(table.commentStatements(sourceNames));
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.addBatch(sql);
      }
      statement.executeBatch();
    }
  }

  private void checkShape(Connection connection) throws SQLException {
    Problems problems = new Problems();
    String where = "table " + table.qualifiedName();
    checkKind(connection, where, problems);
    checkColumns(connection, where, problems);
    problems.throwIfAny();
  }

  private void checkKind(Connection connection, String where, Problems problems)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT CASE relkind WHEN 'p' THEN 'a partitioned table' WHEN 'r' THEN"
                + " CASE relpersistence WHEN 'u' THEN 'an unlogged table' ELSE 'a table' END"
                + " ELSE 'something else' END FROM pg_class WHERE oid = to_regclass(?)")) {
      statement.setString(1, table.qualifiedName());
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        String found = row.getString(1);
        String wanted =
            table.isPartitioned()
                ? "a partitioned table"
                : table.options().unlogged() ? "an unlogged table" : "a table";
        if (!found.equals(wanted)) {
          problems.add(where, "kind", found, wanted);
        }
      }
    }
  }

  private void checkColumns(Connection connection, String where, Problems problems)
      throws SQLException {
    List<Column> found = columns(connection);
    for (Column wanted : table.columns()) {
      String type =
          found.stream()
              .filter(column -> column.name().equals(wanted.name()))
              .map(Column::type)
              .findFirst()
              .orElse("");
      if (!type.equals(wanted.type())) {
        problems.add(where, "column " + wanted.name(), type, wanted.type());
      }
    }
    for (Column other : found) {
      if (table.columns().stream().noneMatch(wanted -> wanted.name().equals(other.name()))) {
        problems.add(where, "column " + other.name(), other.type(), "no such column");
      }
    }
  }

  private List<Column> columns(Connection connection) throws SQLException {
    List<Column> columns = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute"
                + " WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped"
                + " ORDER BY attnum")) {
      statement.setString(1, table.qualifiedName());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          columns.add(new Column(rows.getString(1), rows.getString(2), rows.getBoolean(3)));
        }
      }
    }
    return columns;
  }
}
