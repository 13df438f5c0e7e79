package dev.weir.delivery;

import dev.weir.dataset.Record;
import dev.weir.delivery.DeadLetters.Retried;
import dev.weir.write.RowWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Puts dead letters back, one a transaction: its record is stored and the letter deleted, or the
 * letter stays with the reason of this time.
 */
final class DeadLetterRetry {
  private final DeadLetterTable table;
  private final RowWriter rows;
  private long stored;
  private long refused;
  private long noRecord;

  DeadLetterRetry(DeadLetterTable table, RowWriter rows) {
    this.table = table;
    this.rows = rows;
  }

  Retried run(Connection connection, DeadLetterChoice choice) throws SQLException {
    List<Long> ids = new ArrayList<>();
    table.read(connection, choice, " ORDER BY id", letter -> ids.add(letter.id()));
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try {
      for (long id : ids) {
        Optional<DeadLetter> letter = table.lock(connection, id);
        if (letter.isPresent()) {
          putBack(connection, letter.get());
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

  private void putBack(Connection connection, DeadLetter letter) throws SQLException {
    Optional<Record> record = letter.record();
    if (record.isEmpty()) {
      noRecord++;
      return;
    }
    Savepoint before = connection.setSavepoint();
    try {
      rows.write(connection, List.of(record.get()));
    } catch (SQLException | RuntimeException e) {
      Failure failure = Failure.of(e);
      if (failure.meaning() != Meaning.BAD_DATA) {
        throw e;
      }
      connection.rollback(before);
      table.refusedAgain(connection, letter.id(), failure);
      refused++;
      return;
    }
    table.delete(connection, letter.id());
    stored++;
  }
}
