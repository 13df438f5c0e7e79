package dev.weir.write;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.dataset.Record;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.QueryExecutor;

/**
 * An INSERT of one row, sent in JDBC batches: row by row as it is, or many rows a statement where
 * the driver rewrites it. Asks for no generated keys, and ends a JDBC batch before the answers to
 * it could fill the socket while the driver still fills the other direction.
 */
final class InsertWriter implements RowWriter {
  /** Where the driver itself stops to read answers; more would gain nothing and take memory. */
  private static final int ROWS_PER_BATCH = 256;

  /**
   * Rows bound before they are sent, where the driver keeps to a statement's size by itself: the
   * server works on one statement while the next is sent. More would only take memory.
   */
  private static final int ROWS_AHEAD = 1024;

  /** Parameters one statement takes: their number travels in two bytes. */
  private static final int MOST_PARAMETERS = 65_535;

  /** Rows one rewritten statement takes: the driver's BatchedQuery.MAX_VALUE_BLOCK. */
  private static final int MOST_REWRITTEN_ROWS = 32_768;

  private final LaneStatement statement;
  private final RowBinder binder;
  private int rowsPerBatch;

  private InsertWriter(Table table, Setup setup) {
    this.statement = new LaneStatement(table.insertStatement(), on -> setUp(setup, on));
    this.binder = RowBinders.of(table);
  }

  /** Looks at a new connection and says how many rows a JDBC batch on it has. */
  private interface Setup {
    int rowsPerBatch(Connection connection) throws SQLException;
  }

  private void setUp(Setup setup, Connection connection) throws SQLException {
    rowsPerBatch = setup.rowsPerBatch(connection);
    RowBinders.prepare(connection);
  }

  /** Writes each row by a statement of its own. */
  static InsertWriter rowByRow(Table table) {
    return new InsertWriter(
        table,
        connection -> {
          checkRewriting(WriteMethod.BATCH_INSERT, false, connection);
          return ROWS_PER_BATCH;
        });
  }

  /** Writes so many rows a statement, the last ones of a batch in smaller powers of two. */
  static InsertWriter rewritten(Table table, int rowsPerStatement) {
    int rows = rewrittenRows(table, rowsPerStatement);
    int ahead = rows * Math.max(1, Math.min(ROWS_PER_BATCH, ROWS_AHEAD / rows));
    return new InsertWriter(
        table,
        connection -> {
          checkRewriting(WriteMethod.MULTIROW_INSERT, true, connection);
          // a driver that was not told the size makes one statement of what it is given
          return checkRewrittenRows(rows, connection) == rows ? ahead : rows;
        });
  }

  /**
   * How many rows come in one statement: the driver makes powers of two, so that few statements
   * differ and each stays prepared.
   */
  static int rewrittenRows(Table table, int asked) {
    int fitting = Math.max(1, MOST_PARAMETERS / table.columns().size());
    return Integer.highestOneBit(Math.min(asked, Math.min(fitting, MOST_REWRITTEN_ROWS)));
  }

  @Override
  public void write(Connection connection, List<Record> records) throws SQLException {
    PreparedStatement insert = statement.on(connection);
    insert.clearBatch(); // what a call that failed half-way left
    int rowsPerRecord = binder.rowsPerRecord();
    int pending = 0;
    for (int i = 0; i < records.size(); i++) {
      Record record = records.get(i);
      for (int row = 0; row < rowsPerRecord; row++) {
        binder.bind(record, row, insert);
        insert.addBatch();
        pending++;
        if (pending == rowsPerBatch) {
          execute(insert, pending);
          pending = 0;
        }
      }
    }
    if (pending > 0) {
      execute(insert, pending);
    }
  }

  private static void execute(PreparedStatement insert, int rows) throws SQLException {
    int stored = 0;
    for (int count : insert.executeBatch()) {
      // of a rewritten statement the driver knows only that it succeeded
      stored += count == Statement.SUCCESS_NO_INFO ? 1 : count;
    }
    if (stored != rows) {
      throw new SQLException("INSERT stored " + stored + " rows of the " + rows + " sent");
    }
  }

  private static void checkRewriting(WriteMethod method, boolean wanted, Connection connection)
      throws SQLException {
    QueryExecutor driver = connection.unwrap(BaseConnection.class).getQueryExecutor();
    if (driver.isReWriteBatchedInsertsEnabled() != wanted) {
      throw new ConfigurationException(
          new Problem(
              "connection for method " + method.key(),
              "reWriteBatchedInserts",
              Boolean.toString(!wanted),
              Boolean.toString(wanted)));
    }
  }

  /**
   * The driver may have been told to make smaller statements; its 0 is no limit.
   *
   * @return rows of one statement by the driver's setting
   */
  private static int checkRewrittenRows(int rows, Connection connection) throws SQLException {
    int most =
        connection.unwrap(BaseConnection.class).getQueryExecutor().getReWriteBatchedInsertsSize();
    if (most > 0 && most < rows) {
      throw new ConfigurationException(
          new Problem(
              "connection for method " + WriteMethod.MULTIROW_INSERT.key(),
              "reWriteBatchedInsertsSize",
              Integer.toString(most),
              "0 or at least " + rows));
    }
    return most;
  }
}
