package dev.weir.cli;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ctrl-C and SIGTERM: the first asks the work at hand to end in order, the second ends the process
 * at once.
 *
 * <p>By the JVM's signal handlers and not by a shutdown hook, in which a second signal would be
 * ignored. They have no supported interface (JEP 260 keeps {@code sun.misc.Signal} until there is
 * one), so they are reached by reflection; without them Ctrl-C ends the process as it always did.
 */
final class Interruptions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Interruptions.class);

  /** What a shell reports for a process ended by SIGINT: 128 and the signal's number. */
  static final int EXIT_CODE = 130;

  /** timeout(1) and some supervisors send one to the process and one more to its group. */
  private static final Duration ONE_SIGNAL = Duration.ofMillis(500);

  private static final List<String> SIGNALS = List.of("INT", "TERM");

  private final Map<String, Object> before = new HashMap<>();
  private Runnable onFirst;
  private boolean happened;
  private String first = "";
  private long firstNanos;

  /**
   * @param onFirst run when the first signal comes, on a thread of its own
   */
  Interruptions(Runnable onFirst) {
    this.onFirst = onFirst;
    SIGNALS.forEach(signal -> handle(signal, () -> received(signal)));
  }

  /** Does this too when the first signal comes; at once if it has come already. */
  synchronized void then(Runnable further) {
    Runnable before = onFirst;
    if (happened) {
      further.run();
    } else {
      onFirst =
          () -> {
            before.run();
            further.run();
          };
    }
  }

  synchronized boolean happened() {
    return happened;
  }

  /**
   * Whether it has happened or does so within a moment: Ctrl-C ends the programs too that make the
   * server, and that they ended may be known before the signal is.
   */
  synchronized boolean happensNow() throws InterruptedException {
    long deadline = System.nanoTime() + ONE_SIGNAL.toNanos();
    for (long left = ONE_SIGNAL.toNanos(); !happened && left > 0; ) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = deadline - System.nanoTime();
    }
    return happened;
  }

  /** Whether somebody at a terminal meant to break off, not a supervisor to end the service. */
  synchronized boolean fromTerminal() {
    return first.equals("INT");
  }

  private void received(String signal) {
    Runnable action;
    synchronized (this) {
      if (happened) {
        if (System.nanoTime() - firstNanos > ONE_SIGNAL.toNanos()) {
          Runtime.getRuntime().halt(EXIT_CODE);
        }
        return;
      }
      happened = true;
      notifyAll();
      first = signal;
      firstNanos = System.nanoTime();
      action = onFirst;
    }
    action.run();
  }

  /** Puts back what was there before. */
  @Override
  public void close() {
    before.forEach(Interruptions::restore);
  }

  /** Calls an action from now on when the signal comes, and keeps what was called before. */
  private void handle(String signal, Runnable action) {
    try {
      Class<?> handlers = Class.forName("sun.misc.SignalHandler");
      Object handler =
          Proxy.newProxyInstance(
              handlers.getClassLoader(),
              new Class<?>[] {handlers},
              (proxy, method, arguments) -> {
                action.run();
                return null;
              });
      before.put(signal, set(signal, handler));
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.info("no handler for SIG{}", signal, e);
    }
  }

  /**
   * @return the handler there was
   */
  private static Object set(String signal, Object handler) throws ReflectiveOperationException {
    Class<?> signals = Class.forName("sun.misc.Signal");
    Class<?> handlers = Class.forName("sun.misc.SignalHandler");
    return signals
        .getMethod("handle", signals, handlers)
        .invoke(null, signals.getConstructor(String.class).newInstance(signal), handler);
  }

  private static void restore(String signal, Object handler) {
    try {
      set(signal, handler);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.info("handler of SIG{} not put back", signal, e);
    }
  }
}
