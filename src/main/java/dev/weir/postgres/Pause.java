package dev.weir.postgres;

import java.util.concurrent.TimeUnit;

/** Waits while a server starts or ends. */
final class Pause {
  private Pause() {}

  /** Waits to the end even when interrupted, since a server must not be left half started. */
  static void millis(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean interrupted = false;
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      try {
        TimeUnit.NANOSECONDS.sleep(left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
