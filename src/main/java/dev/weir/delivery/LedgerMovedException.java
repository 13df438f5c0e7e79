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

  /** What the lane stops for. */
  LaneStoppedException.Reason reason() {
    return isBehind()
        ? LaneStoppedException.Reason.FELL_BACK
        : LaneStoppedException.Reason.ANOTHER_WRITER;
  }

  /** What happened and what to do about it. */
  String advice() {
    return getMessage()
        + (isBehind()
            ? "; the server has lost transactions it had committed, as after a failover to a"
                + " standby that was behind or a crash with synchronous_commit off. Start again:"
                + " it goes on from there"
            : "; another Weir has stored from this source. Stop one of them");
  }

  private boolean isBehind() {
    return found < expected;
  }
}
