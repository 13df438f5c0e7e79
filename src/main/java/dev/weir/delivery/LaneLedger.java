package dev.weir.delivery;

import dev.weir.dataset.Record;
import dev.weir.write.Batch;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * One lane's row of the ledger, and where the lane itself is: at the row, or ahead of it by what
 * has been stored since it was moved.
 *
 * <p>Why reading the row settles a lost answer: COMMIT is only sent once the update of the row has
 * been answered, so a transaction that may yet commit holds the row's lock. Whoever has that lock
 * sees what has become of it.
 */
final class LaneLedger {
  private final LaneLedgerTable table;
  private final LaneLocks locks;
  private final Stripes former;
  private final long formerEnd;
  private final int lanes;
  private final int lane;
  private final boolean goneOn;
  private volatile long next;
  private long row;
  private long movingTo;
  private long records;
  private long deadLetters;

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
    this.row = start.next();
    this.goneOn = start.next() > start.lane();
  }

  /** The position this lane reads on from. */
  long next() {
    return next;
  }

  /** Whether a Weir before this one has stored something. */
  boolean hasGoneOn() {
    return goneOn;
  }

  /** What of a batch lanes of before have not stored already. */
  Delivery begin(Batch batch) throws SQLException {
    long first = batch.records().get(0).position();
    long last = batch.lastPosition();
    if (first < next || last < first || first % lanes != lane || last % lanes != lane) {
      throw new SQLException(
          ("a batch of positions %d to %d was given to lane %d of %d, whose next position is %d;"
                  + " positions must go on from there in steps of %d")
              .formatted(first, last, lane, lanes, next, lanes));
    }
    if (first >= formerEnd) {
      return new Delivery(batch, last);
    }
    Batch open = new Batch(batch.lane(), batch.size());
    for (Record record : batch.records()) {
      if (!former.covers(record.position())) {
        open.add(record);
      }
    }
    return new Delivery(open, last);
  }

  /** Moves the row to behind the batch, inside its transaction. */
  void move(Connection connection, Delivery delivery) throws SQLException {
    movingTo = behind(delivery);
    table.move(
        connection,
        row,
        movingTo,
        records + delivery.stored(),
        deadLetters + delivery.refused().size());
  }

  /** Whether a move whose commit went unanswered is committed. */
  boolean isMoved(Connection connection, Delivery delivery) throws SQLException {
    long found = table.settled(connection);
    if (found == behind(delivery)) {
      return true;
    }
    if (found == row) {
      return false;
    }
    throw new LedgerMovedException(found, row);
  }

  /** The batch is stored; the lane goes on behind it. */
  void passed(Delivery delivery) {
    next = behind(delivery);
    records += delivery.stored();
    deadLetters += delivery.refused().size();
  }

  /** The row stands where the last {@link #move} put it. */
  void moved() {
    row = movingTo;
    records = 0;
    deadLetters = 0;
  }

  /** Whether the lane is ahead of the row. */
  boolean isBehind() {
    return row < next;
  }

  /** Moves the row to where the lane is, in a transaction of its own. */
  void catchUp(Connection connection) throws SQLException {
    table.move(connection, row, next, records, deadLetters);
    movingTo = next;
    moved();
  }

  void confirm() throws SQLException {
    locks.confirm();
  }

  private long behind(Delivery delivery) {
    return delivery.lastPosition() + lanes;
  }
}
