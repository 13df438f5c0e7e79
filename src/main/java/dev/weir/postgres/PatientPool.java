package dev.weir.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/**
 * A pool whose server may go away: borrowers wait as long as its time limit says, and have a
 * connection within a second of the server's return.
 */
final class PatientPool extends HikariDataSource {
  private final PatientSource source;

  /**
   * @param source as in the configuration
   */
  PatientPool(HikariConfig config, PatientSource source) {
    super(config);
    this.source = source;
  }

  /** As of any pool; the pool itself sees no failure of its source, so it is added here. */
  @Override
  public Connection getConnection() throws SQLException {
    try {
      return super.getConnection();
    } catch (SQLTransientConnectionException e) {
      SQLException failure = source.failure();
      if (failure == null) {
        throw e;
      }
      throw new SQLTransientConnectionException(e.getMessage(), failure.getSQLState(), failure);
    }
  }

  @Override
  public void close() {
    source.end();
    super.close();
  }
}
