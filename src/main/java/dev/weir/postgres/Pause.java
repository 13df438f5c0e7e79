package dev.weir.postgres;

import java.util.concurrent.TimeUnit;

/** A wait that an interrupt ends early, without losing the interrupt. */
final class Pause {
  private Pause() {}

  static void briefly() {
    try {
      TimeUnit.MILLISECONDS.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
