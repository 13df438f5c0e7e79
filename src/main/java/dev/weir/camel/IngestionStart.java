package dev.weir.camel;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.write.BatchStore;
import dev.weir.write.WriteMethod;
import java.time.Duration;

/** Makes all that a strategy at work needs, and undoes whatever of it was made. */
final class IngestionStart {
  /** The longest wait for an answer: so much, and so much more for each row of a batch. */
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private static final Duration ANSWER_A_ROW = Duration.ofNanos(50_000);

  private final RunningCamel camel;
  private final String id;
  private final Strategy strategy;
  private final Undo undo = new Undo();

  IngestionStart(RunningCamel camel, String id, Strategy strategy) {
    this.camel = camel;
    this.id = id;
    this.strategy = strategy;
  }

  void run(
      DatabaseAddress database,
      StrategyRoute route,
      IngestionRequest request,
      Ingestion ingestion) {
    int lanes = strategy.number(StrategySetting.WRITERS);
    HikariDataSource pool = Pools.open(database, id, lanes, poolSettings(request.table()));
    undo.later(pool::close);
    for (int number = 0; number < lanes; number++) {
      BatchStore store = LaneStores.store(camel.context(), strategy, request.table(), pool);
      undo.later(store::close);
      Lane lane = ingestion.lane(number);
      lane.readFrom(request.slice(number, lanes));
      lane.storeIn(store);
    }
    camel.context().getRegistry().bind(id, ingestion);
    undo.later(() -> camel.context().getRegistry().unbind(id));
    for (int number = 0; number < lanes; number++) {
      LaneRoute lane = new LaneRoute(id, number, lanes, strategy.overrides());
      undo.later(() -> camel.remove(lane.routeId()));
      camel.add(route, lane);
    }
  }

  private PoolSettings poolSettings(Table table) {
    WriteMethod method = WriteMethod.named(strategy.get(StrategySetting.METHOD));
    long rows = (long) strategy.number(StrategySetting.BATCH_SIZE) * table.rowsPerRecord();
    PoolSettings settings = PoolSettings.named("weir " + id);
    return settings
        .withSynchronousCommit(strategy.get(StrategySetting.SYNCHRONOUS_COMMIT))
        .withRewriteBatchedInserts(method == WriteMethod.MULTIROW_INSERT)
        .withTimeouts(
            settings.connectTimeout(),
            ANSWER.plus(ANSWER_A_ROW.multipliedBy(rows)),
            settings.statementTimeout());
  }

  /** Routes first, which writes what they have gathered; then the connections. */
  void undo() {
    undo.run();
  }
}
