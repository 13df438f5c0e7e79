package dev.weir.delivery;

import java.time.Duration;

/**
 * How a lane behaves when something fails.
 *
 * @param firstPause before the second attempt at a batch; each further pause is twice as long
 * @param longestPause so much and no more; a second for a server that is away
 * @param pausedAfter failures in a row after which the lane counts as paused, not only as late
 * @param limits how long it waits for what
 */
public record DeliverySettings(
    Duration firstPause, Duration longestPause, int pausedAfter, TimeLimits limits) {

  /** 100 ms growing to 10 s; paused after 5 failures. */
  public static DeliverySettings defaults() {
    return new DeliverySettings(
        Duration.ofMillis(100), Duration.ofSeconds(10), 5, TimeLimits.defaults());
  }
}
