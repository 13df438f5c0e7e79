package dev.weir.delivery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's process behind a lane's last connection. When the network is gone the process stays,
 * and with it the locks of its transaction: on rows whose keys the lane is about to write again. So
 * it is ended before that, if it is still there.
 */
final class FormerBackend {
  private static final Logger LOG = LoggerFactory.getLogger(FormerBackend.class);
  private static final int NONE = 0;

  /** A number may be another process's by now: that one would be younger, or not be ours. */
  private static final String END =
      "SELECT pg_terminate_backend(former.pid, 2000) FROM pg_stat_activity former,"
          + " pg_stat_activity own WHERE own.pid = pg_backend_pid() AND former.pid = ?"
          + " AND former.pid <> own.pid AND former.datid = own.datid"
          + " AND former.usesysid = own.usesysid AND former.backend_start < own.backend_start"
          + " AND former.application_name = own.application_name"
          + " AND former.client_addr IS NOT DISTINCT FROM own.client_addr";

  private int pid = NONE;

  /** Notes which process an attempt goes to. */
  void note(Connection connection) throws SQLException {
    pid = connection.unwrap(PGConnection.class).getBackendPID();
  }

  /**
   * Ends the process, should it still be there, by way of a new connection.
   *
   * @param connection whose process is younger than the one to be ended
   */
  void end(Connection connection) throws SQLException {
    if (pid == NONE) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(END)) {
      statement.setInt(1, pid);
      try (ResultSet row = statement.executeQuery()) {
        if (row.next()) {
          LOG.info(
              "Process {} of a connection given up was still there: ended {}",
              pid,
              row.getBoolean(1));
        }
      }
    }
    pid = NONE;
  }
}
