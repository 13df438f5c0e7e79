package dev.weir.camel;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The executor between an aggregator and its writer: one thread, no queue. Whoever hands a batch
 * over waits until the writer has taken it, so that while one batch is written one more is gathered
 * and never a third, and batches are written in the order they were gathered. A source that had to
 * wait is ahead of its writer and waits on until the batch is encoded: the server's work on it then
 * begins with a processor of its own.
 *
 * <p>Camel's own pools cannot do this: they run a task that finds the queue full on the caller,
 * where it overtakes the queued one, or refuse it. A route asks for one by {@code executorService:
 * "#class:dev.weir.camel.Handover"}; each aggregator then has its own. Camel does not end executors
 * that were made this way, so the thread ends by itself when it has had nothing to do for {@value
 * #IDLE_SECONDS} seconds, and is made anew when needed.
 */
public final class Handover extends AbstractExecutorService {
  private static final Logger LOG = LoggerFactory.getLogger(Handover.class);
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final int IDLE_SECONDS = 1;

  /** How long a hand-over waits before it looks whether the thread has ended meanwhile. */
  private static final int LOOK_AGAIN_MILLIS = 100;

  private final SynchronousQueue<HandedBatch> slot = new SynchronousQueue<>();
  private Thread writer;
  private volatile boolean shutDown;

  /**
   * Waits until the writing thread is free and has taken the task; if it was busy, until the task
   * has sent its batch, too.
   */
  @Override
  public void execute(Runnable task) {
    HandedBatch batch = new HandedBatch(task);
    boolean writerIsNew = ensureWriter();
    if (!slot.offer(batch)) {
      awaitWriter(batch);
      if (!writerIsNew) {
        batch.awaitSent();
      }
    }
  }

  private void awaitWriter(HandedBatch batch) {
    try {
      while (!slot.offer(batch, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
        ensureWriter();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RejectedExecutionException("interrupted while the batch before was written", e);
    }
  }

  /**
   * @return whether there was none
   */
  private synchronized boolean ensureWriter() {
    if (shutDown) {
      throw new RejectedExecutionException("the writer of this lane is shut down");
    }
    if (writer != null) {
      return false;
    }
    writer = new Thread(this::write, "weir-writer-" + NUMBER.incrementAndGet());
    writer.setDaemon(true);
    writer.start();
    return true;
  }

  private void write() {
    try {
      Runnable task;
      while ((task = next()) != null) {
        run(task);
      }
    } catch (InterruptedException e) {
      synchronized (this) {
        writer = null;
      }
    }
  }

  /** The next task, or null when the thread is to end. */
  private Runnable next() throws InterruptedException {
    Runnable task = shutDown ? null : slot.poll(IDLE_SECONDS, TimeUnit.SECONDS);
    if (task == null) {
      synchronized (this) {
        task = slot.poll();
        if (task == null) {
          writer = null;
          notifyAll();
        }
      }
    }
    return task;
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      // Camel reports what a route throws on the exchange; what arrives here is a fault in Camel
      LOG.error("Handing a batch to its writer failed", e);
    }
  }

  @Override
  public void shutdown() {
    shutDown = true;
  }

  @Override
  public synchronized List<Runnable> shutdownNow() {
    shutDown = true;
    if (writer != null) {
      writer.interrupt();
    }
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return shutDown;
  }

  @Override
  public synchronized boolean isTerminated() {
    return shutDown && writer == null;
  }

  @Override
  public synchronized boolean awaitTermination(long timeout, TimeUnit unit)
      throws InterruptedException {
    long deadline = System.nanoTime() + unit.toNanos(timeout);
    while (!isTerminated()) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
