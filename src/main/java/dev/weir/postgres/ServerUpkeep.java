package dev.weir.postgres;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps an embedded server running for its owner: when the first process of the server has ended,
 * by {@code kill -9}, for want of memory, by whatever, it is started again on the same data and the
 * same port. As often as it takes, with growing pauses while it does not start or does not last;
 * meanwhile {@link #problem} says why.
 *
 * <p>Not for those who stop and start the server themselves: to this the one is as good as a crash.
 */
public final class ServerUpkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerUpkeep.class);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  /** After it has run for so long, its end is a new one, and not that of a start that failed. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** So much of what the server said stands in {@link #problem}: the end of it. */
  private static final int MOST_SAID = 600;

  private final EmbeddedServer server;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Thread thread = new Thread(this::keep, "weir-server-upkeep");
  private volatile String problem = "";

  /** Attempts in a row that failed. */
  private int failures;

  /** Starts in a row after which the server did not last. */
  private int restarts;

  private long startedNanos;

  private ServerUpkeep(EmbeddedServer server) {
    this.server = server;
  }

  /** Begins to keep a server that runs. */
  public static ServerUpkeep of(EmbeddedServer server) {
    ServerUpkeep upkeep = new ServerUpkeep(server);
    upkeep.thread.setDaemon(true);
    upkeep.thread.start();
    return upkeep;
  }

  /** Why the server does not run, on one line; empty when it does. By any thread. */
  public Optional<String> problem() {
    String now = problem;
    return now.isEmpty() ? Optional.empty() : Optional.of(now);
  }

  /** Starts the server no more; a start under way may end. Returns at once. By any thread. */
  public void end() {
    ending.countDown();
  }

  /** Has a start that is under way give up, and waits until nothing is done any more. */
  @Override
  public void close() {
    end();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join(LOOK.toMillis());
        if (thread.isAlive()) {
          server.giveUpStart();
        }
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (IOException e) {
        LOG.debug("a start of the embedded server that is to be given up", e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The pause before the next attempt, after so many in a row that were in vain. */
  static Duration pauseAfter(int vain) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(vain - 1, 10));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  private void keep() {
    try {
      Duration pause = LOOK;
      while (!ending.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        pause = look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * One look at the server, and a start if need be.
   *
   * @return when to look again
   */
  private Duration look() {
    if (isRunning()) {
      problem = "";
      if (restarts > 0 && System.nanoTime() - startedNanos > LONGEST_PAUSE.toNanos()) {
        restarts = 0;
      }
      return LOOK;
    }
    if (problem.isEmpty()) {
      problem = "the embedded server has ended and is being started again";
      LOG.warn(
          "The embedded server has ended by itself; it is started again. Its log is {}",
          server.log());
      if (restarts > 0) {
        return pauseAfter(restarts);
      }
    }
    return start();
  }

  private Duration start() {
    try {
      server.startAgain();
      startedNanos = System.nanoTime();
      problem = "";
      LOG.warn("The embedded server runs again, by attempt {}", failures + 1);
      failures = 0;
      restarts++;
      return LOOK;
    } catch (IOException | RuntimeException e) {
      failures++;
      failed(e);
      return pauseAfter(failures);
    }
  }

  private void failed(Exception thrown) {
    if (ending.getCount() == 0) {
      LOG.debug("a start of the embedded server that was given up", thrown);
      return;
    }
    String said = said(thrown);
    String line = said.strip().replaceAll(":[\\r\\n]+", ": ").replaceAll("\\s*[\\r\\n]+\\s*", "; ");
    problem =
        "the embedded server has ended and does not start, after %d attempts: %s"
            .formatted(failures, line.substring(Math.max(0, line.length() - MOST_SAID)));
    // each of the first, and then ever fewer: it may be days until somebody mends it
    LOG.atLevel(Integer.bitCount(failures) == 1 || failures < 5 ? Level.WARN : Level.DEBUG)
        .log(
            "The embedded server does not start; attempt {} follows in {} s: {}",
            failures + 1,
            pauseAfter(failures).toSeconds(),
            said);
    LOG.debug("why", thrown);
  }

  /** A file's exception has no more than its name for a message. */
  private static String said(Exception thrown) {
    return thrown.getMessage() == null || thrown instanceof FileSystemException
        ? thrown.toString()
        : thrown.getMessage();
  }

  /** A look that fails, for want of file descriptors for one, does not tell that it has ended. */
  private boolean isRunning() {
    try {
      return server.isRunning();
    } catch (IOException e) {
      LOG.debug("whether the embedded server runs cannot be told", e);
      return true;
    }
  }
}
