package dev.weir.delivery;

import java.sql.SQLException;
import java.time.Duration;

/** Makes sure that a lane's place is its own still: after a failure, and now and then. */
final class Confirmation {
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final Promise promise;
  private final LaneHealth health;
  private final LaneTime time;
  private long confirmedNanos;

  Confirmation(Promise promise, LaneHealth health, LaneTime time) {
    this.promise = promise;
    this.health = health;
    this.time = time;
    this.confirmedNanos = time.nanos();
  }

  /**
   * Before each attempt.
   *
   * @throws dev.weir.config.ConfigurationException if another writer has the place
   */
  void whenDue() throws SQLException {
    long now = time.nanos();
    if (health.failures() > 0 || now - confirmedNanos > EVERY.toNanos()) {
      promise.confirm();
      confirmedNanos = now;
    }
  }
}
