package dev.weir.service;

import dev.weir.camel.Storing;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.delivery.Account;
import dev.weir.delivery.Accounts;
import dev.weir.delivery.DeadLetters;
import dev.weir.delivery.DeliveringStore;
import dev.weir.delivery.DeliverySettings;
import dev.weir.delivery.LaneAccount;
import dev.weir.delivery.LaneState;
import dev.weir.delivery.LaneTarget;
import dev.weir.delivery.Ledger;
import dev.weir.delivery.LedgerKey;
import dev.weir.layout.Table;
import dev.weir.postgres.PoolSettings;
import dev.weir.write.Batch;
import dev.weir.write.BatchStore;
import dev.weir.write.RowWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** Lanes that wait for the server, put bad records aside, and go on where they were. */
final class DurableStoring implements Storing {
  /** A failure that is over sooner is nobody's business. */
  private static final Duration LATE = Duration.ofSeconds(5);

  private final Strategy strategy;
  private final Table table;
  private final LedgerKey key;
  private final Ledger ledger;
  private final DeadLetters deadLetters;
  private final DeliverySettings settings;
  private final Accounts accounts;
  private final List<Closing> stores = new CopyOnWriteArrayList<>();

  DurableStoring(
      Strategy strategy,
      Table table,
      LedgerKey key,
      Ledger ledger,
      DeadLetters deadLetters,
      DeliverySettings settings) {
    this.strategy = strategy;
    this.table = table;
    this.key = key;
    this.ledger = ledger;
    this.deadLetters = deadLetters;
    this.settings = settings;
    this.accounts = new Accounts(strategy.number(StrategySetting.WRITERS));
  }

  @Override
  public PoolSettings settings(PoolSettings ofStrategy) {
    return settings.limits().applyTo(ofStrategy);
  }

  @Override
  public LaneAccount account(int lane) {
    return accounts.lane(lane);
  }

  @Override
  public BatchStore store(int lane, DataSource pool, RowWriter rows) {
    LaneTarget target = new LaneTarget(key, lane, table, pool, rows);
    LaneAccount account = accounts.lane(lane);
    DeliveringStore store =
        strategy.get(StrategySetting.DELIVERY).equals("exactly-once")
            ? DeliveringStore.exactlyOnce(target, ledger, deadLetters, account, settings)
            : DeliveringStore.atLeastOnce(target, ledger, deadLetters, account, settings);
    Closing closing = new Closing(store);
    stores.add(closing);
    return closing;
  }

  Account now() {
    return accounts.now();
  }

  /** Whether a lane waits for the server right now. */
  boolean isHeldUp() {
    return stores.stream()
        .map(closing -> closing.store().state().condition())
        .anyMatch(
            condition ->
                condition == LaneState.Condition.RETRYING
                    || condition == LaneState.Condition.PAUSED);
  }

  /** Why records do not get through; empty when they do. */
  Optional<String> problem() {
    return stores.stream()
        .map(closing -> closing.store().state())
        .filter(
            state ->
                !state.isReady()
                    || (state.condition() == LaneState.Condition.RETRYING
                        && state.since().isBefore(Instant.now().minus(LATE))))
        .map(LaneState::reason)
        .findFirst();
  }

  /** Ends all lanes, those that wait too: what they hold is not stored, and the ledger knows. */
  void giveUp() {
    stores.parallelStream().forEach(Closing::close);
  }

  /** Closing takes its time while the server is away: once is enough. */
  private record Closing(DeliveringStore store, AtomicBoolean closed) implements BatchStore {
    Closing(DeliveringStore store) {
      this(store, new AtomicBoolean());
    }

    @Override
    public void store(Batch batch) throws SQLException {
      store.store(batch);
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        store.close();
      }
    }
  }
}
