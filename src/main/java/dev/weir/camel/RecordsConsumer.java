package dev.weir.camel;

import dev.weir.dataset.Record;
import dev.weir.delivery.LaneAccount;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.processor.aggregate.AggregateProcessor;
import org.apache.camel.support.DefaultConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reading thread of one lane: sends record after record into the route until its share is read
 * and the time is up, it is stopped, or its ingestion has failed. A full hand-over makes it wait,
 * so it reads no faster than the database stores. At its end it has the route write what is
 * gathered.
 */
final class RecordsConsumer extends DefaultConsumer {
  private static final Logger LOG = LoggerFactory.getLogger(RecordsConsumer.class);
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  /** Many lanes that wait for their last batches would else keep a processor busy with looking. */
  private static final long LONGEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final Duration LOOK_WHETHER_STOPPED = Duration.ofMillis(20);

  private final Lane lane;
  private volatile Thread reader;
  private volatile boolean stopping;

  RecordsConsumer(RecordsEndpoint endpoint, Processor processor, Lane lane) {
    super(endpoint, processor);
    this.lane = lane;
  }

  @Override
  public RecordsEndpoint getEndpoint() {
    return (RecordsEndpoint) super.getEndpoint();
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    stopping = false;
    String name = getEndpoint().getName() + "-" + getEndpoint().getLane();
    reader =
        getEndpoint()
            .getCamelContext()
            .getExecutorServiceManager()
            .newThread("records-" + name, this::run);
    reader.start();
  }

  @Override
  protected void doStop() throws Exception {
    stopping = true;
    Thread thread = reader;
    if (thread != null) {
      LockSupport.unpark(thread);
      try {
        // as long as Camel allows for a shutdown: the batch being written must become free first
        thread.join();
      } catch (InterruptedException e) {
        thread.interrupt();
        throw e;
      }
      reader = null;
    }
    super.doStop();
  }

  private void run() {
    try {
      awaitContext();
      awaitOtherLanes();
      if (lane.slice() == null) {
        lane.readFrom(getEndpoint().slice());
      }
      read();
      drain();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(e);
    } catch (RuntimeException | Error e) {
      fail(e);
    } finally {
      lane.end();
    }
  }

  /** A consumer starts before its context has; aggregators flush only after. */
  private void awaitContext() {
    CamelContext context = getEndpoint().getCamelContext();
    while (mayGoOn() && !context.isStarted()) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }

  /** Until all have their routes. */
  private void awaitOtherLanes() throws InterruptedException {
    boolean letGo = false;
    while (mayGoOn() && !letGo) {
      letGo = lane.awaitLetGo(LOOK_WHETHER_STOPPED);
    }
  }

  private boolean mayGoOn() {
    return !stopping && lane.mayGoOn();
  }

  private void read() {
    Slice slice = lane.slice();
    long size = slice.size();
    long floor = Math.min(slice.floor(), size);
    // a route that was stopped and started goes on where it was
    long ordinal = lane.read();
    long start = System.nanoTime() - slice.dueNanos(ordinal);
    lane.start(start);
    LaneAccount account = lane.account();
    boolean paced = slice.rate().isPresent();
    while (mayGoOn()) {
      if (ordinal >= floor && (ordinal >= size || isTimeUp(slice.atLeast(), start))) {
        break;
      }
      if (paced && !awaitDue(start + slice.dueNanos(ordinal))) {
        break;
      }
      if (account != null) {
        account.read();
      }
      if (!send(slice.dataset().record(slice.position(ordinal)))) {
        break;
      }
      ordinal++;
      lane.countRead(ordinal);
    }
  }

  private static boolean isTimeUp(Duration atLeast, long start) {
    return atLeast.isZero() || System.nanoTime() - start >= atLeast.toNanos();
  }

  /**
   * @return whether the moment came before the end
   */
  private boolean awaitDue(long due) {
    long left;
    while ((left = due - System.nanoTime()) > 0) {
      if (!mayGoOn()) {
        return false;
      }
      LockSupport.parkNanos(this, Math.min(left, TimeUnit.MILLISECONDS.toNanos(50)));
    }
    return true;
  }

  private boolean send(Record record) {
    Exchange exchange = createExchange(false);
    try {
      exchange.getIn().setBody(record);
      getProcessor().process(exchange);
    } catch (Exception e) {
      exchange.setException(e);
    }
    Exception failure = exchange.getException();
    if (failure != null) {
      fail(failure);
    }
    releaseExchange(exchange, false);
    return failure == null;
  }

  private void fail(Throwable cause) {
    LOG.warn("Lane {} of {} reads no further", lane.number(), getEndpoint().getName(), cause);
    lane.fail(cause);
  }

  /**
   * Has every aggregator of this route write what it has gathered, and waits until it is written: a
   * lane that has read its share has nothing to wait for.
   */
  private void drain() {
    for (Processor processor : getRoute().filter("*")) {
      if (processor instanceof AggregateProcessor aggregator) {
        aggregator.forceCompletionOfAllGroups();
        long pause = LOOK_AGAIN_NANOS;
        while (aggregator.getInProgressCompleteExchanges() > 0
            && !Thread.currentThread().isInterrupted()) {
          LockSupport.parkNanos(pause);
          pause = Math.min(2 * pause, LONGEST_LOOK_NANOS);
        }
      }
    }
  }
}
