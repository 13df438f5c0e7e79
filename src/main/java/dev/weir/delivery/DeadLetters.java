package dev.weir.delivery;

import dev.weir.dataset.Record;
import dev.weir.write.RowWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
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

  private final DeliveryTables tables;
  private final DeadLetterTable table;
  private final DeadLetterFile file;

  /**
   * @param file where they go when the table does not take them
   */
  public DeadLetters(DeliveryTables tables, DeadLetterFile file) {
    this.tables = tables;
    this.table = new DeadLetterTable(tables);
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
      table.insert(connection, letters);
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
              if (!missing.contains(letter) && !table.holds(connection, letter)) {
                missing.add(letter);
              }
            }
            table.insert(connection, missing);
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

  /** How many there are; 0 where there is no table. */
  public long count(Connection connection, DeadLetterChoice choice) throws SQLException {
    return table.count(connection, choice);
  }

  /** What they were read from, each once; none where there is no table. */
  public List<LedgerKey> keys(Connection connection, DeadLetterChoice choice) throws SQLException {
    return table.keys(connection, choice);
  }

  /** The first of them in the order they were written; none where there is no table. */
  public List<DeadLetter> list(Connection connection, DeadLetterChoice choice, int most)
      throws SQLException {
    List<DeadLetter> letters = new ArrayList<>();
    table.read(connection, choice, " ORDER BY id LIMIT " + most, letters::add);
    return letters;
  }

  /** How many measurements their records have; empty where none ever was a record. */
  public OptionalInt measurements(Connection connection, DeadLetterChoice choice)
      throws SQLException {
    List<DeadLetter> letters = new ArrayList<>();
    table.read(
        connection, choice, " ORDER BY record -> 'measurements' IS NULL, id LIMIT 1", letters::add);
    return letters.stream()
        .flatMap(letter -> letter.record().stream())
        .mapToInt(Record::measurements)
        .findFirst();
  }

  /** Those the table did not take, which are in the file, in the order they were written. */
  public List<DeadLetter> inFile(DeadLetterChoice choice) throws IOException {
    return file.read().stream().filter(choice::isOneOf).toList();
  }

  /** The file for those the table does not take. */
  public Path file() {
    return file.path();
  }

  /**
   * Gives each as one line of JSON, without line end, however many there are: those of the table,
   * then those of the file.
   *
   * @param connection with no transaction open
   * @return how many there were
   */
  public long export(Connection connection, DeadLetterChoice choice, Consumer<String> lines)
      throws SQLException, IOException {
    List<DeadLetter> inFile = inFile(choice);
    long[] count = {inFile.size()};
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false); // else the driver fetches all of them at once
    try {
      table.read(
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
    inFile.forEach(letter -> lines.accept(DeadLetterJson.line(letter)));
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
    return new DeadLetterRetry(table, rows).run(connection, choice);
  }
}
