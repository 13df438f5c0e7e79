package dev.weir.statistics;

import java.time.Duration;
import java.util.Map;

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
   * These limits as settings of a session, by name. Whoever runs a plan's queries on connections of
   * its own puts these on them.
   */
  public Map<String, String> sessionSettings() {
    return Map.of(
        "lock_timeout", lock.toMillis() + "ms", "statement_timeout", statement.toMillis() + "ms");
  }
}
