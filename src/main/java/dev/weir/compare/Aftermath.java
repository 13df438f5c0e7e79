package dev.weir.compare;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.delivery.DeliveryTables;
import dev.weir.layout.Table;
import dev.weir.statistics.CheckpointBill;
import dev.weir.statistics.Difference;
import dev.weir.statistics.ForeignWork;
import dev.weir.statistics.Snapshot;
import dev.weir.statistics.WalBudget;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is read when a load is over, in this order: the log, which the next checkpoint may remove;
 * the dirty buffers, which it writes; then the checkpoint.
 *
 * @param foreign what others did to the log; empty where that is not known
 * @param bill of the checkpoint; empty where this account may not make one
 */
record Aftermath(
    Difference difference,
    WalBudget walBudget,
    Optional<ForeignWork> foreign,
    OptionalLong dirtyBuffers,
    Optional<CheckpointBill> bill) {
  private static final Duration LOOK_AT_BUFFERS = Duration.ofSeconds(5);

  static Aftermath read(
      Bench bench,
      SameStart checkpoints,
      Strategy strategy,
      Table table,
      Difference difference,
      LoadWatch watch)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    boolean ledger = strategy.get(StrategySetting.DELIVERY).equals("exactly-once");
    WalBudget budget =
        bench
            .reader()
            .walBudget(
                difference,
                List.of(table.qualifiedName()),
                ledger ? List.of(DeliveryTables.inSearchPath().ledger()) : List.of());
    OptionalLong dirty = bench.reader().dirtyBuffers(LOOK_AT_BUFFERS);
    Optional<CheckpointBill> bill =
        checkpoints.mayCheckpoint()
            ? Optional.of(bench.reader().checkpoint(() -> checkpoints.checkpoint(bench.control())))
            : Optional.empty();
    return new Aftermath(difference, budget, foreign(difference, budget, watch), dirty, bill);
  }

  /** By the sessions' own counters where the server has them, else by what the log is about. */
  private static Optional<ForeignWork> foreign(
      Difference difference, WalBudget budget, LoadWatch watch) {
    Optional<ForeignWork> bySessions =
        watch.sessions().flatMap(own -> ForeignWork.bySessions(difference, own, budget));
    return bySessions.isPresent() ? bySessions : ForeignWork.byBudget(budget);
  }

  Snapshot before() {
    return difference.before();
  }

  Snapshot after() {
    return difference.after();
  }
}
