package dev.weir.camel;

import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.statistics.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckRegistry;
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
  private final AtomicInteger samplings = new AtomicInteger();

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
    return start(strategy.name(), strategy, request, null);
  }

  /**
   * The same, with lanes that store in a way of their own.
   *
   * @param name what endpoints, sessions and meters carry, whatever the strategy: only one
   *     ingestion of a name runs at a time. The endpoints of a route written out in full have a
   *     name of their own
   */
  public Ingestion ingest(
      String name, Strategy strategy, IngestionRequest request, Storing storing) {
    return start(name, strategy, request, storing);
  }

  private Ingestion start(
      String name, Strategy strategy, IngestionRequest request, Storing storing) {
    StrategyRoute route = files.route(strategy);
    String id = route.fixedName().orElseGet(() -> idOf(name));
    IngestionStart start = new IngestionStart(camel, id, strategy, storing);
    Ingestion ingestion =
        new Ingestion(
            id,
            idOf(name),
            strategy.name(),
            () -> {
              start.undo();
              ingestions.remove(id);
            });
    if (ingestions.putIfAbsent(id, ingestion) != null) {
      throw new IllegalStateException(id + " is running already");
    }
    try {
      start.run(database, route, request, ingestion);
      return ingestion;
    } catch (RuntimeException | Error e) {
      ingestion.close();
      throw e;
    }
  }

  /**
   * Samples the server's statistics on a connection of its own, each query within its time limits,
   * until closed. A sample that takes longer than the period is followed by the next one, not by
   * all that would have been due.
   *
   * @param tables the tables whose figures are sampled, as the server resolves their names
   * @param sink is given each sample, on the sampling thread
   * @throws dev.weir.config.ConfigurationException if the database cannot be reached
   */
  public Sampling sample(Duration period, List<String> tables, Consumer<Snapshot> sink) {
    return new SamplingStart(camel, "sample-" + samplings.incrementAndGet())
        .run(database, period, tables, sink);
  }

  /**
   * Adds to what {@code /observe/health/ready} says; whether Weir lives does not depend on it.
   *
   * @param name of the check
   * @param problem why it is not ready; empty when it is. Asked with every look: must not wait
   * @param details what else it says, ready or not, by name
   */
  public void readyWhen(
      String name, Supplier<Optional<String>> problem, Supplier<Map<String, String>> details) {
    HealthCheckRegistry registry = HealthCheckRegistry.get(context());
    if (registry != null) {
      registry.register(new Readiness(name, problem, details));
    }
    camel.meters().ready(problem);
  }

  /**
   * Shows on the metrics page what becomes of a slot's strategies. Asked with every look: both are
   * held for as long as this is open, and must not wait.
   *
   * @param slot the name its ingestions are given
   * @param swaps how often a strategy followed another
   * @param refused 1 while what is to follow is no good, else 0
   */
  public void showSlot(String slot, Supplier<Number> swaps, Supplier<Number> refused) {
    camel.meters().slot(slot, swaps, refused);
  }

  /**
   * Serves pages at the address and port config/application.properties says, by the routes in
   * routes/web.camel.yaml, until closed. For a pipeline with management.
   *
   * @param pages what those routes ask: its public methods are called by their names
   * @param samples what {@code /samples} streams
   * @throws dev.weir.config.ConfigurationException if the port is taken, or it is to be reached
   *     from other hosts and there is no token
   */
  public void serve(Object pages, LineSource samples) {
    camel.serve(pages, samples);
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
  static String idOf(String strategy) {
    return strategy.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("-$", "");
  }
}
