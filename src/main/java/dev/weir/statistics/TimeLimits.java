package dev.weir.statistics;

import java.time.Duration;

/**
 * How long a statistics query may take.
 *
 * @param lock how long it waits for a lock; a table another session has locked then is a gap
 * @param statement how long it may run altogether
 */
public record TimeLimits(Duration lock, Duration statement) {

  /** 100 ms for a lock, 2 s altogether. */
  public static TimeLimits defaults() {
    return new TimeLimits(Duration.ofMillis(100), Duration.ofSeconds(2));
  }

  /**
   * The statements that put these limits on a session. Whoever runs a plan's queries on connections
   * of its own runs this once on each.
   */
  public String sessionStatements() {
    return "SET lock_timeout = "
        + lock.toMillis()
        + "; SET statement_timeout = "
        + statement.toMillis();
  }
}
