package dev.weir.compare;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.camel.Pipeline;
import dev.weir.camel.Sampling;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.postgres.ServerProfile;
import dev.weir.statistics.MachineReader;
import dev.weir.statistics.Snapshot;
import dev.weir.statistics.StatisticsCatalog;
import dev.weir.statistics.StatisticsReader;
import dev.weir.statistics.TimeLimits;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** What the runs of one comparison share: the server, the pipeline, the tables. */
final class Bench implements AutoCloseable {
  private static final int VALID_SECONDS = 2;

  /** A digest of a large table takes its time. */
  private static final Duration LONGEST_ANSWER = Duration.ofHours(1);

  /** A look at what sessions wait for takes a millisecond; a server that is gone this long. */
  private static final Duration LOOK = Duration.ofSeconds(2);

  private final ComparisonRequest request;
  private final HikariDataSource controlPool;
  private final HikariDataSource statisticsPool;
  private final HikariDataSource waitsPool;
  private final StatisticsReader reader;
  private final MachineReader machine;
  private final BorrowedExtensions extensions = new BorrowedExtensions();
  private final RunTables tables;
  private final Pipeline pipeline;
  private final Sampling sampling;
  private final ServerProfile server;
  private volatile Consumer<Snapshot> watching = snapshot -> {};
  private AnalyticQuestions questions;
  private Connection control;
  private SQLException lost;

  /**
   * Connects, starts the pipeline and the sampling.
   *
   * @param samples gets every sample taken until this is closed
   * @throws dev.weir.config.ConfigurationException if the server does not let us in
   */
  static Bench open(ComparisonRequest request, Consumer<Snapshot> samples) throws SQLException {
    HikariDataSource pool =
        Pools.open(
            request.database(),
            "weir-compare",
            1,
            PoolSettings.named("weir-compare")
                .withTimeouts(Duration.ofSeconds(10), LONGEST_ANSWER, Duration.ZERO));
    try {
      return new Bench(request, pool, samples);
    } catch (SQLException | RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  private Bench(ComparisonRequest request, HikariDataSource controlPool, Consumer<Snapshot> samples)
      throws SQLException {
    this.request = request;
    this.controlPool = controlPool;
    this.control = controlPool.getConnection();
    this.server = ServerProfile.read(control);
    this.tables = new RunTables(request.dataset());
    tables.claim(control);
    extensions.borrow(control, server);
    this.statisticsPool =
        Pools.open(request.database(), "weir-statistics", 1, PoolSettings.named("weir-statistics"));
    this.reader =
        new StatisticsReader(statisticsPool, StatisticsCatalog.load(), TimeLimits.defaults());
    this.waitsPool =
        Pools.open(
            request.database(),
            "weir-waits",
            1,
            PoolSettings.named("weir-waits").withTimeouts(LOOK, LOOK.multipliedBy(2), LOOK));
    this.machine = new MachineReader(reader.localPostmaster());
    this.pipeline = new Pipeline(request.home(), request.database());
    this.sampling =
        pipeline.sample(
            request.protocol().samplePeriod(),
            List.of(),
            sample -> {
              watching.accept(sample);
              samples.accept(sample);
            });
  }

  ServerProfile server() {
    return server;
  }

  Dataset dataset() {
    return request.dataset();
  }

  /** What the tables are asked, worked out once. */
  AnalyticQuestions questions() {
    if (questions == null) {
      questions = AnalyticQuestions.of(request.dataset(), request.protocol().records());
    }
    return questions;
  }

  Protocol protocol() {
    return request.protocol();
  }

  long seed() {
    return request.seed();
  }

  StatisticsReader reader() {
    return reader;
  }

  /** A connection of its own for looking at waits, so that no other reading is in its way. */
  DataSource waitsPool() {
    return waitsPool;
  }

  MachineReader machine() {
    return machine;
  }

  BorrowedExtensions extensions() {
    return extensions;
  }

  /** Gives each sample to a further taker from now on, instead of the one before. */
  void watchSamples(Consumer<Snapshot> taker) {
    watching = taker;
  }

  RunTables tables() {
    return tables;
  }

  Sampling sampling() {
    return sampling;
  }

  Pipeline pipeline() {
    return pipeline;
  }

  /**
   * The connection tables are made and checked on, in autocommit; made anew when it was lost.
   *
   * @throws SQLException if the server is gone; then also at every later call, at once
   */
  Connection control() throws SQLException {
    if (lost != null) {
      throw new SQLException(lost.getMessage(), lost.getSQLState(), lost);
    }
    if (!control.isValid(VALID_SECONDS)) {
      control.close();
      try {
        control = controlPool.getConnection();
      } catch (SQLException e) {
        lost = e;
        throw e;
      }
      tables.claim(control);
      extensions.claim(control);
    }
    return control;
  }

  /** A pool of one connection with the promise of the strategy, for its probes. */
  HikariDataSource probePool(Strategy strategy) {
    return Pools.open(
        request.database(),
        "weir-probe",
        1,
        PoolSettings.named("weir-probe")
            .withTimeouts(Duration.ofSeconds(10), LONGEST_ANSWER, Duration.ZERO)
            .withSynchronousCommit(strategy.get(StrategySetting.SYNCHRONOUS_COMMIT)));
  }

  /** Drops the comparison's tables and closes everything, in order. */
  @Override
  public void close() throws SQLException {
    try (controlPool;
        statisticsPool;
        reader;
        waitsPool;
        machine;
        pipeline;
        sampling) {
      try (Connection open = control()) {
        tables.dropAll(open);
        extensions.giveBack(open);
      }
    }
  }
}
