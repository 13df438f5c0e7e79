package dev.weir.write;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.dataset.Record;
import dev.weir.layout.PartitionMaker;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * The transactions of one lane: rows, further steps, commit. Keeps one connection of the pool until
 * it fails or the lane is closed, so that statements stay prepared on it.
 */
public final class LaneWriter implements BatchStore {
  private final DataSource pool;
  private final RowWriter rows;
  private final PartitionMaker partitions;
  private final TransactionStep[] beforeCommit;
  private Connection connection;
  private LaneWatch watch;

  /** A writer to a table that is not partitioned. */
  public LaneWriter(DataSource pool, RowWriter rows, TransactionStep... beforeCommit) {
    this(pool, rows, null, beforeCommit);
  }

  private LaneWriter(
      DataSource pool, RowWriter rows, PartitionMaker partitions, TransactionStep[] beforeCommit) {
    this.pool = pool;
    this.rows = rows;
    this.partitions = partitions;
    this.beforeCommit = beforeCommit.clone();
  }

  /**
   * A writer to the table, which makes partitions ahead of the records if the table has them.
   *
   * @param rows writes rows of this table
   * @param beforeCommit steps in the transaction of each batch, in order
   */
  public static LaneWriter to(
      Table table, DataSource pool, RowWriter rows, TransactionStep... beforeCommit) {
    PartitionMaker partitions = table.isPartitioned() ? new PartitionMaker(table) : null;
    return new LaneWriter(pool, rows, partitions, beforeCommit);
  }

  @Override
  public void store(Batch batch) throws SQLException {
    if (batch.size() == 0) {
      return;
    }
    try {
      borrow();
      List<Record> records = watch.begin(batch);
      makePartitions(batch.records());
      rows.write(connection, records);
      for (TransactionStep step : beforeCommit) {
        watch.step();
        step.apply(connection, batch);
      }
      watch.step();
      connection.commit();
      watch.end();
    } catch (SQLException | RuntimeException | Error e) {
      giveUp(e);
      throw e;
    }
  }

  @Override
  public void close() {
    if (connection != null) {
      try {
        release().close();
      } catch (SQLException e) {
        throw new IllegalStateException("closing the connection of a lane", e);
      }
    }
  }

  private void borrow() throws SQLException {
    if (connection == null) {
      connection = pool.getConnection();
      connection.setAutoCommit(false);
      watch = LaneWatch.over(connection);
    }
  }

  private Connection release() {
    Connection released = connection;
    connection = null;
    if (watch != null) {
      watch.close();
      watch = null;
    }
    return released;
  }

  private void makePartitions(List<Record> records) throws SQLException {
    if (partitions == null) {
      return;
    }
    for (int i = 0; i < records.size(); i++) {
      partitions.need(records.get(i).recordedAtMicros());
    }
    partitions.make(connection);
  }

  /** Ends the transaction and throws the connection away unless it is known to be good. */
  private void giveUp(Throwable failure) {
    if (partitions != null) {
      partitions.forget();
    }
    if (connection == null) {
      return;
    }
    boolean usable = !isOfTheConnection(failure) && rolledBack(failure) && isOfTheData(failure);
    if (usable) {
      watch.end();
    } else {
      discard(release(), failure);
    }
  }

  private boolean rolledBack(Throwable failure) {
    try {
      connection.rollback();
      return true;
    } catch (SQLException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  /** Whether there is nobody to ask for a rollback: SQLState class 08. */
  private static boolean isOfTheConnection(Throwable failure) {
    return hasStateOf("08", failure);
  }

  /** Whether the server itself refused the data, in good order: SQLState classes 22 and 23. */
  private static boolean isOfTheData(Throwable failure) {
    return hasStateOf("22", failure) || hasStateOf("23", failure);
  }

  private static boolean hasStateOf(String stateClass, Throwable failure) {
    return failure instanceof SQLException refusal
        && refusal.getSQLState() != null
        && refusal.getSQLState().startsWith(stateClass);
  }

  private void discard(Connection broken, Throwable failure) {
    try {
      broken.abort(Runnable::run);
      if (pool.isWrapperFor(HikariDataSource.class)) {
        pool.unwrap(HikariDataSource.class).evictConnection(broken);
      } else {
        broken.close();
      }
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }
}
