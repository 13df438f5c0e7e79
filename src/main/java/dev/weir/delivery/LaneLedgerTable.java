package dev.weir.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** One lane's row of the ledger, as SQL. Keeps no state: every call says what it expects. */
final class LaneLedgerTable {
  private final LedgerKey key;
  private final int lanes;
  private final int lane;
  private final String start;
  private final String move;
  private final String look;
  private final String end;

  LaneLedgerTable(DeliveryTables tables, LedgerKey key, int lanes, int lane) {
    this.key = key;
    this.lanes = lanes;
    this.lane = lane;
    String row = " WHERE strategy = ? AND source = ? AND lanes = ? AND lane = ?";
    start =
        "INSERT INTO "
            + tables.ledger()
            + " AS ledger (strategy, source, lanes, lane, next_position, records, dead_letters,"
            + " updated_at) VALUES (?, ?, ?, ?, ?, 0, 0, statement_timestamp())"
            + " ON CONFLICT (strategy, source, lanes, lane) DO UPDATE"
            + " SET next_position = excluded.next_position, updated_at = excluded.updated_at"
            + " WHERE ledger.next_position < excluded.next_position";
    move =
        "UPDATE "
            + tables.ledger()
            + " SET next_position = ?, records = records + ?, dead_letters = dead_letters + ?,"
            + " updated_at = statement_timestamp()"
            + row
            + " AND next_position = ?";
    look = "SELECT next_position FROM " + tables.ledger() + row;
    // what ends a backend of ours that still holds the row: it has written to the ledger
    end =
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE pid = ? AND granted AND relation ="
            + " to_regclass('"
            + tables.ledger().replace("'", "''")
            + "') AND mode = 'RowExclusiveLock' AND database ="
            + " (SELECT oid FROM pg_database WHERE datname = current_database())";
  }

  /** Makes the row, or moves it on to where a change of the number of lanes puts it. */
  void start(Connection connection, long next) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(start)) {
      bindRow(statement, 1);
      statement.setLong(5, next);
      statement.executeUpdate();
    }
  }

  /**
   * Moves the row on from where this lane left it.
   *
   * @throws LedgerMovedException if it is not there
   */
  void move(Connection connection, long from, long to, long records, long deadLetters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(move)) {
      statement.setLong(1, to);
      statement.setLong(2, records);
      statement.setLong(3, deadLetters);
      bindRow(statement, 4);
      statement.setLong(8, from);
      if (statement.executeUpdate() == 1) {
        return;
      }
    }
    throw new LedgerMovedException(look(connection, ""), from);
  }

  /**
   * Where the row is once every transaction that has moved it has ended, however long ago its
   * client was lost: the row's lock is waited for.
   *
   * @param waitMillis how long; then SQLState 55P03
   */
  long settled(Connection connection, long waitMillis) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL lock_timeout = " + waitMillis);
    }
    return look(connection, " FOR UPDATE");
  }

  /** Ends a backend whose client is lost, if it is still in a transaction that moved the ledger. */
  void endBackend(Connection connection, int backend) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(end)) {
      statement.setInt(1, backend);
      statement.executeQuery().close();
    }
  }

  private long look(Connection connection, String lock) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(look + lock)) {
      bindRow(statement, 1);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getLong(1) : LedgerMovedException.ROW_GONE;
      }
    }
  }

  private void bindRow(PreparedStatement statement, int first) throws SQLException {
    statement.setString(first, key.strategy());
    statement.setString(first + 1, key.source());
    statement.setInt(first + 2, lanes);
    statement.setInt(first + 3, lane);
  }
}
