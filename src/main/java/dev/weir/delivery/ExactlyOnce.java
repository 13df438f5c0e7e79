package dev.weir.delivery;

import dev.weir.write.Batch;
import java.sql.Connection;
import java.sql.SQLException;

/** The ledger moves in the transaction of every batch. */
final class ExactlyOnce implements Promise {
  private final LaneLedger ledger;

  ExactlyOnce(LaneLedger ledger) {
    this.ledger = ledger;
  }

  @Override
  public Delivery begin(Batch batch) throws SQLException {
    return ledger.begin(batch);
  }

  @Override
  public boolean isRepeating() {
    return false;
  }

  @Override
  public void beforeCommit(Connection connection, Delivery delivery) throws SQLException {
    ledger.move(connection, delivery);
  }

  @Override
  public boolean isStored(Connection connection, Delivery delivery) throws SQLException {
    return ledger.isMoved(connection, delivery);
  }

  @Override
  public void stored(Delivery delivery) {
    ledger.passed(delivery);
    ledger.moved();
  }

  @Override
  public void confirm() throws SQLException {
    ledger.confirm();
  }

  @Override
  public boolean isOpen() {
    return false;
  }

  @Override
  public void close(Connection connection) {
    // the last batch has moved the ledger
  }
}
