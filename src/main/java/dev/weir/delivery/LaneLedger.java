package dev.weir.delivery;

import dev.weir.dataset.Record;
import dev.weir.write.Batch;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exactly-once: one lane's row of the ledger moves in the transaction of each batch.
 *
 * <p>Why reading the row settles a lost answer: COMMIT is only sent once the update of the row has
 * been answered, so a transaction that may yet commit holds the row's lock. Whoever has that lock
 * sees what has become of it.
 */
final class LaneLedger implements Promise {
  private static final Logger LOG = LoggerFactory.getLogger(LaneLedger.class);

  /** Long enough for a commit under way to end by itself; then the backend is ended. */
  private static final long WAIT_FOR_COMMIT_MILLIS = 2_000;

  private final LaneLedgerTable table;
  private final LaneLocks locks;
  private final Stripes former;
  private final long formerEnd;
  private final int lanes;
  private final int lane;
  private volatile long next;
  private int backend;

  /**
   * @param former what lanes of another number have done beyond the first open position
   */
  LaneLedger(LaneLedgerTable table, Stripe start, Stripes former, LaneLocks locks) {
    this.table = table;
    this.former = former;
    this.formerEnd = former.all().stream().mapToLong(Stripe::next).max().orElse(0);
    this.locks = locks;
    this.lanes = start.lanes();
    this.lane = start.lane();
    this.next = start.next();
  }

  /** The position this lane reads on from. */
  long next() {
    return next;
  }

  @Override
  public Delivery begin(Batch batch) throws SQLException {
    long first = batch.records().get(0).position();
    long last = batch.lastPosition();
    if (first < next || last < first || first % lanes != lane || last % lanes != lane) {
      throw new LaneStoppedException(
          LaneStoppedException.Reason.REFUSED,
          ("a batch of positions %d to %d was given to lane %d of %d, whose next position is %d;"
                  + " positions must go on from there in steps of %d")
              .formatted(first, last, lane, lanes, next, lanes),
          null);
    }
    return new Delivery(withoutDone(batch), last);
  }

  private Batch withoutDone(Batch batch) {
    if (batch.records().get(0).position() >= formerEnd) {
      return batch;
    }
    Batch open = new Batch(batch.lane(), batch.size());
    for (Record record : batch.records()) {
      if (!former.covers(record.position())) {
        open.add(record);
      }
    }
    return open;
  }

  @Override
  public void beforeCommit(Connection connection, Delivery delivery) throws SQLException {
    backend = connection.unwrap(PGConnection.class).getBackendPID();
    table.move(connection, next, target(delivery), delivery.stored(), delivery.refused().size());
  }

  @Override
  public boolean isStored(Connection connection, Delivery delivery) throws SQLException {
    long found;
    try {
      found = table.settled(connection, WAIT_FOR_COMMIT_MILLIS);
    } catch (SQLException e) {
      if (SqlState.of(e.getSQLState()) == SqlState.LOCKED) {
        LOG.warn("Backend {} is still committing for a lost client; ending it", backend);
        connection.rollback();
        table.endBackend(connection, backend);
      }
      throw e;
    }
    if (found == target(delivery)) {
      return true;
    }
    if (found == next) {
      return false;
    }
    throw new LedgerMovedException(found, next);
  }

  @Override
  public void stored(Delivery delivery) {
    next = target(delivery);
  }

  @Override
  public void confirm() throws SQLException {
    locks.confirm();
  }

  private long target(Delivery delivery) {
    return delivery.lastPosition() + lanes;
  }
}
