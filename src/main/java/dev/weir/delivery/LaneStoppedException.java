package dev.weir.delivery;

import java.sql.SQLException;

/**
 * The lane has stopped: neither waiting nor leaving out a record would have helped, or it was told
 * to. The batch it held is not stored; with {@code exactly-once} the next start reads it again.
 */
public final class LaneStoppedException extends SQLException {
  private static final long serialVersionUID = 1L;

  /** Why a lane stopped. */
  public enum Reason {
    /** No permission, no such table and the like: see {@link Meaning#STOP}. */
    REFUSED,
    /** Another Weir writes from the same source. */
    ANOTHER_WRITER,
    /**
     * The server lost transactions it had committed: after a failover to a standby that was behind,
     * or a crash with synchronous_commit off. A new start goes on where the server is now.
     */
    FELL_BACK,
    /** {@link DeliveringStore#close} or an interrupt came while the lane was waiting. */
    CLOSED
  }

  private final Reason reason;

  LaneStoppedException(Reason reason, String message, Throwable cause) {
    super(message, cause instanceof SQLException failed ? failed.getSQLState() : null, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
