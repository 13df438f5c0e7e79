package dev.weir.compare;

import dev.weir.camel.Ingestion;
import dev.weir.camel.IngestionRequest;
import dev.weir.config.Strategy;
import dev.weir.layout.Table;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Loads into a table that is thrown away until the rate has converged. A JVM that is cold shows
 * half the rate it has a few seconds later; what is compiled by one strategy's warm-up serves the
 * others too, so each strategy has one, before the first round, and none after.
 */
final class WarmUp {
  private static final Duration WINDOW = Duration.ofMillis(250);

  private final Bench bench;
  private final StopSignal stop;
  private final Activity activity;

  WarmUp(Bench bench, StopSignal stop, Activity activity) {
    this.bench = bench;
    this.stop = stop;
    this.activity = activity;
  }

  /**
   * @return whether the rate converged in the time there was
   */
  boolean warmUp(Strategy strategy)
      throws SQLException, InterruptedException, StopSignal.Stopped, RunFailed {
    stop.check();
    activity.warmUp(strategy.name());
    return load(strategy).isReached();
  }

  /**
   * Loads into a table that is thrown away, until the rate has converged or the time is up.
   *
   * @return the rate in windows of the load, in records a second
   */
  Convergence load(Strategy strategy)
      throws SQLException, InterruptedException, StopSignal.Stopped, RunFailed {
    Table table = bench.tables().create(bench.control(), strategy);
    try {
      Windows windows = new Windows(bench.protocol().warmUpAtMost());
      Ingestion ingestion =
          bench
              .pipeline()
              .ingest(strategy, IngestionRequest.of(bench.dataset(), table, Long.MAX_VALUE));
      activity.loading(ingestion);
      new Load(stop, running -> activity.tell()).await(ingestion, () -> {}, windows::areEnough);
      return windows.convergence;
    } finally {
      activity.phase("settle");
      bench.tables().drop(bench.control(), table);
    }
  }

  /** Rates from window to window; a window ends at the first commit after its time. */
  private static final class Windows {
    private final Convergence convergence = new Convergence();
    private final long deadline;
    private long windowNanos;
    private long windowStored;

    Windows(Duration atMost) {
      deadline = System.nanoTime() + atMost.toNanos();
    }

    boolean areEnough(Ingestion ingestion) {
      long nanos = ingestion.elapsedNanos();
      long stored = ingestion.stored();
      if (nanos - windowNanos >= WINDOW.toNanos() && stored > windowStored) {
        convergence.add((stored - windowStored) * 1e9 / (nanos - windowNanos));
        windowNanos = nanos;
        windowStored = stored;
      }
      return convergence.isReached() || System.nanoTime() - deadline >= 0;
    }
  }
}
