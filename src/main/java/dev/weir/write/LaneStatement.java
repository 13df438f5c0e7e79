package dev.weir.write;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** One statement of a lane, prepared once on each connection the lane comes to have. */
final class LaneStatement {

  /** Looks at a connection, or sets it up, before the statement is first prepared on it. */
  interface Setup {
    void on(Connection connection) throws SQLException;
  }

  private final String sql;
  private final Setup setup;
  private Connection connection;
  private PreparedStatement statement;

  LaneStatement(String sql, Setup setup) {
    this.sql = sql;
    this.setup = setup;
  }

  /** The statement; closed with the connection. */
  PreparedStatement on(Connection current) throws SQLException {
    if (current != connection) {
      connection = null;
      setup.on(current);
      statement = current.prepareStatement(sql);
      connection = current;
    }
    return statement;
  }
}
