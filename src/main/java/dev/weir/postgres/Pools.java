package dev.weir.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.weir.config.ConfigurationException;
import java.sql.Connection;
import java.sql.SQLException;

/** Opens HikariCP pools over pgjdbc, and single connections, whose sessions are in UTC. */
public final class Pools {
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
    config.setDataSource(new SessionSource(address, settings));
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(size);
    config.setIdleTimeout(0);
    config.setKeepaliveTime(0);
    config.setMaxLifetime(settings.maxLifetime().toMillis());
    config.setConnectionTimeout(settings.connectTimeout().toMillis());
    config.setValidationTimeout(
        Math.min(settings.connectTimeout().toMillis(), LONGEST_VALIDATION_MILLIS));
    config.setInitializationFailTimeout(settings.failFast() ? 1 : -1);
    try {
      return new HikariDataSource(config);
    } catch (PoolInitializationException e) {
      throw ConnectionFailure.explain(address, e);
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
