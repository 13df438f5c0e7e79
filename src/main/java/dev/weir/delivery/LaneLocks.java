package dev.weir.delivery;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One advisory lock a lane, held by a session of its own for as long as the lanes live: a second
 * Weir on the same source refuses to start. A courtesy, not the guarantee: should the session be
 * lost unseen, the ledger still stores nothing twice, since it only moves on from where this Weir
 * left it.
 */
final class LaneLocks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LaneLocks.class);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
  private static final int VALID_SECONDS = 5;
  private static final String HOLDER =
      "SELECT a.pid, coalesce(a.application_name, ''), coalesce(a.client_addr::text, 'local'),"
          + " coalesce(a.backend_start::text, 'unknown')"
          + " FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
          + " WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"
          + " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
          + " AND l.classid = ?::bigint::oid AND l.objid = ?::bigint::oid";

  private final DataSource sessions;
  private final LedgerKey key;
  private final int lanes;
  private final Duration longestWait;
  private final Sleeper sleeper;
  private final CountDownLatch closing = new CountDownLatch(1);

  private Connection session;

  /** The backend that held the locks last, so that what is left of it may be ended. */
  private int backend;

  LaneLocks(DataSource sessions, LedgerKey key, int lanes, Duration longestWait, Sleeper sleeper) {
    this.sessions = sessions;
    this.key = key;
    this.lanes = lanes;
    this.longestWait = longestWait;
    this.sleeper = sleeper;
  }

  /**
   * Takes the locks, waiting a little for a session that is about to end.
   *
   * @throws ConfigurationException if another session goes on holding one
   * @throws SQLException if the server cannot be asked; then none is held
   */
  synchronized void acquire() throws SQLException {
    Connection connection = sessions.getConnection();
    try {
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET idle_session_timeout = 0");
      }
      for (int lane = 0; lane < lanes; lane++) {
        acquire(connection, lane);
      }
    } catch (SQLException | RuntimeException e) {
      discard(connection);
      throw e;
    }
    backend = connection.unwrap(PGConnection.class).getBackendPID();
    session = connection;
  }

  /**
   * Makes sure that the locks are still held, and takes them again where the session was lost.
   *
   * @throws ConfigurationException if another session has got one since
   * @throws SQLException if the server cannot be asked now
   */
  synchronized void confirm() throws SQLException {
    if (closing.getCount() == 0 || (session != null && session.isValid(VALID_SECONDS))) {
      return;
    }
    if (session != null) {
      LOG.warn("The session that holds the locks of {} was lost; taking them again", key);
      discard(session);
      session = null;
    }
    acquire();
  }

  @Override
  public void close() {
    closing.countDown();
    synchronized (this) {
      if (session != null) {
        discard(session);
        session = null;
      }
    }
  }

  /** The connection that holds the locks, for what else is to be done at the start. */
  synchronized Connection session() {
    return session;
  }

  private void acquire(Connection connection, int lane) throws SQLException {
    long number = number(lane);
    Duration waited = Duration.ZERO;
    while (!tryLock(connection, number)) {
      if (waited.isZero()) {
        endOwnFormer(connection, number);
      }
      if (waited.compareTo(longestWait) >= 0 || pause()) {
        throw new ConfigurationException(
            Problem.of(
                key + ", lane " + lane,
                "another Weir writes from here ("
                    + holder(connection, number)
                    + "); stop it, or give this one another source"));
      }
      waited = waited.plus(LOOK_AGAIN);
    }
  }

  private boolean pause() {
    try {
      return sleeper.sleep(LOOK_AGAIN, closing);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static boolean tryLock(Connection connection, long number) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT pg_try_advisory_lock(?)")) {
      statement.setLong(1, number);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** A session cut off by the network lives on at the server until its keepalive ends it. */
  private void endOwnFormer(Connection connection, long number) throws SQLException {
    if (backend == 0) {
      return;
    }
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT pg_terminate_backend(pid) FROM (" + HOLDER + ") AS holder WHERE pid = ?")) {
      bind(statement, number);
      statement.setInt(3, backend);
      statement.executeQuery().close();
    }
  }

  private static String holder(Connection connection, long number) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(HOLDER)) {
      bind(statement, number);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return "its session has just ended";
        }
        return "process %d at the server, application \"%s\", from %s, since %s"
            .formatted(row.getInt(1), row.getString(2), row.getString(3), row.getString(4));
      }
    }
  }

  /** pg_locks shows the halves of the number as two oids. */
  private static void bind(PreparedStatement statement, long number) throws SQLException {
    statement.setLong(1, number >>> 32);
    statement.setLong(2, number & 0xFFFF_FFFFL);
  }

  /** Ends the session itself, not only our use of it: a pool would keep it, and so the locks. */
  private void discard(Connection connection) {
    try {
      connection.abort(Runnable::run);
      if (sessions.isWrapperFor(HikariDataSource.class)) {
        sessions.unwrap(HikariDataSource.class).evictConnection(connection);
      } else {
        connection.close();
      }
    } catch (SQLException e) {
      LOG.debug("A session that was to be closed", e);
    }
  }

  /** The same in every version of Weir, unlike a hash of the server or of Java. */
  private long number(int lane) {
    String name = "weir\0" + key.strategy() + '\0' + key.source() + '\0' + lane;
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      long number = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        number = number << 8 | (digest[i] & 0xFF);
      }
      return number;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has SHA-256
    }
  }
}
