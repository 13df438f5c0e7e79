package dev.weir.camel;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.write.BatchStore;
import dev.weir.write.WriteMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.camel.model.ModelCamelContext;

/**
 * Camel with Weir's routes, and the one way in from the rest of Weir: strategies are started here,
 * as one route a lane, and are gone without a trace when their {@link Ingestion} is closed.
 */
public final class Pipeline implements AutoCloseable {
  private final StrategyFiles files;
  private final DatabaseAddress database;
  private final RunningCamel camel;
  private final ConcurrentMap<String, Ingestion> ingestions = new ConcurrentHashMap<>();

  /** Camel for measuring: nothing is served, nothing is recorded that costs time. */
  public Pipeline(Home home, DatabaseAddress database) {
    this(home, database, Management.OFF);
  }

  /**
   * Starts Camel as {@code config/application.properties} says.
   *
   * @throws dev.weir.config.ConfigurationException if a file of Camel's is missing or wrong
   */
  public Pipeline(Home home, DatabaseAddress database, Management management) {
    this.files = new StrategyFiles(home);
    this.database = database;
    this.camel = RunningCamel.start(home, management);
  }

  /**
   * Starts a strategy on a pool of its own, one connection a lane. It goes on by itself until
   * {@link Ingestion#awaitEnd} or {@link Ingestion#stop}; close it in any case.
   *
   * @param request its table exists and has the strategy's layout
   * @throws dev.weir.config.ConfigurationException if the strategy's file has gone bad or the
   *     database cannot be reached
   */
  public Ingestion ingest(Strategy strategy, IngestionRequest request) {
    StrategyRoute route = files.route(strategy);
    String id = route.fixedName().orElseGet(() -> idOf(strategy.name()));
    Starting starting = new Starting(strategy, request, id);
    Ingestion ingestion = new Ingestion(id, starting::undo);
    if (ingestions.putIfAbsent(id, ingestion) != null) {
      throw new IllegalStateException(id + " is running already");
    }
    try {
      starting.run(route, ingestion);
      return ingestion;
    } catch (RuntimeException | Error e) {
      ingestion.close();
      throw e;
    }
  }

  /** Stops every strategy that still runs, writes what is gathered, and stops Camel. */
  @Override
  public void close() {
    ingestions.values().forEach(Ingestion::close);
    camel.close();
  }

  ModelCamelContext context() {
    return camel.context();
  }

  /** A name that is fit for URIs, route ids and metrics: {@code wide-copy-1000-batchSize-10}. */
  private static String idOf(String strategy) {
    return strategy.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("-$", "");
  }

  /** What starting a strategy has made so far, so that it can be undone from any point. */
  private final class Starting {
    private final Strategy strategy;
    private final IngestionRequest request;
    private final String id;
    private final List<String> routes = new ArrayList<>();
    private final List<BatchStore> stores = new ArrayList<>();
    private HikariDataSource pool;

    Starting(Strategy strategy, IngestionRequest request, String id) {
      this.strategy = strategy;
      this.request = request;
      this.id = id;
    }

    void run(StrategyRoute route, Ingestion ingestion) {
      int lanes = strategy.number(StrategySetting.WRITERS);
      pool = Pools.open(database, id, lanes, poolSettings());
      for (int number = 0; number < lanes; number++) {
        Lane lane = ingestion.lane(number);
        BatchStore store = LaneStores.store(context(), strategy, request.table(), pool);
        stores.add(store);
        lane.readFrom(request.slice(number, lanes));
        lane.storeIn(store);
      }
      context().getRegistry().bind(id, ingestion);
      for (int number = 0; number < lanes; number++) {
        LaneRoute lane = new LaneRoute(id, number, lanes, strategy.overrides());
        routes.add(lane.routeId());
        camel.add(route, lane);
      }
    }

    private PoolSettings poolSettings() {
      WriteMethod method = WriteMethod.named(strategy.get(StrategySetting.METHOD));
      return PoolSettings.named("weir " + id)
          .withSynchronousCommit(strategy.get(StrategySetting.SYNCHRONOUS_COMMIT))
          .withRewriteBatchedInserts(method == WriteMethod.MULTIROW_INSERT);
    }

    void undo() {
      routes.forEach(camel::remove);
      context().getRegistry().unbind(id);
      stores.forEach(BatchStore::close);
      if (pool != null) {
        pool.close();
      }
      ingestions.remove(id);
    }
  }
}
