package dev.weir.write;

import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.function.IntFunction;
import org.postgresql.PGConnection;

/**
 * A binder a layout. Every parameter has the type of its column, nulls too: a statement whose
 * parameters change type is planned anew each time.
 */
public final class RowBinders {
  private static final Layout.Cases<IntFunction<RowBinder>> CASES =
      new Layout.Cases<>(Wide::new, Narrow::new, Array::new, Jsonb::new);

  private RowBinders() {}

  /** Makes a connection take the binders' parameters; once a connection is enough. */
  public static void prepare(Connection connection) throws SQLException {
    BinaryParameter.enable(connection.unwrap(PGConnection.class), "jsonb");
  }

  public static RowBinder of(Table table) {
    return table.layout().choose(CASES).apply(table.measurements());
  }

  /** What is the same in every layout. */
  private abstract static class Keyed implements RowBinder {
    private final BinaryParameter time =
        new BinaryParameter("timestamptz", new RowBuffer(Long.BYTES));
    final int measurements;

    Keyed(int measurements) {
      this.measurements = measurements;
    }

    final void bindKey(Record record, PreparedStatement statement) throws SQLException {
      MeasurementCount.check(record, measurements);
      time.buffer().clear();
      time.buffer().putLong(PostgresTime.of(record.recordedAtMicros()));
      statement.setLong(1, record.id());
      statement.setObject(2, time);
      statement.setInt(3, record.series());
    }

    static void bindValue(
        Record record, int measurement, int parameter, PreparedStatement statement)
        throws SQLException {
      if (record.isNull(measurement)) {
        statement.setNull(parameter, Types.DOUBLE);
      } else {
        statement.setDouble(parameter, Double.longBitsToDouble(record.bits(measurement)));
      }
    }

    @Override
    public int rowsPerRecord() {
      return 1;
    }
  }

  private static final class Wide extends Keyed {
    Wide(int measurements) {
      super(measurements);
    }

    @Override
    public void bind(Record record, int row, PreparedStatement statement) throws SQLException {
      bindKey(record, statement);
      for (int i = 0; i < measurements; i++) {
        bindValue(record, i, 4 + i, statement);
      }
    }
  }

  private static final class Narrow extends Keyed {
    Narrow(int measurements) {
      super(measurements);
    }

    @Override
    public void bind(Record record, int row, PreparedStatement statement) throws SQLException {
      if (row == 0) {
        bindKey(record, statement);
      }
      statement.setShort(4, (short) (row + 1));
      bindValue(record, row, 5, statement);
    }

    @Override
    public int rowsPerRecord() {
      return measurements;
    }
  }

  private static final class Array extends Keyed {
    private final BinaryParameter array;

    Array(int measurements) {
      super(measurements);
      array = new BinaryParameter("_float8", new RowBuffer(BinaryDoubles.arrayBytes(measurements)));
    }

    @Override
    public void bind(Record record, int row, PreparedStatement statement) throws SQLException {
      bindKey(record, statement);
      array.buffer().clear();
      BinaryDoubles.putArray(record, array.buffer());
      statement.setObject(4, array);
    }
  }

  private static final class Jsonb extends Keyed {
    private final JsonDocument document;
    private final BinaryParameter jsonb;

    Jsonb(int measurements) {
      super(measurements);
      document = new JsonDocument(measurements);
      jsonb = new BinaryParameter("jsonb", new RowBuffer(document.mostBytes()));
    }

    @Override
    public void bind(Record record, int row, PreparedStatement statement) throws SQLException {
      bindKey(record, statement);
      jsonb.buffer().clear();
      document.putBinary(record, jsonb.buffer());
      statement.setObject(4, jsonb);
    }
  }
}
