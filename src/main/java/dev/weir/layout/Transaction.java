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
    boolean done = false;
    try {
      T result = work.run();
      connection.commit();
      done = true;
      return result;
    } finally {
      if (!done) {
        connection.rollback();
      }
      connection.setAutoCommit(autocommit);
    }
  }
}
