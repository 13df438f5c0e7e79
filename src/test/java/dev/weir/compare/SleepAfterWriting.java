package dev.weir.compare;

import java.util.concurrent.locks.LockSupport;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/**
 * Makes a writer slower by a known share, however fast the machine is at the moment: stands before
 * and after it in a route, and sleeps so long that the writing is the rest of the time of a batch.
 */
public final class SleepAfterWriting implements Processor {
  /** Of the time a batch takes, the sleep. */
  static final double SHARE = 0.15;

  private static final String BEGUN = "writingBegunNanos";

  @Override
  public void process(Exchange exchange) {
    long now = System.nanoTime();
    Long begun = exchange.getProperty(BEGUN, Long.class);
    if (begun == null) {
      exchange.setProperty(BEGUN, now);
      return;
    }
    long until = now + (long) ((now - begun) * SHARE / (1 - SHARE));
    for (long left = until - now; left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
