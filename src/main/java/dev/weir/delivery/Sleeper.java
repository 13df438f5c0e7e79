package dev.weir.delivery;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a lane waits; a test puts its own in place of time. */
@FunctionalInterface
interface Sleeper {
  /** Waits for real. */
  Sleeper REAL = (time, end) -> end.await(time.toNanos(), TimeUnit.NANOSECONDS);

  /**
   * Waits for a time, or until the latch is at zero.
   *
   * @return whether the latch ended it
   */
  boolean sleep(Duration time, CountDownLatch end) throws InterruptedException;
}
