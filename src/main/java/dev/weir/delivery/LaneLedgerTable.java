package dev.weir.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** One lane's row of the ledger, as SQL. Keeps no state: every call says what it expects. */
final class LaneLedgerTable {
  private final LedgerKey key;
  private final int lanes;
  private final int lane;
  private final String start;
  private final String move;
  private final String look;

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
   * @throws SQLException of SQLState 55P03 if it is not had within the session's lock_timeout
   */
  long settled(Connection connection) throws SQLException {
    return look(connection, " FOR UPDATE");
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
