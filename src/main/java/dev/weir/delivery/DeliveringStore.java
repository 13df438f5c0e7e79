package dev.weir.delivery;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.delivery.LaneStoppedException.Reason;
import dev.weir.write.Batch;
import dev.weir.write.BatchStore;
import dev.weir.write.LaneWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lane's batches, stored whatever happens to the server meanwhile. {@link #store} returns when
 * every record of the batch is in the table or in the dead letters, however long that takes: the
 * caller waits, and so the source does. It throws only {@link LaneStoppedException}.
 *
 * <p>What a failure means is in {@link SqlState}. A failure that passes is waited for with growing
 * pauses; after several in a row the lane is {@link LaneState.Condition#PAUSED}. Before the batch
 * is sent again the lane looks for a server that takes writes; it comes back by itself. A bad
 * record is found and made a dead letter (see {@link BatchTransaction}). When the answer to COMMIT
 * was lost, what has become of the transaction is asked on a new connection before anything is
 * written again.
 */
public final class DeliveringStore implements BatchStore {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveringStore.class);

  private final LaneTarget target;
  private final Promise promise;
  private final LaneAccount account;
  private final DeliverySettings settings;
  private final LaneHealth health;
  private final AnswerLimit limit;
  private final BatchTransaction transaction;
  private final Settlement settlement;
  private final LanePause pause;
  private final Confirmation confirmation;
  private final ReentrantLock working = new ReentrantLock();

  private LaneWriter writer;
  private Delivery delivery;
  private boolean mustLook;
  private volatile LaneStoppedException stopped;

  DeliveringStore(
      LaneTarget target,
      Promise promise,
      DeadLetters deadLetters,
      LaneAccount account,
      DeliverySettings settings,
      LaneTime time) {
    this.target = target;
    this.promise = promise;
    this.account = account;
    this.settings = settings;
    this.health = new LaneHealth(settings, time);
    this.limit = new AnswerLimit(settings.limits(), target.name());
    this.pause = new LanePause(target.name(), health, time.sleeper());
    this.confirmation = new Confirmation(promise, health, time);
    FormerBackend backend = new FormerBackend();
    this.settlement = new Settlement(target, promise, limit, backend);
    this.transaction =
        new BatchTransaction(target, promise, deadLetters, limit, backend, time.clock());
    this.writer = newWriter();
  }

  /**
   * Every record exactly once, by the ledger.
   *
   * @param ledger of the same key, open for as long as this store is
   * @param account counts what becomes of records; the source counts what it reads
   * @throws ConfigurationException if the table is unlogged: a crash empties it, and not the ledger
   */
  public static DeliveringStore exactlyOnce(
      LaneTarget target,
      Ledger ledger,
      DeadLetters deadLetters,
      LaneAccount account,
      DeliverySettings settings) {
    if (target.table().options().unlogged()) {
      throw new ConfigurationException(
          new Problem(
              target.key().toString(),
              "delivery",
              "exactly-once",
              "at-least-once for a table that is unlogged, and so emptied by a crash,"));
    }
    Promise promise = new ExactlyOnce(ledger.lane(target.lane()));
    return new DeliveringStore(target, promise, deadLetters, account, settings, LaneTime.REAL);
  }

  /**
   * Every record at least once. After a crash of Weir the lane goes on up to a second before where
   * it was.
   *
   * @param ledger of the same key, open for as long as this store is; it moves once a second
   */
  public static DeliveringStore atLeastOnce(
      LaneTarget target,
      Ledger ledger,
      DeadLetters deadLetters,
      LaneAccount account,
      DeliverySettings settings) {
    LaneLedger lane = ledger.lane(target.lane());
    Promise promise = new AtLeastOnce(target.rows(), lane, LaneTime.REAL);
    return new DeliveringStore(target, promise, deadLetters, account, settings, LaneTime.REAL);
  }

  /**
   * Every record at least once while Weir lives, and nothing noted of where it is: for comparisons,
   * where every run begins at the beginning of a new table.
   */
  public static DeliveringStore withoutLedger(
      LaneTarget target, DeadLetters deadLetters, LaneAccount account, DeliverySettings settings) {
    Promise promise = new AtLeastOnce(target.rows(), null, LaneTime.REAL);
    return new DeliveringStore(target, promise, deadLetters, account, settings, LaneTime.REAL);
  }

  /** How the lane is. By any thread. */
  public LaneState state() {
    return health.state();
  }

  /**
   * Stores the batch, or its bad records as dead letters; waits as long as it takes.
   *
   * @throws LaneStoppedException if waiting would not help, or {@link #close} or an interrupt ended
   *     it; the batch is then not stored and stays in flight in the account
   */
  @Override
  public void store(Batch batch) throws LaneStoppedException {
    working.lock();
    try {
      if (stopped != null) {
        throw stopped;
      }
      if (batch.size() > 0) {
        deliver(batch);
      }
    } finally {
      working.unlock();
    }
  }

  /**
   * Ends the lane: a pause at once; a batch under way is given its time, then its connection is
   * taken away. By any thread.
   */
  @Override
  public void close() {
    pause.end();
    boolean ended = false;
    try {
      ended = working.tryLock(settings.limits().shutdown().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!ended) {
      limit.abort();
      working.lock();
    }
    try {
      writer.close();
      closePromise();
      health.stopped(health.state().reason());
    } finally {
      working.unlock();
    }
  }

  private void closePromise() {
    if (!promise.isOpen()) {
      return;
    }
    try (Connection connection = target.pool().getConnection()) {
      connection.setAutoCommit(true);
      promise.close(connection);
    } catch (SQLException e) {
      LOG.warn(
          "{}: where it ended is not noted; the next start repeats some: {}",
          target.name(),
          Failure.of(e));
    }
  }

  private void deliver(Batch batch) throws LaneStoppedException {
    begin(batch);
    int passedOver = batch.size() - delivery.batch().size();
    if (passedOver > 0) {
      account.ended(passedOver, passedOver, 0);
    }
    boolean ended = delivery.batch().size() == 0;
    while (!ended) {
      try {
        attempt();
        ended = true;
      } catch (SQLException | RuntimeException e) {
        afterFailure(e);
      }
    }
    if (health.flows()) {
      LOG.info("{}: records are stored again", target.name());
    }
  }

  private void begin(Batch batch) throws LaneStoppedException {
    try {
      delivery = promise.begin(batch);
    } catch (SQLException e) {
      throw stop(Reason.REFUSED, e.getMessage(), e);
    }
  }

  private void confirmPlace() throws SQLException {
    try {
      confirmation.whenDue();
    } catch (ConfigurationException e) {
      throw stop(Reason.ANOTHER_WRITER, e.getMessage(), e);
    }
  }

  private void attempt() throws SQLException {
    confirmPlace();
    if (mustLook && settlement.isStored(delivery)) {
      mustLook = false;
      LOG.info("{}: the commit whose answer was lost is there", target.name());
      account.ended(delivery.stored(), delivery.stored(), delivery.refused().size());
      promise.stored(delivery);
      return;
    }
    mustLook = false;
    transaction.begin(delivery);
    try {
      writer.store(delivery.batch());
    } catch (SQLException | RuntimeException e) {
      if (Failure.of(e).meaning() != Meaning.RETRY) {
        delivery.notCommitted(); // the server itself refused it
      }
      throw e;
    } finally {
      limit.end();
    }
    account.ended(delivery.stored(), delivery.found(), delivery.refused().size());
    promise.stored(delivery);
  }

  private void afterFailure(Exception thrown) throws LaneStoppedException {
    transaction.forget();
    if (thrown instanceof LedgerMovedException moved) {
      throw stop(moved.reason(), moved.advice(), moved);
    }
    if (thrown instanceof LaneStoppedException stopping) {
      throw stopping;
    }
    Failure failure = Failure.of(thrown);
    if (failure.meaning() == Meaning.BAD_DATA && !delivery.isIsolating()) {
      LOG.debug("{}: a bad record among {}: {}", target.name(), delivery.batch().size(), failure);
      delivery.isolate();
      return;
    }
    // by halves every bad record is found, so what is left is of something else
    failure = failure.notOfTheData();
    if (failure.meaning() == Meaning.STOP) {
      throw stop(Reason.REFUSED, failure.toString(), thrown);
    }
    await(failure, thrown);
  }

  private void await(Failure failure, Exception thrown) throws LaneStoppedException {
    mustLook = true;
    giveConnectionBack();
    account.retried();
    boolean closed = pause.after(failure, thrown, delivery.batch().size());
    if (closed) {
      throw stop(Reason.CLOSED, "stopped while waiting: " + failure, thrown);
    }
  }

  private LaneWriter newWriter() {
    return new LaneWriter(target.pool(), transaction, transaction);
  }

  /** It may be good still, and is needed to look what became of the attempt. */
  private void giveConnectionBack() {
    LaneWriter former = writer;
    writer = newWriter();
    try {
      former.close();
    } catch (RuntimeException e) {
      LOG.debug("{}", target.name(), e);
    }
  }

  private LaneStoppedException stop(Reason reason, String message, Throwable cause) {
    LaneStoppedException stopping =
        new LaneStoppedException(reason, target.name() + ": " + message, cause);
    stopped = stopping;
    health.stopped(message);
    return stopping;
  }
}
