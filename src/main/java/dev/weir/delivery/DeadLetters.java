package dev.weir.delivery;

import dev.weir.dataset.Record;
import dev.weir.write.RowWriter;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dead letters of a database: written by lanes in the transaction of the neighbours, and
 * listed, exported and put back by people. Safe for use by several threads, each with its own
 * connection.
 */
public final class DeadLetters {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);
  private static final int FETCHED_AT_ONCE = 500;

  private final DeliveryTables tables;
  private final DeadLetterFile file;

  /**
   * @param file where they go when the table does not take them
   */
  public DeadLetters(DeliveryTables tables, DeadLetterFile file) {
    this.tables = tables;
    this.file = file;
  }

  /**
   * What {@link #retry} did.
   *
   * @param stored letters whose record is now in its table, and no letter any more
   * @param refusedAgain letters that stay, with the reason of this time
   * @param noRecord letters that stay, since they never were a record
   */
  public record Retried(long stored, long refusedAgain, long noRecord) {}

  /**
   * Writes letters inside the open transaction, or, where the table does not take them, into the
   * file.
   *
   * @param alreadyInFile positions of letters an earlier attempt at this transaction put into the
   *     file; grows by those of this one
   * @throws SQLException if neither can be, or the failure is one that passes by itself
   */
  void write(Connection connection, List<DeadLetter> letters, Set<Long> alreadyInFile)
      throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      insert(connection, letters);
      connection.releaseSavepoint(before);
    } catch (SQLException e) {
      Failure failure = Failure.of(e);
      if (failure.meaning() == Meaning.RETRY) {
        throw e;
      }
      connection.rollback(before);
      LOG.warn("{} dead letters go to {}: {}", letters.size(), file.path(), failure);
      List<DeadLetter> unwritten =
          letters.stream().filter(letter -> !alreadyInFile.contains(letter.position())).toList();
      try {
        file.append(unwritten);
      } catch (IOException io) {
        io.addSuppressed(e);
        throw new SQLException(
            "dead letters can be written neither to the database nor to a file: "
                + failure
                + ", "
                + io,
            io);
      }
      unwritten.forEach(letter -> alreadyInFile.add(letter.position()));
    }
  }

  /** Makes the table where there is none; an account that may not is no reason to stop. */
  void prepare(Connection connection) throws SQLException {
    try {
      tables.createDeadLetters(connection);
    } catch (SQLException e) {
      if (Failure.of(e).meaning() == Meaning.RETRY) {
        throw e;
      }
      LOG.warn("{} cannot be made: {}", tables.deadLetters(), Failure.of(e));
    }
  }

  /**
   * Puts the letters of the file into the table, which may take them now, and empties the file.
   * None is put in twice, whatever crashes in between.
   *
   * @param connection with no transaction open
   * @return how many were put in
   * @throws SQLException if the table does not take them; then they stay in the file
   * @throws IOException if the file cannot be read or emptied
   */
  public long takeIn(Connection connection) throws SQLException, IOException {
    long[] count = {0};
    file.empty(
        letters -> {
          tables.createDeadLetters(connection);
          boolean autoCommit = connection.getAutoCommit();
          connection.setAutoCommit(false);
          try {
            List<DeadLetter> missing = new ArrayList<>();
            for (DeadLetter letter : letters) {
              if (!missing.contains(letter) && !isThere(connection, letter)) {
                missing.add(letter);
              }
            }
            insert(connection, missing);
            connection.commit();
            count[0] = missing.size();
          } catch (SQLException e) {
            DeliveryTables.rollback(connection, e);
            throw e;
          } finally {
            connection.setAutoCommit(autoCommit);
          }
        });
    return count[0];
  }

  private boolean isThere(Connection connection, DeadLetter letter) throws SQLException {
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

  /** How many there are; 0 where there is no table. */
  public long count(Connection connection, DeadLetterChoice choice) throws SQLException {
    if (!DeliveryTables.exists(connection, tables.deadLetters())) {
      return 0;
    }
    try (PreparedStatement statement =
        choice.prepare(connection, "SELECT count(*) FROM " + tables.deadLetters(), "")) {
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** The first of them in the order they were written; none where there is no table. */
  public List<DeadLetter> list(Connection connection, DeadLetterChoice choice, int most)
      throws SQLException {
    List<DeadLetter> letters = new ArrayList<>();
    read(connection, choice, " ORDER BY id LIMIT " + most, letters::add);
    return letters;
  }

  /**
   * Gives each as one line of JSON, without line end, however many there are.
   *
   * @param connection with no transaction open
   * @return how many there were
   */
  public long export(Connection connection, DeadLetterChoice choice, Consumer<String> lines)
      throws SQLException {
    long[] count = {0};
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false); // else the driver fetches all of them at once
    try {
      read(
          connection,
          choice,
          " ORDER BY id",
          letter -> {
            lines.accept(DeadLetterJson.line(letter));
            count[0]++;
          });
    } finally {
      connection.rollback();
      connection.setAutoCommit(autoCommit);
    }
    return count[0];
  }

  /**
   * Tries to store each record again; one that is stored now is a letter no more, in the same
   * transaction. Two who do this at once take different letters.
   *
   * @param connection with no transaction open
   * @param rows writes to the table the records belong to
   * @throws SQLException if the server failed for another reason than the record; letters before it
   *     are done
   */
  public Retried retry(Connection connection, DeadLetterChoice choice, RowWriter rows)
      throws SQLException {
    List<Long> ids = new ArrayList<>();
    read(connection, choice, " ORDER BY id", letter -> ids.add(letter.id()));
    long stored = 0;
    long refused = 0;
    long noRecord = 0;
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try {
      for (long id : ids) {
        Optional<DeadLetter> letter = lock(connection, id);
        if (letter.isPresent()) {
          Optional<Record> record = letter.get().record();
          if (record.isEmpty()) {
            noRecord++;
          } else if (putBack(connection, id, record.get(), rows)) {
            stored++;
          } else {
            refused++;
          }
        }
        connection.commit();
      }
    } catch (SQLException | RuntimeException e) {
      DeliveryTables.rollback(connection, e);
      throw e;
    } finally {
      if (!connection.isClosed()) {
        connection.setAutoCommit(autoCommit);
      }
    }
    return new Retried(stored, refused, noRecord);
  }

  private boolean putBack(Connection connection, long id, Record record, RowWriter rows)
      throws SQLException {
    Savepoint before = connection.setSavepoint();
    try {
      rows.write(connection, List.of(record));
    } catch (SQLException | RuntimeException e) {
      Failure failure = Failure.of(e);
      if (failure.meaning() != Meaning.BAD_DATA) {
        throw e;
      }
      connection.rollback(before);
      change(
          connection,
          "UPDATE " + tables.deadLetters() + " SET sqlstate = ?, message = ? WHERE id = ?",
          failure.sqlState(),
          Characters.readable(failure.message()),
          id);
      return false;
    }
    change(connection, "DELETE FROM " + tables.deadLetters() + " WHERE id = ?", id);
    return true;
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

  private void insert(Connection connection, List<DeadLetter> letters) throws SQLException {
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

  private Optional<DeadLetter> lock(Connection connection, long id) throws SQLException {
    List<DeadLetter> found = new ArrayList<>();
    read(connection, DeadLetterChoice.of(id), " FOR UPDATE SKIP LOCKED", found::add);
    return found.stream().findFirst();
  }

  private void read(
      Connection connection, DeadLetterChoice choice, String end, Consumer<DeadLetter> letters)
      throws SQLException {
    if (!DeliveryTables.exists(connection, tables.deadLetters())) {
      return;
    }
    try (PreparedStatement statement =
        choice.prepare(
            connection,
            "SELECT id, strategy, source, lane, position, sqlstate, message, record, created_at"
                + " FROM "
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
