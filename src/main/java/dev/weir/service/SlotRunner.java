package dev.weir.service;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.camel.Ingestion;
import dev.weir.camel.IngestionRequest;
import dev.weir.camel.Pipeline;
import dev.weir.config.ConfigurationException;
import dev.weir.config.StrategySetting;
import dev.weir.delivery.Account;
import dev.weir.delivery.DeadLetterFile;
import dev.weir.delivery.DeadLetters;
import dev.weir.delivery.DeliverySettings;
import dev.weir.delivery.DeliveryTables;
import dev.weir.delivery.LaneStoppedException;
import dev.weir.delivery.Ledger;
import dev.weir.delivery.LedgerKey;
import dev.weir.delivery.Patience;
import dev.weir.layout.Table;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.statistics.Snapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores a dataset by the strategies of one slot, one after the other, from where the ledger says.
 * A swap ends the lanes of the old strategy, which store what they have gathered, and begins those
 * of the new one at the position the old ones left: no record is lost by it or stored twice.
 */
final class SlotRunner {
  private static final Logger LOG = LoggerFactory.getLogger(SlotRunner.class);
  private static final Duration LOOK = Duration.ofMillis(100);

  /** Between two strategies no lane is there for some hundred milliseconds: nobody's business. */
  private static final Duration SWAP = Duration.ofSeconds(5);

  private final Slot slot;
  private final ServiceRequest request;
  private final Pipeline pipeline;
  private final Succession succession;
  private final PeriodKeeper periods;
  private final DiskGuard guard;
  private final Supervision supervision;
  private final ServiceListener listener;
  private final LedgerKey key;
  private final SlotTables tables;
  private final DeliverySettings settings = DeliverySettings.defaults();
  private final Patience patience = new Patience(settings);

  private boolean paused;
  private Account before = Account.EMPTY;
  private volatile boolean stopping;
  private volatile Running running;
  private volatile long swappedNanos = System.nanoTime() - SWAP.toNanos();

  /**
   * @param control gives a connection for what is to be done while the lanes are at work
   */
  SlotRunner(
      Slot slot,
      ServiceRequest request,
      Pipeline pipeline,
      DataSource control,
      SlotStrategies strategies,
      PeriodKeeper periods,
      DiskGuard guard,
      ServiceListener listener) {
    this.slot = slot;
    this.request = request;
    this.pipeline = pipeline;
    this.periods = periods;
    this.guard = guard;
    this.listener = listener;
    this.key = new LedgerKey(slot.name(), request.dataset().name());
    this.tables = new SlotTables(slot.name(), request.dataset());
    this.succession = new Succession(slot, strategies, tables, control);
    this.supervision = new Supervision(slot, guard, succession, listener, () -> stopping);
  }

  /** One strategy at work. */
  record Running(Choice choice, Table table, Ingestion ingestion, DurableStoring lanes) {}

  Slot slot() {
    return slot;
  }

  /** How often a strategy followed another, going back included. */
  int swaps() {
    return succession.swaps();
  }

  /** All tables of the slot, the one used last first. */
  List<Table> tables(Connection connection) throws SQLException {
    return tables.all(connection);
  }

  Optional<Running> running() {
    return Optional.ofNullable(running);
  }

  /** Why no records get through; empty when they do. */
  Optional<String> problem() {
    Optional<String> full = guard.problem();
    if (full.isPresent()) {
      return full;
    }
    Running now = running;
    if (now != null) {
      return now.lanes().problem();
    }
    return System.nanoTime() - swappedNanos < SWAP.toNanos()
        ? Optional.empty()
        : Optional.of("the database is waited for");
  }

  /** What became of the records read since this start; empty before the first could be. */
  synchronized Optional<Account> account() {
    if (running == null) {
      return before.equals(Account.EMPTY) ? Optional.empty() : Optional.of(before);
    }
    return Optional.of(before.plus(running.lanes().now()));
  }

  /** Has {@link #run} end. Returns at once. By any thread. */
  void stop() {
    stopping = true;
    patience.close();
    Running now = running;
    if (now != null) {
      now.ingestion().stop();
    }
  }

  /**
   * Stores until stopped or until the dataset is stored.
   *
   * @param first the strategy to begin with
   * @throws ConfigurationException if another Weir stores this, or the table that is there has
   *     another shape
   * @throws SQLException if no waiting will help
   */
  void run(Choice first) throws SQLException, InterruptedException {
    succession.beginWith(first);
    PoolSettings session = settings.limits().applyTo(PoolSettings.named("weir ledger"));
    try (HikariDataSource sessions =
        Pools.open(request.database(), "weir-ledger-" + slot.name(), 1, session)) {
      boolean again = true;
      while (again && !stopping) {
        if (guard.problem().isPresent()) {
          Thread.sleep(LOOK.toMillis());
        } else {
          again = runCurrent(sessions);
        }
      }
    }
  }

  /**
   * @return whether to go on, from what the ledger says by then
   */
  private boolean runCurrent(HikariDataSource sessions) throws SQLException, InterruptedException {
    try {
      return tryCurrent(sessions);
    } catch (ConfigurationException | IllegalStateException e) {
      return goBack(e.getMessage(), e);
    }
  }

  private boolean tryCurrent(HikariDataSource sessions) throws SQLException, InterruptedException {
    Choice current = succession.current();
    Optional<Table> table = waitFor("its table", () -> makeTable(sessions, current));
    if (table.isEmpty()) {
      return false;
    }
    Optional<Ledger> opened =
        waitFor(
            "the ledger",
            () -> Ledger.open(sessions, DeliveryTables.inSearchPath(), key, writers(current)));
    if (opened.isEmpty()) {
      return false;
    }
    try (Ledger ledger = opened.get()) {
      return ingest(current, ledger, table.get());
    }
  }

  /** Empty when the service was stopped before the database was there. */
  private <T> Optional<T> waitFor(String what, Patience.Work<T> work) throws SQLException {
    try {
      return Optional.of(patience.until("Slot " + slot.name() + ": " + what, work));
    } catch (SQLException e) {
      if (stopping) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private Table makeTable(HikariDataSource sessions, Choice current) throws SQLException {
    try (Connection connection = sessions.getConnection()) {
      return tables.make(connection, current.strategy());
    }
  }

  private static int writers(Choice choice) {
    return choice.strategy().number(StrategySetting.WRITERS);
  }

  private boolean ingest(Choice current, Ledger ledger, Table table)
      throws SQLException, InterruptedException {
    List<Long> positions = Arrays.stream(ledger.nextPositions()).boxed().toList();
    DeadLetters deadLetters =
        new DeadLetters(DeliveryTables.inSearchPath(), new DeadLetterFile(request.data()));
    DurableStoring lanes =
        new DurableStoring(current.strategy(), table, key, ledger, deadLetters, settings);
    IngestionRequest from =
        new IngestionRequest(
            request.dataset(), table, positions, Long.MAX_VALUE, Duration.ZERO, request.rate());
    Optional<Snapshot> untouched = periods.read(List.of(table.qualifiedName()));
    Ingestion ingestion = pipeline.ingest(slot.name(), current.strategy(), from, lanes);
    Running now = new Running(current, table, ingestion, lanes);
    succession.runs();
    listener.begins(slot, current.strategy(), table.qualifiedName(), positions);
    try (ingestion) {
      synchronized (this) {
        running = now;
      }
      periods.begins(slot, now, untouched);
      paused = supervision.untilEnded(now, () -> account().orElse(Account.EMPTY));
    } finally {
      ingestion.close();
      synchronized (this) {
        before = before.plus(lanes.now().ended());
        running = null;
      }
      periods.ends(slot);
    }
    return goOn(now);
  }

  /** Whether to go on after a strategy has ended, with it or with another one. */
  private boolean goOn(Running ended) throws SQLException {
    Throwable failure = ended.ingestion().failure().orElse(null);
    if (failure == null) {
      boolean again = paused; // else the dataset is at its end
      paused = false;
      return !stopping && (goForth() || again);
    }
    if (failure instanceof LaneStoppedException lane) {
      return switch (lane.reason()) {
        case CLOSED -> {
          LOG.warn("{}. What was not stored is read again with the next start", lane.getMessage());
          yield false;
        }
        case FELL_BACK -> {
          LOG.warn("{}", lane.getMessage());
          yield true;
        }
        case REFUSED -> goBack(lane.getMessage(), lane);
        case ANOTHER_WRITER -> throw lane;
      };
    }
    return goBack(
        "a lane failed: " + failure.getMessage(),
        new IllegalStateException("a lane failed: " + failure.getMessage(), failure));
  }

  private boolean goForth() {
    swappedNanos = System.nanoTime();
    return succession.goForth();
  }

  private <E extends Exception> boolean goBack(String why, E failure) throws E {
    succession.goBack(why, failure);
    swappedNanos = System.nanoTime();
    return true;
  }
}
