package dev.weir.delivery;

import dev.weir.dataset.Record;
import dev.weir.write.Batch;
import dev.weir.write.RowWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * At least once: the ledger moves with a batch now and then only, and when the lane ends. After a
 * crash the lane goes on from a little before where it was; what was stored beyond is stored again,
 * except where the table has a key: until a first batch meets no record of its own, a record that
 * collides counts as stored.
 *
 * <p>A batch whose COMMIT went unanswered is written again, unless the table's key tells that it is
 * there: what a record of it collides with can only be itself, since it had been written without a
 * collision just before that COMMIT.
 */
final class AtLeastOnce implements Promise {
  private static final Duration MOVE_EVERY = Duration.ofSeconds(1);

  private final RowWriter rows;
  private final LaneLedger ledger;
  private final LaneTime time;
  private boolean repeating;
  private boolean moving;
  private long movedNanos;

  /**
   * @param ledger null to begin at the beginning with every start, as a comparison does
   */
  AtLeastOnce(RowWriter rows, LaneLedger ledger, LaneTime time) {
    this.rows = rows;
    this.ledger = ledger;
    this.time = time;
    this.repeating = ledger != null && ledger.hasGoneOn();
    this.movedNanos = time.nanos();
  }

  @Override
  public Delivery begin(Batch batch) throws SQLException {
    return ledger == null ? new Delivery(batch, batch.lastPosition()) : ledger.begin(batch);
  }

  @Override
  public boolean isRepeating() {
    return repeating;
  }

  @Override
  public void beforeCommit(Connection connection, Delivery delivery) throws SQLException {
    moving = ledger != null && time.nanos() - movedNanos >= MOVE_EVERY.toNanos();
    if (moving) {
      ledger.move(connection, delivery);
    }
  }

  @Override
  public boolean isStored(Connection connection, Delivery delivery) throws SQLException {
    if (moving) {
      return ledger.isMoved(connection, delivery);
    }
    Record one = delivery.anyWritten();
    if (one == null) {
      return false;
    }
    try {
      rows.write(connection, List.of(one));
      return false;
    } catch (SQLException e) {
      if (SqlState.of(Failure.of(e).sqlState()) == SqlState.DUPLICATE) {
        return true;
      }
      throw e;
    }
  }

  @Override
  public void stored(Delivery delivery) {
    if (ledger == null) {
      return;
    }
    repeating = repeating && delivery.found() > 0;
    ledger.passed(delivery);
    if (moving) {
      ledger.moved();
      movedNanos = time.nanos();
      moving = false;
    }
  }

  @Override
  public void confirm() throws SQLException {
    if (ledger != null) {
      ledger.confirm();
    }
  }

  @Override
  public boolean isOpen() {
    return ledger != null && ledger.isBehind();
  }

  @Override
  public void close(Connection connection) throws SQLException {
    ledger.catchUp(connection);
  }
}
