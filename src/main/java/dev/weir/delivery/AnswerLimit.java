package dev.weir.delivery;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends an attempt that takes too long: many times longer than the slowest batch so far.
 *
 * <p>Reading is limited by the socket itself. Writing is not: when the server stands still in the
 * middle of a COPY, the client blocks in sending, for a quarter of an hour if it is left to the
 * operating system. So a watchdog aborts the connection from outside when the time for the whole
 * batch is over; that wakes the sender.
 */
final class AnswerLimit {
  private static final Logger LOG = LoggerFactory.getLogger(AnswerLimit.class);
  private static final ScheduledThreadPoolExecutor WATCHDOG = watchdog();

  private final long leastNanos;
  private final int times;
  private final String lane;
  private long slowestNanos;
  private long begunNanos;
  private long attempts;
  private Connection watched;
  private int limitMillisOnConnection;
  private ScheduledFuture<?> alarm;

  AnswerLimit(TimeLimits limits, String lane) {
    this.leastNanos = limits.answerAtLeast().toNanos();
    this.times = limits.answerTimes();
    this.lane = lane;
  }

  /** How long the next attempt may take. */
  Duration limit() {
    return Duration.ofNanos(Math.max(leastNanos, Math.multiplyExact(slowestNanos, times)));
  }

  /** Begins to watch an attempt on its connection. */
  synchronized void begin(Connection connection) throws SQLException {
    long nanos = limit().toNanos();
    int millis = (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos));
    if (watched != connection || millis != limitMillisOnConnection) {
      connection.setNetworkTimeout(Runnable::run, millis);
      limitMillisOnConnection = millis;
    }
    watched = connection;
    begunNanos = System.nanoTime();
    long number = ++attempts;
    alarm = WATCHDOG.schedule(() -> ring(number, millis), nanos, TimeUnit.NANOSECONDS);
  }

  /** An alarm may ring just as its attempt ends: the next one is not meant. */
  private synchronized void ring(long number, int millis) {
    if (number == attempts && alarm != null) {
      LOG.warn("{}: no end after {} ms; giving the connection up", lane, millis);
      abort();
    }
  }

  /**
   * The attempt has ended, well or not. How long it took counts either way: after one that was cut
   * short the next is given longer, lest a batch that became slow for good is never stored.
   */
  synchronized void end() {
    if (alarm != null) {
      alarm.cancel(false);
      alarm = null;
      slowestNanos = Math.max(slowestNanos, System.nanoTime() - begunNanos);
    }
  }

  /** Ends the attempt under way, if there is one, by taking its connection away. */
  synchronized void abort() {
    if (alarm == null) {
      return;
    }
    try {
      watched.abort(Runnable::run);
    } catch (SQLException e) {
      LOG.debug("{}: aborting a connection", lane, e);
    }
  }

  private static ScheduledThreadPoolExecutor watchdog() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "weir-watchdog");
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }
}
