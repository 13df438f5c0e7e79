package dev.weir.compare;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.dataset.Datasets;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Comparisons with numbers so small that a run takes a second. */
final class TinyComparison {
  static final Home HOME = Home.locate();
  static final ComparisonListener NOBODY = new ComparisonListener() {};
  static final Consumer<Table> UNTOUCHED = table -> {};

  private static final Protocol PROTOCOL =
      new Protocol(
          300,
          Duration.ofMillis(100),
          Duration.ofMillis(300),
          20,
          Duration.ofMillis(80),
          Duration.ofMillis(300));

  private TinyComparison() {}

  static Strategy strategy(String name) {
    return new StrategyFiles(HOME).load(name);
  }

  static ComparisonRequest request(DatabaseAddress database, int rounds, String... strategies) {
    return request(
        database, rounds, List.of(strategies).stream().map(TinyComparison::strategy).toList());
  }

  static ComparisonRequest request(
      DatabaseAddress database, int rounds, List<Strategy> strategies) {
    return request(database, rounds, strategies, PROTOCOL);
  }

  static ComparisonRequest request(
      DatabaseAddress database, int rounds, List<Strategy> strategies, Protocol protocol) {
    return new ComparisonRequest(
        "test",
        HOME,
        database,
        new Datasets(HOME.datasets()).open("sensors"),
        strategies,
        rounds,
        42,
        protocol,
        Inquiry.NONE);
  }

  /** The same with questions beyond the rounds. */
  static ComparisonRequest asking(ComparisonRequest plain, Inquiry inquiry) {
    return new ComparisonRequest(
        plain.weir(),
        plain.home(),
        plain.database(),
        plain.dataset(),
        plain.strategies(),
        plain.rounds(),
        plain.seed(),
        plain.protocol(),
        inquiry);
  }

  static ComparisonResult compare(
      ComparisonRequest request, ComparisonListener listener, Consumer<Table> beforeVerification)
      throws SQLException, InterruptedException {
    return new Comparison(request, listener, beforeVerification).run();
  }

  static void execute(DatabaseAddress database, String sql) {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How many tables of comparisons there are. */
  static long tables(DatabaseAddress database) throws SQLException {
    return count(database, "pg_class WHERE relname LIKE 'weir_run_%' AND relkind = 'r'");
  }

  static long count(DatabaseAddress database, String from) throws SQLException {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM " + from)) {
      row.next();
      return row.getLong(1);
    }
  }
}
