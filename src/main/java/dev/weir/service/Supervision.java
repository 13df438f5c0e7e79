package dev.weir.service;

import dev.weir.camel.Ingestion;
import dev.weir.delivery.Account;
import dev.weir.service.SlotRunner.Running;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Stays with a strategy at work until its lanes have ended, and has them end when it is time: the
 * service is to stop, a lane has failed, the volume is full, or another strategy is ready to begin.
 */
final class Supervision {
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration TELL = Duration.ofSeconds(10);

  /** How long a lane that waits for the server is waited for when the service is to stop. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Slot slot;
  private final DiskGuard guard;
  private final Succession succession;
  private final ServiceListener listener;
  private final BooleanSupplier stopping;

  Supervision(
      Slot slot,
      DiskGuard guard,
      Succession succession,
      ServiceListener listener,
      BooleanSupplier stopping) {
    this.slot = slot;
    this.guard = guard;
    this.succession = succession;
    this.listener = listener;
    this.stopping = stopping;
  }

  /**
   * @param all what became of the records read since the service's start
   * @return whether it was ended because the volume is full
   */
  boolean untilEnded(Running now, Supplier<Account> all) throws InterruptedException {
    Ingestion ingestion = now.ingestion();
    long toldNanos = System.nanoTime();
    long told = 0;
    long endingNanos = 0;
    boolean full = false;
    boolean ended = false;
    while (!ended) {
      ended = ingestion.awaitEnd(LOOK);
      long nanos = System.nanoTime();
      if (ended || nanos - toldNanos >= TELL.toNanos()) {
        long stored = now.lanes().now().stored();
        listener.progress(slot, all.get(), (stored - told) * 1e9 / (nanos - toldNanos));
        told = stored;
        toldNanos = nanos;
      }
      if (stopping.getAsBoolean() || ingestion.failure().isPresent()) {
        ingestion.stop();
        endingNanos = endingNanos == 0 ? nanos : endingNanos;
        if (nanos - endingNanos > GRACE.toNanos() && now.lanes().isHeldUp()) {
          now.lanes().giveUp();
        }
      } else if (guard.problem().isPresent()) {
        full = true;
        ingestion.stop();
      } else if (succession.isPrepared()) {
        ingestion.stop();
      }
    }
    return full;
  }
}
