package dev.weir.delivery;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The wait between two attempts at a batch; says why it waits, and ends when the lane does. */
final class LanePause {
  private static final Logger LOG = LoggerFactory.getLogger(LanePause.class);

  private final String lane;
  private final LaneHealth health;
  private final Sleeper sleeper;
  private final CountDownLatch closing = new CountDownLatch(1);

  LanePause(String lane, LaneHealth health, Sleeper sleeper) {
    this.lane = lane;
    this.health = health;
    this.sleeper = sleeper;
  }

  /**
   * Waits as long as so many failures in a row ask for.
   *
   * @param records that wait meanwhile
   * @return whether {@link #end} or an interrupt ended it, so that no attempt may follow
   */
  boolean after(Failure failure, Exception thrown, int records) {
    Duration pause = health.failed(failure);
    int failures = health.failures();
    // each of the first, and then ever fewer: a server may be away for days
    LOG.atLevel(Integer.bitCount(failures) == 1 || failures < 5 ? Level.WARN : Level.DEBUG)
        .log(
            "{}: {} records wait for {} ms, after {} failures: {}",
            lane,
            records,
            pause.toMillis(),
            failures,
            failure);
    LOG.debug("{}", lane, thrown);
    try {
      return sleeper.sleep(pause, closing);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Ends this pause and every further one at once. By any thread. */
  void end() {
    closing.countDown();
  }
}
