package dev.weir.write;

import dev.weir.dataset.Record;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the connection of a lane that stands still. A connection's own time limit is for waiting for
 * an answer; a send to a server that has stopped reading has none and would block for ever. A lane
 * moves as long as it takes records, so the limit is for each of them, not for the batch: twice the
 * connection's own, since it may send and then wait.
 *
 * <p>One thread looks after all lanes; a lane itself only counts.
 */
final class LaneWatch {
  private static final Logger LOG = LoggerFactory.getLogger(LaneWatch.class);
  private static final long LOOK_EVERY_NANOS = 250_000_000;
  private static final Batch NOTHING = new Batch(0, 0);
  private static final List<LaneWatch> LANES = new CopyOnWriteArrayList<>();

  static {
    Thread looking = new Thread(LaneWatch::lookForEver, "weir lane watch");
    looking.setDaemon(true);
    looking.start();
  }

  private final Connection connection;
  private final Taken taken = new Taken();
  private volatile boolean working;

  /** Counted by the lane alone and without haste; the looking thread sees it change in time. */
  private final AtomicLong steps = new AtomicLong();

  // the looking thread's
  private long seenSteps = -1;
  private long seenNanos;

  private LaneWatch(Connection connection) {
    this.connection = connection;
  }

  /** Begins to look after a connection; in vain while it has no time limit. */
  static LaneWatch over(Connection connection) {
    LaneWatch watch = new LaneWatch(connection);
    LANES.add(watch);
    return watch;
  }

  /** The lane begins to work; the records it takes from the list returned count as movement. */
  List<Record> begin(Batch batch) {
    taken.batch = batch;
    step();
    working = true;
    return taken;
  }

  /** The lane moved. */
  void step() {
    steps.setOpaque(steps.getPlain() + 1);
  }

  /** The lane rests, for as long as it likes. */
  void end() {
    working = false;
    taken.batch = NOTHING;
  }

  /** Looks after the connection no longer. */
  void close() {
    LANES.remove(this);
  }

  private static void lookForEver() {
    while (true) {
      LANES.forEach(LaneWatch::look);
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }

  private void look() {
    long now = System.nanoTime();
    long current = steps.getOpaque();
    if (!working || current != seenSteps) {
      seenSteps = current;
      seenNanos = now;
      return;
    }
    try {
      // asked each time: who works with the connection may set it
      long limitMillis = 2L * connection.getNetworkTimeout();
      if (limitMillis > 0 && now - seenNanos > TimeUnit.MILLISECONDS.toNanos(limitMillis)) {
        LANES.remove(this);
        LOG.warn("A lane did not move for {} ms: its connection is given up", limitMillis);
        connection.abort(Runnable::run);
      }
    } catch (SQLException | RuntimeException e) { // the looking must go on
      LOG.debug("A lane that does not move has lost its connection already", e);
    }
  }

  /** The records of a batch, counting each that is taken. */
  private final class Taken extends AbstractList<Record> implements RandomAccess {
    private Batch batch = NOTHING;

    @Override
    public Record get(int index) {
      step();
      if (index == batch.size() - 1) {
        batch.taken();
      }
      return batch.records().get(index);
    }

    @Override
    public int size() {
      return batch.size();
    }
  }
}
