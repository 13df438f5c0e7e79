package dev.weir.service;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.camel.Ingestion;
import dev.weir.camel.IngestionRequest;
import dev.weir.camel.Pipeline;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
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
import dev.weir.layout.TableCreation;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores a dataset by one strategy until it is stopped or the dataset ends, and goes on where it
 * was with every start. Metrics and health are served from the beginning, also while the database
 * is waited for.
 */
public final class Service implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration TELL = Duration.ofSeconds(10);

  /** How long a lane that waits for the server is waited for when the service is to stop. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final ServiceRequest request;
  private final Table table;
  private final LedgerKey key;
  private final DeliverySettings settings = DeliverySettings.defaults();
  private final Patience patience = new Patience(settings);
  private final Pipeline pipeline;
  private volatile boolean stopping;
  private volatile Ingestion ingestion;
  private volatile DurableStoring storing;

  /**
   * Starts what does not need the database.
   *
   * @throws ConfigurationException if the strategy stores nothing, or Camel cannot be started
   */
  public Service(ServiceRequest request) {
    this.request = request;
    if (request.strategy().get(StrategySetting.METHOD).equals("none")) {
      throw new ConfigurationException(
          new Problem(
              request.strategy().name(), "method", "none", "a method that stores the records"));
    }
    this.table = ServiceTable.of(request.strategy(), request.dataset());
    this.key = new LedgerKey(request.strategy().name(), request.dataset().name());
    this.pipeline = new Pipeline(request.home(), request.database(), request.management());
    pipeline.readyWhen("service", this::problem);
  }

  /** Why no records get through; empty when they do. */
  public Optional<String> problem() {
    DurableStoring lanes = storing;
    return lanes == null ? Optional.of("the database is waited for") : lanes.problem();
  }

  /** What became of the records read since this start. */
  public Optional<Account> account() {
    return Optional.ofNullable(storing).map(DurableStoring::now);
  }

  /**
   * Has {@link #run} end: nothing more is read, and what was read is stored. Returns at once. By
   * any thread.
   */
  public void stop() {
    stopping = true;
    patience.close();
    Ingestion running = ingestion;
    if (running != null) {
      running.stop();
    }
  }

  /**
   * Stores until stopped or until the dataset is stored. The database may come later and go away
   * meanwhile: it is waited for.
   *
   * @throws ConfigurationException if another Weir stores this, or the table that is there has
   *     another shape
   * @throws SQLException if no waiting will help
   */
  public void run(ServiceListener listener) throws SQLException, InterruptedException {
    PoolSettings session = settings.limits().applyTo(PoolSettings.named("weir ledger"));
    try (HikariDataSource sessions = Pools.open(request.database(), "weir-ledger", 1, session)) {
      boolean again = true;
      while (again && !stopping) {
        again = run(sessions, listener);
      }
    }
  }

  /**
   * @return whether to begin again, from what the ledger says by then
   */
  private boolean run(HikariDataSource sessions, ServiceListener listener)
      throws SQLException, InterruptedException {
    try (Ledger ledger = openLedger(sessions)) {
      return ledger != null && ingest(ledger, listener);
    }
  }

  /** Null when the service was stopped before the database was there. */
  private Ledger openLedger(HikariDataSource sessions) throws SQLException {
    try {
      patience.until("table " + table.qualifiedName(), () -> createTable(sessions));
      return patience.until(
          "the ledger",
          () ->
              Ledger.open(
                  sessions,
                  DeliveryTables.inSearchPath(),
                  key,
                  request.strategy().number(StrategySetting.WRITERS)));
    } catch (SQLException e) {
      if (stopping) {
        return null;
      }
      throw e;
    }
  }

  private boolean createTable(HikariDataSource sessions) throws SQLException {
    try (Connection connection = sessions.getConnection()) {
      return new TableCreation(table, request.dataset().measurementNames())
          .createIfMissing(connection);
    }
  }

  private boolean ingest(Ledger ledger, ServiceListener listener)
      throws SQLException, InterruptedException {
    List<Long> positions = Arrays.stream(ledger.nextPositions()).boxed().toList();
    DeadLetters deadLetters =
        new DeadLetters(DeliveryTables.inSearchPath(), new DeadLetterFile(request.data()));
    DurableStoring lanes =
        new DurableStoring(request.strategy(), table, key, ledger, deadLetters, settings);
    IngestionRequest from =
        new IngestionRequest(
            request.dataset(), table, positions, Long.MAX_VALUE, Duration.ZERO, request.rate());
    listener.begins(table.qualifiedName(), positions);
    Ingestion running = pipeline.ingest(request.strategy(), from, lanes);
    try (running) {
      ingestion = running;
      storing = lanes;
      await(running, lanes, listener);
    } finally {
      ingestion = null;
    }
    return mayBeginAgain(running);
  }

  private void await(Ingestion running, DurableStoring lanes, ServiceListener listener)
      throws InterruptedException {
    long toldNanos = System.nanoTime();
    long told = 0;
    long endingNanos = 0;
    boolean ended = false;
    while (!ended) {
      ended = running.awaitEnd(LOOK);
      long now = System.nanoTime();
      if (ended || now - toldNanos >= TELL.toNanos()) {
        Account account = lanes.now();
        listener.progress(account, (account.stored() - told) * 1e9 / (now - toldNanos));
        told = account.stored();
        toldNanos = now;
      }
      if (stopping || running.failure().isPresent()) {
        running.stop();
        endingNanos = endingNanos == 0 ? now : endingNanos;
        if (now - endingNanos > GRACE.toNanos() && lanes.isHeldUp()) {
          lanes.giveUp();
        }
      }
    }
  }

  private boolean mayBeginAgain(Ingestion ended) throws SQLException {
    Throwable failure = ended.failure().orElse(null);
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
        case REFUSED, ANOTHER_WRITER -> throw lane;
      };
    }
    if (failure != null) {
      throw new IllegalStateException("a lane failed: " + failure.getMessage(), failure);
    }
    return false;
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
