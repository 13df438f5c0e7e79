package dev.weir.statistics;

import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of a test's own, and ways to look into it that are not Weir's. */
record TestDatabase(DatabaseAddress address) {
  static TestDatabase on(int major) {
    return new TestDatabase(TestServers.address(major));
  }

  /** The same database as a role that owns nothing else and is a member of nothing. */
  TestDatabase asPlainOwner() throws SQLException {
    String role = "owner_of_" + scalar("SELECT current_database()");
    try (Connection connection = connect()) {
      execute(
          connection,
          "CREATE ROLE " + role + " LOGIN PASSWORD " + Literal.text(address.password()));
      execute(connection, "GRANT CREATE, USAGE ON SCHEMA public TO " + role);
    }
    return new TestDatabase(new DatabaseAddress(address.jdbcUrl(), role, address.password(), role));
  }

  DataSource source() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(address.jdbcUrl());
    source.setUser(address.user());
    source.setPassword(address.password());
    source.setApplicationName("weir-statistics-test");
    source.setSocketTimeout(20);
    return source;
  }

  StatisticsReader reader() {
    return new StatisticsReader(source(), StatisticsCatalog.load(), TimeLimits.defaults());
  }

  Connection connect() {
    return TestServers.connect(address);
  }

  /** Runs statements on a connection that is closed before this returns. */
  void run(String... statements) throws SQLException {
    try (Connection connection = connect()) {
      for (String statement : statements) {
        execute(connection, statement);
      }
    }
  }

  String scalar(String query) throws SQLException {
    try (Connection connection = connect()) {
      return scalar(connection, query);
    }
  }

  long number(String query) throws SQLException {
    return Long.parseLong(scalar(query));
  }

  static String scalar(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getString(1);
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
