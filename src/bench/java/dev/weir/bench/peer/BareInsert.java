package dev.weir.bench.peer;

import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;

/** INSERTs by one prepared statement: row by row, as a JDBC batch, or rewritten by the driver. */
public final class BareInsert extends BareLoop {
  /**
   * Rows handed to the driver at once, so that neither side waits for the other with full sockets.
   */
  private static final int ROWS_OF_A_BATCH = 1_000;

  /** How rows reach the driver. */
  public enum Way {
    ROW_BY_ROW("camel-jdbc"),
    BATCH("batch-insert"),
    REWRITTEN_BATCH("multirow-insert");

    private final String method;

    Way(String method) {
      this.method = method;
    }
  }

  private final Way way;

  /**
   * @param layout wide or narrow
   */
  public BareInsert(Layout layout, Way way, int fraction) {
    super(layout, way.method, fraction);
    this.way = way;
  }

  @Override
  boolean rewritesBatches() {
    return way == Way.REWRITTEN_BATCH;
  }

  @Override
  Transactions begin(Connection connection, Table table, int batch) throws SQLException {
    boolean narrow = table.layout() == Layouts.NARROW;
    return new Inserts(
        connection.prepareStatement(table.insertStatement()), narrow, way != Way.ROW_BY_ROW);
  }

  private static final class Inserts implements Transactions {
    private final PreparedStatement insert;
    private final boolean narrow;
    private final boolean batched;
    private int waiting;

    Inserts(PreparedStatement insert, boolean narrow, boolean batched) {
      this.insert = insert;
      this.narrow = narrow;
      this.batched = batched;
    }

    @Override
    public void write(Dataset dataset, long from, long to) throws SQLException {
      for (long position = from; position < to; position++) {
        Record record = dataset.record(position);
        if (narrow) {
          addNarrow(record);
        } else {
          addWide(record);
        }
      }
      send();
    }

    private void addWide(Record record) throws SQLException {
      setKey(record, dateTime(record.recordedAtMicros()));
      for (int i = 0; i < record.measurements(); i++) {
        setValue(4 + i, record, i);
      }
      add();
    }

    private void addNarrow(Record record) throws SQLException {
      OffsetDateTime recordedAt = dateTime(record.recordedAtMicros());
      for (int i = 0; i < record.measurements(); i++) {
        setKey(record, recordedAt);
        insert.setShort(4, (short) (i + 1));
        setValue(5, record, i);
        add();
      }
    }

    private void setKey(Record record, OffsetDateTime recordedAt) throws SQLException {
      insert.setLong(1, record.id());
      insert.setObject(2, recordedAt);
      insert.setInt(3, record.series());
    }

    private void setValue(int parameter, Record record, int measurement) throws SQLException {
      if (record.isNull(measurement)) {
        insert.setNull(parameter, Types.DOUBLE);
      } else {
        insert.setDouble(parameter, record.value(measurement));
      }
    }

    private void add() throws SQLException {
      if (!batched) {
        insert.executeUpdate();
        return;
      }
      insert.addBatch();
      waiting++;
      if (waiting == ROWS_OF_A_BATCH) {
        send();
      }
    }

    private void send() throws SQLException {
      if (waiting > 0) {
        insert.executeBatch();
        waiting = 0;
      }
    }

    @Override
    public void close() throws SQLException {
      insert.close();
    }
  }
}
