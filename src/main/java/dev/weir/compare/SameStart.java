package dev.weir.compare;

import dev.weir.postgres.Permissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Brings the server into the state every run starts from, as far as this account may. */
final class SameStart {
  private static final Duration QUIET_AT_MOST = Duration.ofSeconds(20);
  private static final Duration ASK_AGAIN = Duration.ofMillis(50);

  private final Permissions permissions;
  private final StopSignal stop;

  SameStart(Permissions permissions, StopSignal stop) {
    this.permissions = permissions;
    this.stop = stop;
  }

  /**
   * Waits until no autovacuum worker is at work, then makes a checkpoint.
   *
   * @return what could not be done, for the run's notes; empty when all was
   */
  String prepare(Connection connection)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    boolean quiet = awaitQuiet(connection);
    if (permissions.checkpoint()) {
      checkpoint(connection);
    }
    return quiet ? "" : "autovacuum was at work elsewhere when the run began";
  }

  boolean mayCheckpoint() {
    return permissions.checkpoint();
  }

  /** Makes a checkpoint. */
  void checkpoint(Connection connection) throws SQLException, StopSignal.Stopped {
    try (Statement statement = connection.createStatement()) {
      stop.cancelling(statement, () -> statement.execute("CHECKPOINT"));
    }
  }

  /** An account that may not see the workers is told there are none. */
  private boolean awaitQuiet(Connection connection)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    long deadline = System.nanoTime() + QUIET_AT_MOST.toNanos();
    while (workers(connection) > 0) {
      stop.check();
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      Thread.sleep(ASK_AGAIN.toMillis());
    }
    return true;
  }

  private static int workers(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity"
                    + " WHERE backend_type = 'autovacuum worker'")) {
      row.next();
      return row.getInt(1);
    }
  }
}
