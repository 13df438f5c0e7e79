package dev.weir.camel;

import dev.weir.dataset.Record;
import dev.weir.delivery.LaneAccount;
import dev.weir.write.Batch;
import dev.weir.write.BatchStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * One lane at work: what it reads, where it stores, and what was read and stored so far. The
 * reading thread and the writing thread each count in their own fields; other threads only look.
 */
final class Lane {
  /** The longest time a histogram tells apart: an hour, in microseconds. */
  private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);

  private static final int SIGNIFICANT_DIGITS = 3;

  private final Ingestion ingestion;
  private final int number;
  private final CountDownLatch ended = new CountDownLatch(1);

  private volatile Slice slice;
  private volatile BatchStore store;
  private volatile LaneAccount account;

  private final AtomicLong read = new AtomicLong();
  private volatile long startNanos;
  private volatile boolean broken;
  private final AtomicBoolean writing = new AtomicBoolean();

  private final AtomicLong stored = new AtomicLong();
  private final AtomicLong batches = new AtomicLong();
  private final Recorder batchRecorder = new Recorder(LONGEST_MICROS, SIGNIFICANT_DIGITS);
  private final Recorder recordRecorder = new Recorder(LONGEST_MICROS, SIGNIFICANT_DIGITS);
  private final Histogram batchMicros = new Histogram(LONGEST_MICROS, SIGNIFICANT_DIGITS);
  private final Histogram recordMicros = new Histogram(LONGEST_MICROS, SIGNIFICANT_DIGITS);
  private volatile long lastStoredPosition = -1;
  private volatile long lastCommitNanos;
  private final SecondCounts seconds = new SecondCounts();
  private volatile long lagNanos = -1;

  Lane(Ingestion ingestion, int number) {
    this.ingestion = ingestion;
    this.number = number;
  }

  int number() {
    return number;
  }

  /** The ingestion it belongs to, by name: what the service calls a slot. */
  String ingestion() {
    return ingestion.name();
  }

  String strategy() {
    return ingestion.strategy();
  }

  Slice slice() {
    return slice;
  }

  void readFrom(Slice source) {
    slice = source;
  }

  BatchStore store() {
    return store;
  }

  void storeIn(BatchStore target) {
    store = target;
  }

  /** What became of its records, bad ones apart; null where that is not kept. */
  LaneAccount account() {
    return account;
  }

  void accountIn(LaneAccount kept) {
    account = kept;
  }

  /** The moment its first record was due; the others are due from it on. */
  void start(long nanos) {
    startNanos = nanos;
    ingestion.started(nanos);
  }

  /** Called by the reading thread alone, once a record: hence lazySet, which costs nothing. */
  void countRead(long total) {
    read.lazySet(total);
  }

  /** Called by the writing thread alone, after the commit of a batch. */
  void countStored(Batch batch, long beginNanos, long commitNanos) {
    long batchTime = micros(commitNanos - beginNanos);
    batchRecorder.recordValue(batchTime);
    if (slice != null && slice.rate().isPresent()) {
      long due = commitNanos;
      for (Record record : batch.records()) {
        due = startNanos + slice.dueNanos(slice.ordinal(record.position()));
        recordRecorder.recordValue(micros(commitNanos - due));
      }
      lagNanos = Math.max(0, commitNanos - due);
    }
    seconds.count(commitNanos - ingestion.startNanos(), batch.size(), batchTime);
    lastStoredPosition = batch.lastPosition();
    lastCommitNanos = commitNanos;
    batches.lazySet(batches.get() + 1);
    stored.lazySet(stored.get() + batch.size());
  }

  private static long micros(long nanos) {
    return Math.min(Math.max(0, nanos / 1000), LONGEST_MICROS);
  }

  /** What was stored in each second since the ingestion's first read. */
  SecondCounts seconds() {
    return seconds;
  }

  /** Ends the ingestion; what this lane has gathered is still stored. */
  void fail(Throwable cause) {
    ingestion.fail(cause);
  }

  /**
   * Checks that a batch is the next one, and that no other is being stored: the position noted with
   * a batch says that everything before it is stored. To be followed by {@link #leave}.
   *
   * @throws IllegalStateException if a step of the route hands batches over at once or out of order
   */
  void enter(Batch batch) {
    if (!writing.compareAndSet(false, true)) {
      throw outOfTurn("while another one is being stored");
    }
    // only what Weir reads is known to come in the order of its positions
    if (slice != null && batch.records().get(0).position() < lastStoredPosition) {
      writing.set(false);
      throw outOfTurn("after one with later records");
    }
  }

  void leave() {
    writing.set(false);
  }

  private IllegalStateException outOfTurn(String when) {
    return new IllegalStateException(
        "lane %d of %s was given a batch %s: a step of its route does not wait for the step after it"
            .formatted(number, ingestion.id(), when));
  }

  /** A batch could not be stored: nothing after it may be. */
  void breakWith(Throwable cause) {
    broken = true;
    ingestion.fail(cause);
  }

  boolean isBroken() {
    return broken;
  }

  boolean mayGoOn() {
    return ingestion.mayGoOn();
  }

  /**
   * @return whether it may read; false when the time to wait was over first
   */
  boolean awaitLetGo(Duration atMost) throws InterruptedException {
    return ingestion.awaitLetGo(atMost);
  }

  Throwable failure() {
    return ingestion.failure().orElse(null);
  }

  /** Nothing more is read, and what was read is stored or refused. */
  void end() {
    ended.countDown();
  }

  boolean awaitEnd(Duration atMost) throws InterruptedException {
    return ended.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  long lastCommitNanos() {
    return lastCommitNanos;
  }

  /** How long after it was due the last record was stored; -1 where none was due. */
  long lagNanos() {
    return lagNanos;
  }

  long batches() {
    return batches.get();
  }

  long lastStoredPosition() {
    return lastStoredPosition;
  }

  long stored() {
    return stored.get();
  }

  long read() {
    return read.get();
  }

  synchronized Histogram batchMicros() {
    batchMicros.add(batchRecorder.getIntervalHistogram());
    return batchMicros.copy();
  }

  synchronized Histogram recordMicros() {
    recordMicros.add(recordRecorder.getIntervalHistogram());
    return recordMicros.copy();
  }

  LaneProgress progress() {
    Slice source = slice;
    long writtenRecords = stored();
    return new LaneProgress(
        number,
        source == null ? number : source.first(),
        source == null ? 1 : source.step(),
        read(),
        writtenRecords,
        batches(),
        lastStoredPosition);
  }
}
