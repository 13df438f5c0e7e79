package dev.weir.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.weir.config.ConfigurationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens HikariCP pools over pgjdbc, and single connections, whose sessions are in UTC. */
public final class Pools {
  private static final Logger LOG = LoggerFactory.getLogger(Pools.class);

  private static final long LONGEST_VALIDATION_MILLIS = 5_000;

  private Pools() {}

  /**
   * Opens a pool of a fixed size.
   *
   * @param name the pool's name in logs and metrics
   * @param size connections, all kept open
   * @throws ConfigurationException if it is to fail fast and no connection can be had; says where,
   *     as whom and what to do
   */
  public static HikariDataSource open(
      DatabaseAddress address, String name, int size, PoolSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(size);
    config.setIdleTimeout(0);
    config.setKeepaliveTime(0);
    config.setMaxLifetime(settings.maxLifetime().toMillis());
    config.setConnectionTimeout(settings.connectTimeout().toMillis());
    config.setValidationTimeout(
        Math.min(settings.connectTimeout().toMillis(), LONGEST_VALIDATION_MILLIS));
    config.setInitializationFailTimeout(settings.failFast() ? 1 : -1);
    PatientSource source =
        new PatientSource(new SessionSource(address, settings), !settings.failFast());
    config.setDataSource(source);
    try {
      HikariDataSource pool = new PatientPool(config, source);
      if (settings.failFast()) {
        fill(address, pool, size);
        source.bePatient();
      }
      return pool;
    } catch (PoolInitializationException e) {
      throw ConnectionFailure.explain(address, e);
    }
  }

  /**
   * Waits for every connection, not only the first: the others would be made while the first is
   * already loading, within the time that is measured.
   */
  private static void fill(DatabaseAddress address, HikariDataSource pool, int size) {
    List<Connection> borrowed = new ArrayList<>();
    try {
      while (borrowed.size() < size) {
        borrowed.add(pool.getConnection());
      }
    } catch (SQLException e) {
      pool.close();
      throw ConnectionFailure.explain(address, e);
    } finally {
      giveBack(borrowed);
    }
  }

  private static void giveBack(List<Connection> borrowed) {
    for (Connection connection : borrowed) {
      try {
        connection.close();
      } catch (SQLException e) {
        LOG.info("a connection was lost as it was given back", e);
      }
    }
  }

  /**
   * One connection outside of any pool.
   *
   * @throws ConfigurationException if it cannot be had; says where, as whom and what to do
   */
  public static Connection connect(DatabaseAddress address, String applicationName) {
    try {
      return new SessionSource(address, PoolSettings.named(applicationName)).getConnection();
    } catch (SQLException e) {
      throw ConnectionFailure.explain(address, e);
    }
  }
}
