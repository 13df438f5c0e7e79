package dev.weir.delivery;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * After a failure, before the next attempt: what became of the last one, with what is left of it
 * out of the way. This also spares the network the whole batch for as long as the server is away or
 * takes no writes.
 */
final class Settlement {
  private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);

  /** Long enough for a commit under way to end by itself; then its process is ended. */
  private static final Duration WAIT_FOR_COMMIT = Duration.ofSeconds(2);

  private final LaneTarget target;
  private final Promise promise;
  private final AnswerLimit limit;
  private final FormerBackend backend;

  Settlement(LaneTarget target, Promise promise, AnswerLimit limit, FormerBackend backend) {
    this.target = target;
    this.promise = promise;
    this.limit = limit;
    this.backend = backend;
  }

  /**
   * Looks, on a connection of its own.
   *
   * @return whether the last attempt is committed; if not, it never will be, and the server takes
   *     writes
   * @throws SQLException if that cannot be told yet
   */
  boolean isStored(Delivery delivery) throws SQLException {
    try (Connection connection = target.pool().getConnection()) {
      connection.setAutoCommit(false);
      limit.begin(connection);
      try {
        boolean stored = delivery.mayBeCommitted() && isCommitted(connection, delivery);
        if (!stored) {
          backend.end(connection);
          checkTakesWrites(connection);
        }
        return stored;
      } finally {
        limit.end();
        connection.rollback();
      }
    }
  }

  /** The transaction in question is given its time; then its process is ended, and it with it. */
  private boolean isCommitted(Connection connection, Delivery delivery) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL lock_timeout = " + WAIT_FOR_COMMIT.toMillis());
      return promise.isStored(connection, delivery);
    } catch (SQLException e) {
      if (SqlState.of(Failure.of(e).sqlState()) == SqlState.LOCKED) {
        LOG.warn("{}: a commit whose client is gone does not end by itself", target.name());
        connection.rollback();
        backend.end(connection);
      }
      throw e;
    }
  }

  private static void checkTakesWrites(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT current_setting('transaction_read_only') = 'on'")) {
      row.next();
      if (row.getBoolean(1)) {
        throw new SQLException("the server takes no writes", "25006");
      }
    }
  }
}
