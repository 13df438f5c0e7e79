package dev.weir.delivery;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does something at the start as soon as the server lets it: a server that is late is waited for.
 */
public final class Patience implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Patience.class);

  private final DeliverySettings settings;
  private final Sleeper sleeper;
  private final CountDownLatch closing = new CountDownLatch(1);

  public Patience(DeliverySettings settings) {
    this(settings, Sleeper.REAL);
  }

  Patience(DeliverySettings settings, Sleeper sleeper) {
    this.settings = settings;
    this.sleeper = sleeper;
  }

  /** What is to be done. */
  @FunctionalInterface
  public interface Work<T> {
    T run() throws SQLException;
  }

  /**
   * Does it, again and again while the failure is one that passes by itself.
   *
   * @param what it is, for the log: "opening the ledger"
   * @throws SQLException the first failure that waiting does not mend, or the last one when {@link
   *     #close} or an interrupt came first
   */
  public <T> T until(String what, Work<T> work) throws SQLException {
    Pauses pauses =
        new Pauses(settings.firstPause(), settings.longestPause(), RandomGenerator.getDefault());
    while (true) {
      try {
        return work.run();
      } catch (SQLException e) {
        Failure failure = Failure.of(e);
        if (failure.meaning() != Meaning.RETRY) {
          throw e;
        }
        LOG.warn("{} has to wait: {}", what, failure);
        if (pause(pauses.next(failure))) {
          throw e;
        }
      }
    }
  }

  /** Gives up what is being waited for. */
  @Override
  public void close() {
    closing.countDown();
  }

  private boolean pause(Duration pause) {
    try {
      return sleeper.sleep(pause, closing);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
