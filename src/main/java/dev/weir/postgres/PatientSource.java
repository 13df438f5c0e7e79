package dev.weir.postgres;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Makes connections to a server that may be away: tries again until there is one, at least once a
 * second. One attempt a second costs neither side anything, and a pool that makes its connections
 * here has one within a second of the server's return. By itself HikariCP would look for the server
 * ever more rarely, in the end every 5 s, which no setting of it changes.
 */
final class PatientSource implements DataSource {
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private final DataSource source;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile boolean patient;
  private volatile SQLException failure;

  /**
   * @param patient whether to wait for a server that is not there from the beginning
   */
  PatientSource(DataSource source, boolean patient) {
    this.source = source;
    this.patient = patient;
  }

  /** The server was there: it is waited for from now on. */
  void bePatient() {
    patient = true;
  }

  /**
   * A connection, waited for as long as it takes.
   *
   * @throws SQLException why the last attempt failed, when {@link #end} or an interrupt came first
   */
  @Override
  public Connection getConnection() throws SQLException {
    int failures = 0;
    while (true) {
      try {
        Connection connection = source.getConnection();
        failure = null;
        return connection;
      } catch (SQLException e) {
        failure = e;
        failures++;
        if (!patient || isEndedWithin(pauseMillis(failures))) {
          throw e;
        }
      }
    }
  }

  /** The pause after so many failures in a row. */
  static long pauseMillis(int failures) {
    long doublings = Math.min(failures - 1, 10);
    return Math.min(FIRST_PAUSE_MILLIS << doublings, LONGEST_PAUSE_MILLIS);
  }

  /** Why there is no connection at present; null when the last attempt made one. */
  SQLException failure() {
    return failure;
  }

  /** Ends the wait for a server, and every further one after its first attempt. */
  void end() {
    closing.countDown();
  }

  private boolean isEndedWithin(long millis) {
    try {
      return closing.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return source.getConnection(user, password);
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return source.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter writer) throws SQLException {
    source.setLogWriter(writer);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    source.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return source.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return source.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return source.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return source.isWrapperFor(type);
  }
}
