package dev.weir.delivery;

import dev.weir.dataset.Record;
import dev.weir.layout.PartitionMaker;
import dev.weir.write.Batch;
import dev.weir.write.RowWriter;
import dev.weir.write.TransactionStep;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What happens in the transaction of a batch: its rows, its dead letters, the promise's last step.
 *
 * <p>Rows are written all at once, or, when some record is bad, by halves. That goes on inside the
 * one transaction of the batch: each piece is written behind a savepoint; a piece the server
 * refuses is rolled back to it, which ends a failed COPY too, and is cut in two until a bad record
 * stands alone. So the good ones, the dead letters and the ledger's move commit together, and
 * nobody ever sees a part of a batch.
 */
final class BatchTransaction implements RowWriter, TransactionStep {
  /** 0001-01-01T00:00:00Z and 10000-01-01T00:00:00Z in microseconds since 1970. */
  private static final long FIRST_MICROS = -62_135_596_800_000_000L;

  private static final long END_MICROS = 253_402_300_800_000_000L;

  private final LaneTarget target;
  private final Promise promise;
  private final DeadLetters deadLetters;
  private final AnswerLimit limit;
  private final FormerBackend backend;
  private final Clock clock;
  private final PartitionMaker partitions;
  private final List<Refusal> refused = new ArrayList<>();
  private Delivery delivery;

  BatchTransaction(
      LaneTarget target,
      Promise promise,
      DeadLetters deadLetters,
      AnswerLimit limit,
      FormerBackend backend,
      Clock clock) {
    this.target = target;
    this.promise = promise;
    this.deadLetters = deadLetters;
    this.limit = limit;
    this.backend = backend;
    this.clock = clock;
    this.partitions = target.table().isPartitioned() ? new PartitionMaker(target.table()) : null;
  }

  /** What the next transaction is for. */
  void begin(Delivery batch) {
    delivery = batch;
    delivery.beginAttempt();
    refused.clear();
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
    backend.note(connection);
    if (!delivery.isIsolating()) {
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

  /** After the rows: dead letters, ledger. COMMIT is what follows. */
  @Override
  public void apply(Connection connection, Batch batch) throws SQLException {
    Map<Boolean, List<Refusal>> byBeingThere =
        refused.stream().collect(Collectors.partitioningBy(this::isThere));
    List<Refusal> bad = byBeingThere.get(false);
    if (!bad.isEmpty()) {
      List<DeadLetter> letters =
          bad.stream()
              .map(each -> DeadLetter.of(target.key(), target.lane(), each, clock.instant()))
              .toList();
      deadLetters.write(connection, letters, delivery.inFile());
    }
    delivery.unwritten(byBeingThere.get(true), bad);
    promise.beforeCommit(connection, delivery);
    delivery.committing();
  }

  /** Whether what a record collides with may be itself, from before a crash. */
  private boolean isThere(Refusal refusal) {
    return promise.isRepeating() && SqlState.of(refusal.failure().sqlState()) == SqlState.DUPLICATE;
  }

  /**
   * An encoder's exception as the server's own: the connection is as good as after one of those.
   */
  private void writeOnce(Connection connection, List<Record> records) throws SQLException {
    try {
      target.rows().write(connection, records);
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
