package dev.weir.statistics;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * The one connection of a reader: made on demand, given up when lost, used by one thread at a time.
 * Everything on it is read-only.
 */
final class StatisticsConnection implements AutoCloseable {
  private final DataSource source;
  private final StatisticsCatalog catalog;
  private final TimeLimits limits;
  private final ReentrantLock use = new ReentrantLock();
  private final Set<Gap> notPermitted = new LinkedHashSet<>();
  private final Set<String> skipped = new LinkedHashSet<>();
  private Connection connection;
  private StatisticsPlan plan;

  StatisticsConnection(DataSource source, StatisticsCatalog catalog, TimeLimits limits) {
    this.source = source;
    this.catalog = catalog;
    this.limits = limits;
  }

  /** Reads views in one transaction; waits for another thread's use to end first. */
  Snapshot read(Function<StatisticsPlan, List<StatisticsQuery>> wanted) throws SQLException {
    use.lock();
    try {
      return readNow(wanted);
    } finally {
      use.unlock();
    }
  }

  /**
   * Reads one view of the sessions of an application, without a transaction around it: its end
   * would be as much work again, for what is looked at many times a second.
   *
   * @throws SQLException if it cannot be read; the next look is on another connection
   */
  Snapshot look(String view, String applicationName) throws SQLException {
    use.lock();
    try {
      connect();
      StatisticsQuery query = plan.sessionQuery(view, applicationName);
      SnapshotBuilder snapshot = plan.begin();
      connection.setAutoCommit(true);
      snapshot.add(query, run(query.sql()));
      connection.setAutoCommit(false);
      return snapshot.build();
    } catch (SQLException e) {
      disconnect();
      throw e;
    } finally {
      use.unlock();
    }
  }

  /** As {@link #read}, unless another thread uses the connection. */
  Optional<Snapshot> readUnlessBusy(Function<StatisticsPlan, List<StatisticsQuery>> wanted)
      throws SQLException {
    if (!use.tryLock()) {
      return Optional.empty();
    }
    try {
      return Optional.of(readNow(wanted));
    } finally {
      use.unlock();
    }
  }

  /** The rows of one query in a transaction of its own, within the usual time limit. */
  List<Map<String, Object>> rows(String sql) throws SQLException {
    return rows(sql, limits.statement());
  }

  /**
   * The rows of one query in a transaction of its own.
   *
   * @throws SQLException if it fails; the connection stays usable or is replaced
   */
  List<Map<String, Object>> rows(String sql, Duration limit) throws SQLException {
    return alone(limit, () -> run(sql));
  }

  /** A whole number: the only column of the only row of a query. */
  long number(String sql) throws SQLException {
    return ((Number) rows(sql).get(0).values().iterator().next()).longValue();
  }

  /** Runs a command that gives no rows, in a transaction of its own. */
  void command(String sql, Duration limit) throws SQLException {
    alone(
        limit,
        () -> {
          execute(sql);
          return List.of();
        });
  }

  /** The server's major version. */
  int major() throws SQLException {
    use.lock();
    try {
      connect();
      return plan.major();
    } finally {
      use.unlock();
    }
  }

  List<Gap> notPermitted() {
    use.lock();
    try {
      return List.copyOf(notPermitted);
    } finally {
      use.unlock();
    }
  }

  @Override
  public void close() {
    use.lock();
    try {
      disconnect();
    } finally {
      use.unlock();
    }
  }

  private interface Work {
    List<Map<String, Object>> apply() throws SQLException;
  }

  private List<Map<String, Object>> alone(Duration limit, Work work) throws SQLException {
    use.lock();
    try {
      connect();
      execute("SET LOCAL statement_timeout = " + limit.toMillis());
      List<Map<String, Object>> rows = work.apply();
      connection.commit();
      return rows;
    } catch (SQLException e) {
      recover(e);
      throw e;
    } finally {
      use.unlock();
    }
  }

  private Snapshot readNow(Function<StatisticsPlan, List<StatisticsQuery>> wanted)
      throws SQLException {
    connect();
    SnapshotBuilder snapshot = plan.begin();
    for (StatisticsQuery query : wanted.apply(plan)) {
      if (skipped.contains(query.name())) {
        continue;
      }
      try {
        snapshot.add(query, run(query.sql()));
      } catch (SQLException e) {
        recover(e);
        note(query, e, snapshot);
      }
    }
    end();
    return snapshot.build();
  }

  private void note(StatisticsQuery query, SQLException failure, SnapshotBuilder snapshot) {
    Gap gap = Gap.of(query, failure);
    if (gap.reason() == Gap.Reason.NOT_PERMITTED) {
      skipped.add(query.name());
      notPermitted.add(gap);
    } else {
      snapshot.addGap(query, failure);
    }
  }

  private List<Map<String, Object>> run(String sql) throws SQLException {
    // prepared, since the driver then keeps the plan: half of a sample's cost is planning
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet result = statement.executeQuery()) {
      ResultSetMetaData columns = result.getMetaData();
      List<Map<String, Object>> rows = new ArrayList<>();
      while (result.next()) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int column = 1; column <= columns.getColumnCount(); column++) {
          row.put(columns.getColumnLabel(column), result.getObject(column));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void end() throws SQLException {
    try {
      connection.commit();
    } catch (SQLException e) {
      disconnect();
      throw e;
    }
  }

  /** Ends the failed transaction; the next query begins another. A lost connection is given up. */
  private void recover(SQLException failure) throws SQLException {
    if (connection == null) {
      throw failure;
    }
    try {
      connection.rollback();
    } catch (SQLException e) {
      failure.addSuppressed(e);
      disconnect();
      throw failure;
    }
  }

  private void connect() throws SQLException {
    if (connection != null) {
      return;
    }
    connection = source.getConnection();
    try {
      connection.setAutoCommit(true);
      for (Map.Entry<String, String> setting : limits.sessionSettings().entrySet()) {
        execute("SET " + setting.getKey() + " = '" + setting.getValue() + "'");
      }
      plan = StatisticsPlan.of(catalog, connection);
      notPermitted.addAll(plan.notPermitted());
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
    } catch (SQLException e) {
      disconnect();
      throw e;
    }
  }

  private void disconnect() {
    if (connection == null) {
      return;
    }
    try {
      connection.close();
    } catch (SQLException e) {
      // it is given up either way
    }
    connection = null;
    plan = null;
  }
}
