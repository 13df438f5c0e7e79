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
import javax.sql.DataSource;

/**
 * Reads snapshots on one connection of its own, outside the pool of the workload: view by view in
 * one fresh transaction, each query within its time limits. What cannot be read now is a gap; what
 * this account may not read is asked for once. A lost connection is replaced at the next reading.
 *
 * <p>Safe for use by several threads: one reading is in flight at a time.
 */
public final class StatisticsReader implements AutoCloseable {
  private final DataSource source;
  private final StatisticsCatalog catalog;
  private final TimeLimits limits;
  private final ReentrantLock reading = new ReentrantLock();
  private final Set<Gap> notPermitted = new LinkedHashSet<>();
  private final Set<String> skipped = new LinkedHashSet<>();
  private Connection connection;
  private StatisticsPlan plan;

  /**
   * @param source where the one connection is taken from. It should have a socket time limit, so
   *     that a reading ends when the network does
   */
  public StatisticsReader(DataSource source, StatisticsCatalog catalog, TimeLimits limits) {
    this.source = source;
    this.catalog = catalog;
    this.limits = limits;
  }

  /**
   * Reads now; waits for a reading of another thread to end first.
   *
   * @param tables the tables of interest, as the server resolves their names
   * @throws SQLException if there is no connection to be had or it is lost meanwhile; the next call
   *     tries anew
   */
  public Snapshot read(Occasion occasion, List<String> tables) throws SQLException {
    reading.lock();
    try {
      return readOnOwnConnection(occasion, tables);
    } finally {
      reading.unlock();
    }
  }

  /** Reads now unless a reading is in flight. For samplers, which must never queue up. */
  public Optional<Snapshot> readUnlessBusy(Occasion occasion, List<String> tables)
      throws SQLException {
    if (!reading.tryLock()) {
      return Optional.empty();
    }
    try {
      return Optional.of(readOnOwnConnection(occasion, tables));
    } finally {
      reading.unlock();
    }
  }

  /**
   * Waits until the server has counted everything that was done, then reads all views. The
   * workload's sessions must be closed before, or have run {@link #flushStatement}: one that falls
   * idle keeps its last counts for up to ten seconds. Autovacuum at work on one of the tables is
   * waited for, too.
   *
   * @param limit how long at most; then the last reading stands
   * @throws InterruptedException if interrupted while waiting
   */
  public Snapshot readSettled(List<String> tables, Duration limit)
      throws SQLException, InterruptedException {
    return new Settling(this, tables, limit).settle();
  }

  /**
   * What makes a session that stays open hand on its counts at once; empty where only closing it
   * does (before version 15).
   */
  public static Optional<String> flushStatement(int major) {
    return major >= 15 ? Optional.of("SELECT pg_stat_force_next_flush()") : Optional.empty();
  }

  /** What this account may not read, for the report to name once; complete after a reading. */
  public List<Gap> notPermitted() {
    reading.lock();
    try {
      return List.copyOf(notPermitted);
    } finally {
      reading.unlock();
    }
  }

  /** The difference of two snapshots of this reader's catalog. */
  public Difference between(Snapshot before, Snapshot after) {
    return Difference.between(catalog, before, after);
  }

  /**
   * Runs a query of Weir's own on the reader's connection, in a transaction of its own.
   *
   * @throws SQLException if it fails; the reader stays usable
   */
  List<Map<String, Object>> rows(String sql) throws SQLException {
    reading.lock();
    try {
      connect();
      List<Map<String, Object>> rows = run(sql);
      connection.commit();
      return rows;
    } catch (SQLException e) {
      recover(e);
      throw e;
    } finally {
      reading.unlock();
    }
  }

  /** The server's major version. */
  int major() throws SQLException {
    reading.lock();
    try {
      connect();
      return plan.major();
    } finally {
      reading.unlock();
    }
  }

  @Override
  public void close() {
    reading.lock();
    try {
      disconnect();
    } finally {
      reading.unlock();
    }
  }

  private Snapshot readOnOwnConnection(Occasion occasion, List<String> tables) throws SQLException {
    connect();
    SnapshotBuilder snapshot = plan.begin();
    for (StatisticsQuery query : plan.queries(occasion, tables)) {
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
      try (Statement statement = connection.createStatement()) {
        for (Map.Entry<String, String> setting : limits.sessionSettings().entrySet()) {
          statement.execute("SET " + setting.getKey() + " = '" + setting.getValue() + "'");
        }
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
