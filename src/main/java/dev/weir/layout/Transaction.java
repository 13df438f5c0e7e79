package dev.weir.layout;

import java.sql.Connection;
import java.sql.SQLException;

/** A short transaction of its own on a connection that has none open. */
final class Transaction {

  /** What is done in it. */
  interface Work<T> {
    T run() throws SQLException;
  }

  private Transaction() {}

  /** Commits what the work did, or rolls it back if it threw; leaves autocommit as it was. */
  static <T> T run(Connection connection, Work<T> work) throws SQLException {
    boolean autocommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    T result;
    try {
      result = work.run();
      connection.commit();
    } catch (SQLException | RuntimeException | Error e) {
      undo(connection, autocommit, e);
      throw e;
    }
    connection.setAutoCommit(autocommit);
    return result;
  }

  private static void undo(Connection connection, boolean autocommit, Throwable failure) {
    try {
      connection.rollback();
      connection.setAutoCommit(autocommit);
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }
}
