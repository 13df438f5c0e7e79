package dev.weir.write;

import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.IntFunction;

/** Sets the arrays of an unnest statement, an array a column in table order. A class a layout. */
abstract class UnnestColumns {
  private static final Layout.Cases<IntFunction<UnnestColumns>> CASES =
      new Layout.Cases<>(Wide::new, Narrow::new, Array::new, Jsonb::new);

  /** Elements with the length before each. */
  private static final int LONG_BYTES = 12;

  private static final int INT_BYTES = 8;
  private static final int SHORT_BYTES = 6;

  /** What the server calls the types of the elements: pg_type.dat. */
  private static final int INT8 = 20;

  private static final int INT2 = 21;
  private static final int INT4 = 23;
  private static final int TEXT = 25;
  private static final int FLOAT8 = 701;
  private static final int TIMESTAMPTZ = 1184;
  private static final int JSONB = 3802;

  final int measurements;
  final RowBuffer buffer = new RowBuffer(1 << 12);
  private final ArrayParameter ids = new ArrayParameter("_int8", INT8, buffer);
  private final ArrayParameter times = new ArrayParameter("_timestamptz", TIMESTAMPTZ, buffer);
  private final ArrayParameter series = new ArrayParameter("_int4", INT4, buffer);
  private final ArrayParameter values = new ArrayParameter("_float8", FLOAT8, buffer);

  UnnestColumns(int measurements) {
    this.measurements = measurements;
  }

  static UnnestColumns of(Table table) {
    return table.layout().choose(CASES).apply(table.measurements());
  }

  /**
   * Sets every parameter.
   *
   * @param records all with the table's number of measurements
   * @param nulls whether one of them has a null
   */
  abstract void bind(List<Record> records, boolean nulls, PreparedStatement statement)
      throws SQLException;

  /** About how many bytes a record takes in all arrays together. */
  int bytesPerRecord() {
    return LONG_BYTES + LONG_BYTES + INT_BYTES + LONG_BYTES * measurements;
  }

  /** Sets id, recorded_at and series, each so many times a record. */
  final void bindKeys(List<Record> records, int rowsPerRecord, PreparedStatement statement)
      throws SQLException {
    int rows = records.size() * rowsPerRecord;
    ids.begin(rows, LONG_BYTES);
    for (int i = 0; i < records.size(); i++) {
      long id = records.get(i).id();
      for (int row = 0; row < rowsPerRecord; row++) {
        buffer.putLongField(id);
      }
    }
    ids.bind(statement, 1);
    times.begin(rows, LONG_BYTES);
    for (int i = 0; i < records.size(); i++) {
      long time = PostgresTime.of(records.get(i).recordedAtMicros());
      for (int row = 0; row < rowsPerRecord; row++) {
        buffer.putLongField(time);
      }
    }
    times.bind(statement, 2);
    series.begin(rows, INT_BYTES);
    for (int i = 0; i < records.size(); i++) {
      int number = records.get(i).series();
      for (int row = 0; row < rowsPerRecord; row++) {
        buffer.putIntField(number);
      }
    }
    series.bind(statement, 3);
  }

  /** Sets all measurements of all records, record by record, as one array. */
  final void bindValues(List<Record> records, int parameter, PreparedStatement statement)
      throws SQLException {
    values.begin(records.size() * measurements, LONG_BYTES);
    for (int i = 0; i < records.size(); i++) {
      Record record = records.get(i);
      for (int measurement = 0; measurement < measurements; measurement++) {
        addValue(record, measurement);
      }
    }
    values.bind(statement, parameter);
  }

  final void addValue(Record record, int measurement) {
    if (record.isNull(measurement)) {
      values.addNull();
    } else {
      buffer.putLongField(record.bits(measurement));
    }
  }

  private static final class Wide extends UnnestColumns {
    Wide(int measurements) {
      super(measurements);
    }

    @Override
    void bind(List<Record> records, boolean nulls, PreparedStatement statement)
        throws SQLException {
      bindKeys(records, 1, statement);
      for (int measurement = 0; measurement < measurements; measurement++) {
        super.values.begin(records.size(), LONG_BYTES);
        for (int i = 0; i < records.size(); i++) {
          addValue(records.get(i), measurement);
        }
        super.values.bind(statement, 4 + measurement);
      }
    }
  }

  private static final class Narrow extends UnnestColumns {
    private final ArrayParameter numbers = new ArrayParameter("_int2", INT2, buffer);

    Narrow(int measurements) {
      super(measurements);
    }

    @Override
    void bind(List<Record> records, boolean nulls, PreparedStatement statement)
        throws SQLException {
      bindKeys(records, measurements, statement);
      numbers.begin(records.size() * measurements, SHORT_BYTES);
      for (int i = 0; i < records.size(); i++) {
        for (int number = 1; number <= measurements; number++) {
          buffer.putInt(Short.BYTES);
          buffer.putShort(number);
        }
      }
      numbers.bind(statement, 4);
      bindValues(records, 5, statement);
    }

    @Override
    int bytesPerRecord() {
      return measurements * (LONG_BYTES + LONG_BYTES + INT_BYTES + SHORT_BYTES + LONG_BYTES);
    }
  }

  private static final class Array extends UnnestColumns {
    private final ArrayParameter texts = new ArrayParameter("_text", TEXT, buffer);

    Array(int measurements) {
      super(measurements);
    }

    @Override
    void bind(List<Record> records, boolean nulls, PreparedStatement statement)
        throws SQLException {
      bindKeys(records, 1, statement);
      if (!nulls) {
        bindValues(records, 4, statement);
        return;
      }
      texts.begin(records.size(), 0);
      for (int i = 0; i < records.size(); i++) {
        buffer.reserve(Integer.BYTES + ArrayText.mostBytes(measurements));
        int lengthAt = buffer.size();
        buffer.putInt(0);
        ArrayText.put(records.get(i), buffer);
        buffer.setInt(lengthAt, buffer.size() - lengthAt - Integer.BYTES);
      }
      texts.bind(statement, 4);
    }
  }

  private static final class Jsonb extends UnnestColumns {
    private final ArrayParameter documents = new ArrayParameter("_jsonb", JSONB, buffer);
    private final JsonDocument document;

    Jsonb(int measurements) {
      super(measurements);
      document = new JsonDocument(measurements);
    }

    @Override
    void bind(List<Record> records, boolean nulls, PreparedStatement statement)
        throws SQLException {
      bindKeys(records, 1, statement);
      documents.begin(records.size(), 0);
      for (int i = 0; i < records.size(); i++) {
        buffer.reserve(Integer.BYTES + document.mostBytes());
        int lengthAt = buffer.size();
        buffer.putInt(0);
        document.putBinary(records.get(i), buffer);
        buffer.setInt(lengthAt, buffer.size() - lengthAt - Integer.BYTES);
      }
      documents.bind(statement, 4);
    }

    @Override
    int bytesPerRecord() {
      return LONG_BYTES + LONG_BYTES + INT_BYTES + document.mostBytes();
    }
  }
}
