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
      makePartitions(batch.records());
      rows.write(connection, batch.records());
      for (TransactionStep step : beforeCommit) {
        step.apply(connection, batch);
      }
      connection.commit();
    } catch (SQLException | RuntimeException | Error e) {
      giveUp(e);
      throw e;
    }
  }

  @Override
  public void close() {
    if (connection != null) {
      Connection closing = connection;
      connection = null;
      try {
        closing.close();
      } catch (SQLException e) {
        throw new IllegalStateException("closing the connection of a lane", e);
      }
    }
  }

  private void borrow() throws SQLException {
    if (connection == null) {
      connection = pool.getConnection();
      connection.setAutoCommit(false);
    }
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
    boolean usable = rolledBack(failure) && isOfTheData(failure);
    if (!usable) {
      Connection broken = connection;
      connection = null;
      discard(broken, failure);
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

  /** Whether the server itself refused the data, in good order: SQLState classes 22 and 23. */
  private static boolean isOfTheData(Throwable failure) {
    return failure instanceof SQLException refusal
        && refusal.getSQLState() != null
        && (refusal.getSQLState().startsWith("22") || refusal.getSQLState().startsWith("23"));
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
