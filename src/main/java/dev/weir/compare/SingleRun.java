package dev.weir.compare;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.camel.Ingestion;
import dev.weir.camel.IngestionRequest;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Table;
import dev.weir.statistics.Difference;
import dev.weir.statistics.RunCosts;
import dev.weir.statistics.Snapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * One run from its empty table to its figures: same start, reading, load, reading, verification,
 * probes.
 */
final class SingleRun {
  private static final Duration SETTLE_AT_MOST = Duration.ofSeconds(5);

  /** How many different records the update probe goes round. */
  private static final int UPDATED_RECORDS = 10_000;

  private final Bench bench;
  private final StopSignal stop;
  private final Activity activity;
  private final Consumer<Table> beforeVerification;

  /**
   * @param beforeVerification called with the loaded table; for tests that spoil it
   */
  SingleRun(Bench bench, StopSignal stop, Activity activity, Consumer<Table> beforeVerification) {
    this.bench = bench;
    this.stop = stop;
    this.activity = activity;
    this.beforeVerification = beforeVerification;
  }

  /**
   * Does the run. What goes wrong with it is its result, not an exception.
   *
   * @throws StopSignal.Stopped if the comparison is to end
   * @throws SQLException if the server is not there any more
   */
  RunResult run(PlannedRun planned) throws SQLException, InterruptedException, StopSignal.Stopped {
    String startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
    RunNotes notes = new RunNotes();
    Table table = bench.tables().create(bench.control(), planned.strategy());
    try {
      return measure(planned, table, startedAt, notes);
    } catch (RunFailed e) {
      return RunResult.failed(planned, startedAt, e.getMessage(), notes.all());
    } catch (SQLException e) {
      return RunResult.failed(planned, startedAt, Load.reason(e), notes.all());
    } finally {
      bench.sampling().watch(List.of());
      bench.tables().drop(bench.control(), table);
    }
  }

  private RunResult measure(PlannedRun planned, Table table, String startedAt, RunNotes notes)
      throws SQLException, InterruptedException, StopSignal.Stopped, RunFailed {
    Strategy strategy = planned.strategy();
    List<String> tables = List.of(table.qualifiedName());
    bench.sampling().watch(tables);
    SameStart start = new SameStart(bench.server().permissions(), stop);

    notes.add(start.prepare(bench.control()));
    Snapshot before = bench.reader().readSettled(tables, SETTLE_AT_MOST);
    try (LoadWatch watch = new LoadWatch(bench)) {
      Load.Outcome load = load(strategy, table, watch);
      Snapshot after = bench.reader().readSettled(tables, SETTLE_AT_MOST);
      Difference difference = bench.reader().between(before, after);
      Aftermath aftermath = Aftermath.read(bench, start, strategy, table, difference, watch);
      RunCosts costs = difference.costs(table.qualifiedName());
      boolean stores = !strategy.get(StrategySetting.METHOD).equals("none");
      notes.judge(difference, costs, table, load);
      if (stores) {
        notes.judge(aftermath, watch.waits());
      }
      String failure = verify(table, load, stores);
      RunResult.Probes probes =
          failure == null && stores ? probe(planned, table, load) : RunResult.Probes.NONE;
      RunFigures figures = new RunFigures(load, costs, table);
      return new RunResult(
          strategy.name(),
          planned.round(),
          planned.position(),
          startedAt,
          figures.loading(watch.machine()),
          figures.wal(aftermath.walBudget()),
          figures.checkpoints(aftermath.bill()),
          figures.disk(),
          new CostFigures(load, table).costs(aftermath, watch, stores),
          probes,
          failure == null,
          notes.isValid(),
          failure,
          notes.all());
    }
  }

  private Load.Outcome load(Strategy strategy, Table table, LoadWatch watch)
      throws InterruptedException, StopSignal.Stopped, RunFailed {
    Ingestion ingestion =
        bench
            .pipeline()
            .ingest(
                strategy,
                IngestionRequest.of(bench.dataset(), table, bench.protocol().records())
                    .goingOnFor(bench.protocol().atLeast()));
    watch.watch(ingestion, strategy.number(StrategySetting.WRITERS));
    activity.loading(ingestion);
    try {
      Load.Outcome load =
          new Load(stop, running -> activity.tell())
              .await(ingestion, watch::ended, running -> false);
      if (load.stored() == 0) {
        throw new RunFailed("nothing was stored");
      }
      return load;
    } finally {
      activity.phase("settle");
    }
  }

  /** What is wrong with what was stored; null when nothing is. */
  private String verify(Table table, Load.Outcome load, boolean stores)
      throws SQLException, StopSignal.Stopped {
    stop.check();
    activity.phase("verify");
    beforeVerification.accept(table);
    List<String> problems =
        Verification.problems(
            bench.control(), table, bench.dataset(), stores ? load.lanes() : List.of(), stop);
    return problems.isEmpty() ? null : "not verified: " + String.join("; ", problems);
  }

  /** Every strategy is probed on the records every strategy has: the floor. */
  private RunResult.Probes probe(PlannedRun planned, Table table, Load.Outcome load)
      throws SQLException, StopSignal.Stopped, RunFailed {
    activity.phase("probe");
    Random random = new Random(bench.seed() + planned.round());
    long common = Math.min(bench.protocol().records(), load.stored());
    try (HikariDataSource pool = bench.probePool(planned.strategy());
        Connection connection = pool.getConnection()) {
      double read =
          new ReadProbe(table, stop)
              .medianMillis(connection, ids(random, bench.protocol().reads(), common));
      AnalyticProbe.Times analytic =
          new AnalyticProbe(bench, stop).ask(connection, planned.strategy(), table);
      double updates =
          new UpdateProbe(table, stop)
              .updatesPerSecond(
                  connection,
                  ids(random, UPDATED_RECORDS, common),
                  bench.protocol().updating(),
                  random);
      return new RunResult.Probes(
          read, updates, analytic.average(), analytic.latest(), analytic.range());
    }
  }

  private long[] ids(Random random, int count, long common) {
    return random.longs(count, 0, common).map(p -> bench.dataset().record(p).id()).toArray();
  }
}
