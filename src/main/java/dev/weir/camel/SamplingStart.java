package dev.weir.camel;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.statistics.Snapshot;
import dev.weir.statistics.StatisticsCatalog;
import dev.weir.statistics.StatisticsPlan;
import dev.weir.statistics.TimeLimits;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.camel.spi.Registry;

/** Makes all that sampling needs: a pool of one connection, the route, and the bean in it. */
final class SamplingStart {
  private static final String TEMPLATE = "sample";

  /** A server that is gone costs each sample so much, not the time a borrower usually waits. */
  private static final Duration CONNECT = Duration.ofSeconds(2);

  private final RunningCamel camel;
  private final String id;
  private final Undo undo = new Undo();

  SamplingStart(RunningCamel camel, String id) {
    this.camel = camel;
    this.id = id;
  }

  Sampling run(
      DatabaseAddress database, Duration period, List<String> tables, Consumer<Snapshot> sink) {
    try {
      HikariDataSource pool = Pools.open(database, id, 1, poolSettings(TimeLimits.defaults()));
      undo.later(pool::close);
      camel.meters().show(pool);
      undo.later(camel.meters().server()::forget);
      Sampler sampler = new Sampler(plan(pool, database), tables, sink, camel.meters().server());
      bind(id, sampler);
      bind(id + "-database", pool);
      undo.later(() -> camel.remove(id));
      camel.addFromTemplate(
          id,
          TEMPLATE,
          Map.of("sampler", id, "database", id + "-database", "period", period.toMillis() + "ms"));
      return new Sampling(sampler, undo);
    } catch (RuntimeException | Error e) {
      undo.run();
      throw e;
    }
  }

  private void bind(String name, Object bean) {
    Registry registry = camel.context().getRegistry();
    registry.bind(name, bean);
    undo.later(() -> registry.unbind(name));
  }

  private static StatisticsPlan plan(HikariDataSource pool, DatabaseAddress database) {
    try (Connection connection = pool.getConnection()) {
      return StatisticsPlan.of(StatisticsCatalog.load(), connection);
    } catch (SQLException e) {
      throw new IllegalStateException("the statistics of " + database + " cannot be read", e);
    }
  }

  private static PoolSettings poolSettings(TimeLimits limits) {
    return PoolSettings.named("weir sampling")
        .withTimeouts(CONNECT, limits.statement().plus(CONNECT), limits.statement())
        .withSessionSetting("lock_timeout", limits.lock().toMillis() + "ms");
  }
}
