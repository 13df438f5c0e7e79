package dev.weir.camel;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.write.BatchStore;
import dev.weir.write.RowWriter;
import dev.weir.write.RowWriters;
import dev.weir.write.WriteMethod;
import java.time.Duration;
import java.util.function.BiFunction;

/** Makes all that a strategy at work needs, and undoes whatever of it was made. */
final class IngestionStart {
  /** The longest wait for an answer: so much, and so much more for each row of a batch. */
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private static final Duration ANSWER_A_ROW = Duration.ofNanos(50_000);

  private final RunningCamel camel;
  private final String id;
  private final Strategy strategy;
  private final Storing storing;
  private final Undo undo = new Undo();

  /**
   * @param storing null to store as it is measured
   */
  IngestionStart(RunningCamel camel, String id, Strategy strategy, Storing storing) {
    this.storing = storing;
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
    if (storing == null) {
      PlainStoring plain = plainStoring(database, request);
      HikariDataSource pool = pool(database, lanes, poolSettings(request.table(), ingestion));
      undo.later(() -> ingestion.lookAt(pool));
      prepare(request, ingestion, (lane, rows) -> plain.store(lane, pool, rows));
    } else {
      HikariDataSource pool =
          pool(database, lanes, storing.settings(poolSettings(request.table(), ingestion)));
      prepare(request, ingestion, (lane, rows) -> storing.store(lane, pool, rows));
      for (int number = 0; number < lanes; number++) {
        ingestion.lane(number).accountIn(storing.account(number));
      }
    }
    camel.context().getRegistry().bind(id, ingestion);
    undo.later(() -> camel.context().getRegistry().unbind(id));
    undo.later(() -> camel.meters().server().hide(ingestion.name()));
    camel
        .meters()
        .server()
        .show(
            ingestion.name(),
            strategy.name(),
            strategy.get(StrategySetting.LAYOUT),
            strategy.get(StrategySetting.METHOD),
            request.table().qualifiedName());
    ingestion.holdLanes();
    for (int number = 0; number < lanes; number++) {
      LaneRoute lane = new LaneRoute(id, number, lanes, strategy.overrides());
      undo.later(() -> camel.remove(lane.routeId()));
      camel.add(route, lane);
    }
    ingestion.letLanesGo();
  }

  private HikariDataSource pool(DatabaseAddress database, int size, PoolSettings settings) {
    HikariDataSource pool = Pools.open(database, id, size, settings);
    undo.later(pool::close);
    camel.meters().show(pool);
    return pool;
  }

  private PlainStoring plainStoring(DatabaseAddress database, IngestionRequest request) {
    HikariDataSource sessions = null;
    if (PlainStoring.isExactlyOnce(strategy)) {
      sessions = Pools.open(database, id + "-ledger", 1, PlainStoring.sessionSettings(id));
      undo.later(sessions::close);
    }
    PlainStoring plain =
        PlainStoring.open(strategy, request.table(), request.dataset().name(), sessions);
    undo.later(plain::close);
    return plain;
  }

  private void prepare(
      IngestionRequest request,
      Ingestion ingestion,
      BiFunction<Integer, RowWriter, BatchStore> stores) {
    int lanes = strategy.number(StrategySetting.WRITERS);
    for (int number = 0; number < lanes; number++) {
      RowWriter rows = LaneStores.rows(camel.context(), strategy, request.table());
      BatchStore store = stores.apply(number, rows);
      undo.later(store::close);
      Lane lane = ingestion.lane(number);
      lane.readFrom(request.slice(number, lanes));
      lane.storeIn(store);
    }
  }

  private PoolSettings poolSettings(Table table, Ingestion ingestion) {
    WriteMethod method = WriteMethod.named(strategy.get(StrategySetting.METHOD));
    long rows = (long) strategy.number(StrategySetting.BATCH_SIZE) * table.rowsPerRecord();
    PoolSettings settings = PoolSettings.named(ingestion.sessionName());
    return settings
        .withSynchronousCommit(strategy.get(StrategySetting.SYNCHRONOUS_COMMIT))
        .withKeepMemory(strategy.flag(StrategySetting.KEEP_MEMORY))
        .withRewriteBatchedInserts(method == WriteMethod.MULTIROW_INSERT)
        .withRowsPerInsert(
            method == WriteMethod.MULTIROW_INSERT
                ? RowWriters.effectiveRowsPerStatement(
                    table, strategy.number(StrategySetting.ROWS_PER_STATEMENT))
                : 0)
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
