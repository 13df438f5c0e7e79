package dev.weir.camel;

import java.util.concurrent.locks.LockSupport;

/** A batch between the thread that gathered it and the thread that writes it. */
final class HandedBatch implements Runnable {
  private static final ThreadLocal<HandedBatch> WRITTEN_NOW = new ThreadLocal<>();

  private final Runnable writing;
  private final Thread source = Thread.currentThread();
  private volatile boolean sent;

  /**
   * Made by the thread that hands it over.
   *
   * @param writing what the route does with the batch
   */
  HandedBatch(Runnable writing) {
    this.writing = writing;
  }

  /**
   * The batch this thread writes has no more records to be encoded. Without effect on a thread that
   * was handed none.
   */
  static void sentByThisThread() {
    HandedBatch batch = WRITTEN_NOW.get();
    if (batch != null) {
      batch.sent();
    }
  }

  @Override
  public void run() {
    WRITTEN_NOW.set(this);
    try {
      writing.run();
    } finally {
      WRITTEN_NOW.remove();
      sent();
    }
  }

  private void sent() {
    if (!sent) {
      sent = true;
      LockSupport.unpark(source);
    }
  }

  /**
   * Waits until the writer has encoded the batch, or has failed to. An interrupt ends the waiting;
   * the batch is written all the same.
   */
  void awaitSent() {
    while (!sent && !source.isInterrupted()) {
      LockSupport.park(this);
    }
  }
}
