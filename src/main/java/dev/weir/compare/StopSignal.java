package dev.weir.compare;

import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Somebody wants the comparison to end early: it is asked between and within steps, and cancels the
 * statement that is running, which may be the digest of a large table.
 */
final class StopSignal {
  private static final Logger LOG = LoggerFactory.getLogger(StopSignal.class);

  private boolean given;
  private Statement running;

  synchronized void give() {
    given = true;
    if (running != null) {
      try {
        running.cancel();
      } catch (SQLException e) {
        LOG.info("the running statement was not cancelled: it is waited for", e);
      }
    }
  }

  synchronized boolean isGiven() {
    return given;
  }

  /**
   * @throws Stopped if the signal was given
   */
  synchronized void check() throws Stopped {
    if (given) {
      throw new Stopped();
    }
  }

  /**
   * Runs a step that waits for a statement.
   *
   * @throws Stopped if the signal was or is given meanwhile
   * @throws SQLException of the step, if no signal was given
   */
  <T> T cancelling(Statement statement, Step<T> step) throws SQLException, Stopped {
    watch(statement);
    try {
      return step.run();
    } catch (SQLException e) {
      check();
      throw e;
    } finally {
      unwatch();
    }
  }

  private synchronized void watch(Statement statement) throws Stopped {
    check();
    running = statement;
  }

  private synchronized void unwatch() {
    running = null;
  }

  /** A step that asks the database. */
  interface Step<T> {
    T run() throws SQLException;
  }

  /** The run at work ends here and does not count. */
  static final class Stopped extends Exception {
    private static final long serialVersionUID = 1L;
  }
}
