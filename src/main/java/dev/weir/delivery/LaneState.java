package dev.weir.delivery;

import java.time.Instant;

/**
 * How a lane is.
 *
 * @param condition in a word
 * @param since when it became so
 * @param failures attempts that failed in a row
 * @param reason the last failure, with what to do; empty while it flows
 */
public record LaneState(Condition condition, Instant since, int failures, String reason) {

  /** In a word. */
  public enum Condition {
    /** Batches are stored. */
    FLOWING,
    /** The last attempt failed; the next follows soon. */
    RETRYING,
    /** Attempts have failed again and again; the lane waits for the server and looks for it. */
    PAUSED,
    /** The lane has ended by a failure that no waiting mends, or was closed. */
    STOPPED
  }

  /** Whether records get through, so that others may be sent here: readiness. */
  public boolean isReady() {
    return condition == Condition.FLOWING || condition == Condition.RETRYING;
  }
}
