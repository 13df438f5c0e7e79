package dev.weir.delivery;

import dev.weir.dataset.Record;
import dev.weir.layout.PartitionMaker;
import dev.weir.layout.Table;
import dev.weir.write.RowWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Writes the rows of a batch: all at once, or, when some record in it is bad, by halves.
 *
 * <p>Isolating goes on inside the one transaction of the batch. Each piece is written behind a
 * savepoint; a piece the server refuses is rolled back to it, which ends a failed COPY too, and is
 * cut in two until a bad record stands alone. So the good ones, the dead letters and the ledger's
 * move commit together, and nobody ever sees a part of a batch.
 */
final class BatchRows implements RowWriter {
  /** 0001-01-01T00:00:00Z and 10000-01-01T00:00:00Z in microseconds since 1970. */
  private static final long FIRST_MICROS = -62_135_596_800_000_000L;

  private static final long END_MICROS = 253_402_300_800_000_000L;

  private final RowWriter rows;
  private final PartitionMaker partitions;
  private final AnswerLimit limit;
  private final DeadLetters deadLetters;
  private final List<Refusal> refused = new ArrayList<>();
  private boolean isolating;

  BatchRows(Table table, RowWriter rows, DeadLetters deadLetters, AnswerLimit limit) {
    this.rows = rows;
    this.partitions = table.isPartitioned() ? new PartitionMaker(table) : null;
    this.deadLetters = deadLetters;
    this.limit = limit;
  }

  /** What the next {@link #write} does. */
  void isolate(boolean byHalves) {
    isolating = byHalves;
    refused.clear();
  }

  /** The bad records of the last {@link #write}, in order. */
  List<Refusal> refused() {
    return refused;
  }

  /** After a failure: what was known of the table may be so no longer. */
  void forget() {
    if (partitions != null) {
      partitions.forget();
    }
  }

  @Override
  public void write(Connection connection, List<Record> records) throws SQLException {
    limit.begin(connection);
    if (!isolating) {
      makePartitions(connection, records);
      writeOnce(connection, records);
      return;
    }
    deadLetters.prepare(connection);
    List<Record> good = withinPartitions(records);
    makePartitions(connection, good);
    beginIsolating(connection);
    writeOrHalve(connection, good);
    refused.sort(Comparator.comparingLong(refusal -> refusal.record().position()));
  }

  /**
   * An encoder's exception as the server's own: the connection is as good as after one of those.
   */
  private void writeOnce(Connection connection, List<Record> records) throws SQLException {
    try {
      rows.write(connection, records);
    } catch (RuntimeException e) {
      Failure failure = Failure.of(e);
      if (failure.meaning() != Meaning.BAD_DATA) {
        throw e;
      }
      throw new SQLException(failure.message(), failure.sqlState(), e);
    }
  }

  /**
   * Before the first savepoint, so that what fails here is not taken for a record's fault: a server
   * that gives out no transaction ids any more, for one. Constraints that wait for the commit must
   * speak while a savepoint still tells which record they mean.
   */
  private static void beginIsolating(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_current_xact_id()");
      statement.execute("SET CONSTRAINTS ALL IMMEDIATE");
    }
  }

  private void writeOrHalve(Connection connection, List<Record> piece) throws SQLException {
    if (piece.isEmpty()) {
      return;
    }
    Savepoint before = connection.setSavepoint();
    Failure failure;
    try {
      writeOnce(connection, piece);
      connection.releaseSavepoint(before);
      return;
    } catch (SQLException e) {
      failure = Failure.of(e);
      if (failure.meaning() != Meaning.BAD_DATA) {
        throw e;
      }
      connection.rollback(before);
      connection.releaseSavepoint(before);
    }
    if (piece.size() == 1) {
      refused.add(new Refusal(piece.get(0), failure));
      return;
    }
    int half = piece.size() / 2;
    writeOrHalve(connection, piece.subList(0, half));
    writeOrHalve(connection, piece.subList(half, piece.size()));
  }

  /** No partition is made for a time outside of years 1 to 9999. */
  private List<Record> withinPartitions(List<Record> records) {
    if (partitions == null) {
      return records;
    }
    List<Record> within = new ArrayList<>(records.size());
    for (Record record : records) {
      if (record.recordedAtMicros() >= FIRST_MICROS && record.recordedAtMicros() < END_MICROS) {
        within.add(record);
      } else {
        refused.add(
            new Refusal(
                record,
                Failure.badRecord(
                    "recorded_at is "
                        + record.recordedAtMicros()
                        + " microseconds from 1970; partitions are made for the years 1 to 9999")));
      }
    }
    return within;
  }

  private void makePartitions(Connection connection, List<Record> records) throws SQLException {
    if (partitions == null) {
      return;
    }
    for (Record record : records) {
      partitions.need(record.recordedAtMicros());
    }
    partitions.make(connection);
  }
}
