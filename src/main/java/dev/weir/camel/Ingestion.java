package dev.weir.camel;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.function.ToLongFunction;
import javax.sql.DataSource;
import org.HdrHistogram.Histogram;

/**
 * One strategy at work: its lanes, what they have read and stored, and how it ends. Bound in
 * Camel's registry under {@link #id()}, where the {@code records:} and {@code batch-writer:}
 * endpoints of that name find it.
 */
public final class Ingestion implements AutoCloseable {
  private static final long NOT_STARTED = Long.MIN_VALUE;

  /** Characters of an application_name, of a server built as usual. */
  private static final int LONGEST_NAME = 63;

  private final String id;
  private final String name;
  private final String strategy;
  private final Map<Integer, Lane> lanes = new ConcurrentSkipListMap<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicLong startNanos = new AtomicLong(NOT_STARTED);
  private final Runnable whenClosed;
  private volatile Consumer<DataSource> lastLook = pool -> {};
  private volatile boolean goOn = true;
  private volatile CountDownLatch held = new CountDownLatch(0);
  private boolean closed;

  /**
   * @param id what its endpoints carry
   * @param name what its sessions and meters carry: differs from the id where a route written out
   *     names its endpoints itself
   * @param strategy its name, which several ingestions may share
   * @param whenClosed removes the routes, writing what they have gathered, and closes the pool
   */
  Ingestion(String id, String name, String strategy, Runnable whenClosed) {
    this.id = id;
    this.name = name;
    this.strategy = strategy;
    this.whenClosed = whenClosed;
  }

  /** The name its endpoints and routes carry; unlike a strategy's name it is fit for a URI. */
  public String id() {
    return id;
  }

  String name() {
    return name;
  }

  String strategy() {
    return strategy;
  }

  Lane lane(int number) {
    return lanes.computeIfAbsent(number, lane -> new Lane(this, lane));
  }

  /**
   * Lanes wait with their first record until they are let go, all at once: making a route takes
   * time, which would else be taken from the lanes that have theirs.
   */
  void holdLanes() {
    held = new CountDownLatch(1);
  }

  void letLanesGo() {
    held.countDown();
  }

  /**
   * @return whether the lanes may read; false when the time to wait was over first
   */
  boolean awaitLetGo(Duration atMost) throws InterruptedException {
    return held.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  void started(long nanos) {
    startNanos.compareAndSet(NOT_STARTED, nanos);
  }

  /** When the first record was read, by {@link System#nanoTime}. */
  public long startNanos() {
    return startNanos.get();
  }

  boolean mayGoOn() {
    return goOn;
  }

  void fail(Throwable cause) {
    if (failure.compareAndSet(null, cause)) {
      goOn = false;
    }
  }

  /**
   * Waits until every lane has stored its share and the time is up, or one has failed and the
   * others have stopped.
   *
   * @return whether all have ended; false when the time to wait was over first
   */
  public boolean awaitEnd(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    for (Lane lane : lanes.values()) {
      if (!lane.awaitEnd(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
        return false;
      }
    }
    return true;
  }

  /** Reads no further record; what was read is still written. Returns at once. */
  public void stop() {
    goOn = false;
  }

  /**
   * Stops, writes what was gathered, removes the routes and closes the connections. What was
   * counted can still be asked for.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    stop();
    whenClosed.run();
  }

  /** What the server's views show its lanes' sessions as. */
  public String sessionName() {
    return sessionName(name);
  }

  /**
   * What the sessions of an ingestion are shown as: the server cuts longer names.
   *
   * @param name as it was given to {@link Pipeline}
   */
  public static String sessionName(String name) {
    String shown = "weir " + Pipeline.idOf(name);
    return shown.substring(0, Math.min(shown.length(), LONGEST_NAME));
  }

  /**
   * Has the lanes' connections looked at when they have stored their last and given them back,
   * before they are closed.
   *
   * @param look is given the pool, whose connections are all free
   */
  public void beforeDisconnecting(Consumer<DataSource> look) {
    lastLook = look;
  }

  void lookAt(DataSource pool) {
    lastLook.accept(pool);
  }

  /** Each lane's progress, in order of their numbers. */
  public List<LaneProgress> lanes() {
    return lanes.values().stream().map(Lane::progress).toList();
  }

  /** Records read by all lanes. */
  public long read() {
    return sum(Lane::read);
  }

  /** Records committed by all lanes. */
  public long stored() {
    return sum(Lane::stored);
  }

  /** Transactions committed by all lanes. */
  public long commits() {
    return sum(Lane::batches);
  }

  private long sum(ToLongFunction<Lane> count) {
    return lanes.values().stream().mapToLong(count).sum();
  }

  /** From the begin of a batch's transaction to the answer to its commit, in microseconds. */
  public Histogram batchMicros() {
    return together(lanes.values().stream().map(Lane::batchMicros).toList());
  }

  /**
   * From the moment a record was due to the answer to its batch's commit, in microseconds. Empty
   * where the request has no rate: then no record is due at any moment.
   */
  public Histogram recordMicros() {
    return together(lanes.values().stream().map(Lane::recordMicros).toList());
  }

  private static Histogram together(List<Histogram> parts) {
    Histogram sum = new Histogram(3);
    parts.forEach(sum::add);
    return sum;
  }

  /** How long after it was due the last record was stored, by the lane that is furthest behind. */
  public OptionalDouble lagSeconds() {
    return lanes.values().stream()
        .mapToLong(Lane::lagNanos)
        .filter(nanos -> nanos >= 0)
        .mapToDouble(nanos -> nanos / 1e9)
        .max();
  }

  /** Records committed in each second since the first read. */
  public long[] storedEachSecond() {
    return eachSecond(SecondCounts::stored, Long::sum);
  }

  /** The longest time of a batch committed in each second, in microseconds; 0 without one. */
  public long[] slowestBatchMicrosEachSecond() {
    return eachSecond(SecondCounts::slowestMicros, Math::max);
  }

  private long[] eachSecond(Function<SecondCounts, long[]> figures, LongBinaryOperator together) {
    long[] all = {};
    for (Lane lane : lanes.values()) {
      long[] part = figures.apply(lane.seconds());
      if (part.length > all.length) {
        all = Arrays.copyOf(all, part.length);
      }
      for (int second = 0; second < part.length; second++) {
        all[second] = together.applyAsLong(all[second], part[second]);
      }
    }
    return all;
  }

  /** From the first read to the last commit so far, of whichever lanes; 0 before the first. */
  public long elapsedNanos() {
    return lanes.values().stream()
        .filter(lane -> lane.batches() > 0)
        .mapToLong(lane -> lane.lastCommitNanos() - startNanos.get())
        .max()
        .orElse(0);
  }

  /** Why it ended early: the first failure of any lane. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }
}
