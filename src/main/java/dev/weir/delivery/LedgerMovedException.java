package dev.weir.delivery;

import java.sql.SQLException;

/** The ledger is not where this lane left it. Thrown inside the transaction, which ends with it. */
final class LedgerMovedException extends SQLException {
  private static final long serialVersionUID = 1L;

  /** The next position found, or this when the lane's row is gone. */
  static final long ROW_GONE = -1;

  private final long found;
  private final long expected;

  LedgerMovedException(long found, long expected) {
    super("the ledger's next position is " + found + " where " + expected + " was left");
    this.found = found;
    this.expected = expected;
  }

  long found() {
    return found;
  }

  long expected() {
    return expected;
  }
}
