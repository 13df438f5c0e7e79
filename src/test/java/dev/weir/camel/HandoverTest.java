package dev.weir.camel;

import static dev.weir.camel.Patience.await;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HandoverTest {
  private final Handover handover = new Handover();
  private final Writing first = new Writing();
  private final Writing second = new Writing();

  @AfterEach
  void end() {
    first.letEnd();
    second.letEnd();
    handover.shutdownNow();
  }

  @Test
  void aSourceThatIsAheadGoesOnWhenItsBatchIsSentThoughNotStored() {
    Thread source = sourceAheadOf(second);
    await().during(Duration.ofMillis(100)).until(source::isAlive);
    second.maySend.countDown();
    await().until(() -> !source.isAlive());
  }

  @Test
  void aSourceThatIsAheadGoesOnWhenItsBatchCannotBeSent() {
    second.fails = true;
    Thread source = sourceAheadOf(second);
    second.maySend.countDown();
    await().until(() -> !source.isAlive());
  }

  @Test
  void aSourceThatIsInterruptedWhileItsBatchIsSentGoesOn() {
    Thread source = sourceAheadOf(second);
    source.interrupt();
    await().until(() -> !source.isAlive());
  }

  @Test
  void aSourceWhoseWriterWasIdleDoesNotWait() {
    handover.execute(first);
    await().until(() -> first.begun.getCount() == 0);
    first.letEnd();
    // between batches it waits with a limit
    await().until(() -> first.writer.getState() == Thread.State.TIMED_WAITING);
    handover.execute(second);
  }

  @Test
  void afterTheEndNothingIsTaken() {
    handover.shutdown();
    assertThatThrownBy(() -> handover.execute(first))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("shut down");
  }

  /** A source whose batch was gathered before the one before was written, and is now begun. */
  private Thread sourceAheadOf(Writing writing) {
    handover.execute(first);
    Thread source = new Thread(() -> handover.execute(writing), "source of a test");
    source.start();
    await().until(() -> source.getState() == Thread.State.TIMED_WAITING);
    first.letEnd();
    await().until(() -> writing.begun.getCount() == 0);
    return source;
  }

  /** Is sent and ends when the test says. */
  private static final class Writing implements Runnable {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch maySend = new CountDownLatch(1);
    final CountDownLatch mayEnd = new CountDownLatch(1);
    volatile boolean fails;
    volatile Thread writer;

    @Override
    public void run() {
      writer = Thread.currentThread();
      begun.countDown();
      try {
        maySend.await();
        if (fails) {
          throw new IllegalStateException("cannot be encoded");
        }
        HandedBatch.sentByThisThread();
        mayEnd.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    void letEnd() {
      maySend.countDown();
      mayEnd.countDown();
    }
  }
}
