package dev.weir.compare;

import dev.weir.camel.Ingestion;
import dev.weir.camel.IngestionRequest;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Table;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * Loads at a fixed rate for a while. A record is due at its moment whether or not the one before is
 * stored, so that what waits behind a slow batch counts as late: "coordinated omission" is not
 * possible.
 */
final class RatedLoad {
  /** A strategy that keeps up stores so much of what was due; the last batches take their time. */
  private static final double KEEPS_UP = 0.95;

  private final Bench bench;
  private final StopSignal stop;
  private final Activity activity;
  private final RateGoal goal;

  RatedLoad(Bench bench, StopSignal stop, Activity activity, RateGoal goal) {
    this.bench = bench;
    this.stop = stop;
    this.activity = activity;
    this.goal = goal;
  }

  /** What goes wrong with the load is its result, not an exception. */
  AtRate.Held load(Strategy strategy)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    Table table = bench.tables().create(bench.control(), strategy);
    activity.rated(strategy.name());
    try {
      new SameStart(bench.server().permissions(), stop).prepare(bench.control());
      return load(strategy, table);
    } catch (RunFailed e) {
      return new AtRate.Held(
          strategy.name(), false, null, null, null, null, null, null, null, null, e.getMessage());
    } finally {
      bench.tables().drop(bench.control(), table);
    }
  }

  private AtRate.Held load(Strategy strategy, Table table)
      throws SQLException, InterruptedException, StopSignal.Stopped, RunFailed {
    OptionalLong before = ProcessCpu.nanos();
    OptionalLong[] after = {OptionalLong.empty()};
    long deadline = System.nanoTime() + goal.time().toNanos();
    Ingestion ingestion =
        bench
            .pipeline()
            .ingest(
                strategy,
                IngestionRequest.of(bench.dataset(), table, Long.MAX_VALUE)
                    .atRate(goal.recordsPerSecond()));
    activity.loading(ingestion);
    Load.Outcome load =
        new Load(stop, running -> activity.tell())
            .await(
                ingestion,
                () -> after[0] = ProcessCpu.nanos(),
                running -> System.nanoTime() - deadline >= 0);
    activity.phase("settle");
    if (load.stored() == 0) {
      throw new RunFailed("nothing was stored");
    }
    verify(strategy, table, load);
    Double cpu =
        before.isPresent() && after[0].isPresent()
            ? (after[0].getAsLong() - before.getAsLong()) / 1e3 / load.stored()
            : null;
    return held(strategy, load, ingestion.recordMicros(), cpu);
  }

  private void verify(Strategy strategy, Table table, Load.Outcome load)
      throws SQLException, StopSignal.Stopped, RunFailed {
    if (strategy.get(StrategySetting.METHOD).equals("none")) {
      return;
    }
    List<String> problems =
        Verification.problems(bench.control(), table, bench.dataset(), load.lanes(), stop);
    if (!problems.isEmpty()) {
      throw new RunFailed("not verified: " + String.join("; ", problems));
    }
  }

  private AtRate.Held held(
      Strategy strategy, Load.Outcome load, Histogram micros, Double cpuMicros) {
    double achieved = load.recordsPerSecond();
    double p99 = micros.getValueAtPercentile(99) / 1e3;
    double lag = Math.max(0, load.seconds() - load.stored() / goal.recordsPerSecond());
    long limit = goal.p99().toNanos() / 1000;
    long late = micros.getTotalCount() - micros.getCountBetweenValues(0, limit);
    return new AtRate.Held(
        strategy.name(),
        p99 <= limit / 1e3 && lag <= limit / 1e6 && achieved >= goal.recordsPerSecond() * KEEPS_UP,
        achieved,
        micros.getValueAtPercentile(50) / 1e3,
        p99,
        micros.getMaxValue() / 1e3,
        load.stored(),
        late,
        lag,
        cpuMicros,
        null);
  }
}
