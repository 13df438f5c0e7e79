package dev.weir.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The statements on the table of dead letters. It may not be there: then it holds none. */
final class DeadLetterTable {
  private static final int FETCHED_AT_ONCE = 500;

  private final DeliveryTables tables;

  DeadLetterTable(DeliveryTables tables) {
    this.tables = tables;
  }

  void insert(Connection connection, List<DeadLetter> letters) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO "
                + tables.deadLetters()
                + " (strategy, source, lane, position, sqlstate, message, record, created_at)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?::jsonb, ?)")) {
      for (DeadLetter letter : letters) {
        statement.setString(1, letter.key().strategy());
        statement.setString(2, letter.key().source());
        statement.setInt(3, letter.lane());
        statement.setLong(4, letter.position());
        statement.setString(5, letter.sqlState());
        statement.setString(6, letter.message());
        statement.setString(7, letter.json());
        statement.setObject(8, letter.createdAt().atOffset(ZoneOffset.UTC));
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** Whether this very letter is there, from the same place and moment. */
  boolean holds(Connection connection, DeadLetter letter) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT FROM "
                + tables.deadLetters()
                + " WHERE strategy = ? AND source = ? AND lane = ? AND position = ?"
                + " AND created_at = ?")) {
      statement.setString(1, letter.key().strategy());
      statement.setString(2, letter.key().source());
      statement.setInt(3, letter.lane());
      statement.setLong(4, letter.position());
      statement.setObject(5, letter.createdAt().atOffset(ZoneOffset.UTC));
      try (ResultSet row = statement.executeQuery()) {
        return row.next();
      }
    }
  }

  long count(Connection connection, DeadLetterChoice choice) throws SQLException {
    if (!DeliveryTables.exists(connection, tables.deadLetters())) {
      return 0;
    }
    try (PreparedStatement statement =
            choice.prepare(connection, "SELECT count(*) FROM " + tables.deadLetters(), "");
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  /** What they were read from, each once. */
  List<LedgerKey> keys(Connection connection, DeadLetterChoice choice) throws SQLException {
    List<LedgerKey> keys = new ArrayList<>();
    if (!DeliveryTables.exists(connection, tables.deadLetters())) {
      return keys;
    }
    try (PreparedStatement statement =
            choice.prepare(
                connection,
                "SELECT DISTINCT strategy, source FROM " + tables.deadLetters(),
                " ORDER BY strategy, source");
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        keys.add(new LedgerKey(row.getString(1), row.getString(2)));
      }
    }
    return keys;
  }

  /**
   * Gives each letter, a few hundred at a time where a transaction is open.
   *
   * @param end of the query: its order, limit and locks
   */
  void read(
      Connection connection, DeadLetterChoice choice, String end, Consumer<DeadLetter> letters)
      throws SQLException {
    if (!DeliveryTables.exists(connection, tables.deadLetters())) {
      return;
    }
    try (PreparedStatement statement =
        choice.prepare(
            connection,
            // as text: row writers teach a connection types of their own, which read nothing
            "SELECT id, strategy, source, lane, position, sqlstate, message, record::text,"
                + " created_at FROM "
                + tables.deadLetters(),
            end)) {
      statement.setFetchSize(FETCHED_AT_ONCE);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          letters.accept(letter(row));
        }
      }
    }
  }

  /** The letter, kept from others until the transaction ends; empty when another one has it. */
  Optional<DeadLetter> lock(Connection connection, long id) throws SQLException {
    List<DeadLetter> found = new ArrayList<>();
    read(connection, DeadLetterChoice.of(id), " FOR UPDATE SKIP LOCKED", found::add);
    return found.stream().findFirst();
  }

  /** The letter stays, with the reason of this time. */
  void refusedAgain(Connection connection, long id, Failure failure) throws SQLException {
    change(
        connection,
        "UPDATE " + tables.deadLetters() + " SET sqlstate = ?, message = ? WHERE id = ?",
        failure.sqlState(),
        Characters.readable(failure.message()),
        id);
  }

  void delete(Connection connection, long id) throws SQLException {
    change(connection, "DELETE FROM " + tables.deadLetters() + " WHERE id = ?", id);
  }

  private static void change(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  private static DeadLetter letter(ResultSet row) throws SQLException {
    Instant createdAt = row.getObject(9, OffsetDateTime.class).toInstant();
    return new DeadLetter(
        row.getLong(1),
        new LedgerKey(row.getString(2), row.getString(3)),
        row.getInt(4),
        row.getLong(5),
        row.getString(6),
        row.getString(7),
        row.getString(8),
        createdAt);
  }
}
