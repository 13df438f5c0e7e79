package dev.weir.delivery;

import dev.weir.write.Batch;
import dev.weir.write.TransactionStep;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Moves a lane's ledger for a writer that takes no further batch after one that failed: what went
 * before has then been committed.
 */
final class LedgerStep implements TransactionStep {
  private final LaneLedger ledger;
  private Delivery before;

  LedgerStep(LaneLedger ledger) {
    this.ledger = ledger;
  }

  @Override
  public void apply(Connection connection, Batch batch) throws SQLException {
    if (before != null) {
      ledger.passed(before);
      ledger.moved();
    }
    Delivery delivery = ledger.begin(batch);
    ledger.move(connection, delivery);
    before = delivery;
  }
}
