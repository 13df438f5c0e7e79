package dev.weir.bench.peer;

import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One INSERT a transaction, from one array a column. Times travel as microseconds, since the driver
 * sends whole numbers in binary and times as text.
 */
public final class BareUnnest extends BareLoop {

  /**
   * @param layout wide or narrow
   */
  public BareUnnest(Layout layout, int fraction) {
    super(layout, "unnest", fraction);
  }

  @Override
  Transactions begin(Connection connection, Table table, int batch) throws SQLException {
    int measurements = table.measurements();
    if (table.layout() == Layouts.NARROW) {
      String sql = insert(table, Stream.of("measurement"), Stream.of("value"));
      return new NarrowArrays(connection.prepareStatement(sql), measurements);
    }
    String sql = insert(table, Stream.of(), Layout.measurementNames(measurements));
    return new WideArrays(connection.prepareStatement(sql), measurements);
  }

  private static String insert(Table table, Stream<String> smallints, Stream<String> doubles) {
    String parameters = "?::bigint[], ?::bigint[], ?::integer[]";
    String names = "id, micros, series";
    String selected = "id, timestamptz 'epoch' + micros * interval '1 microsecond', series";
    for (String name : smallints.toList()) {
      parameters += ", ?::smallint[]";
      names += ", " + name;
      selected += ", " + name;
    }
    String measured = doubles.map(name -> ", " + name).collect(Collectors.joining());
    int count = (int) measured.chars().filter(character -> character == ',').count();
    return "INSERT INTO "
        + table.qualifiedName()
        + " SELECT "
        + selected
        + measured
        + " FROM unnest("
        + parameters
        + ", ?::float8[]".repeat(count)
        + ") AS given("
        + names
        + measured
        + ")";
  }

  private static final class WideArrays implements Transactions {
    private final PreparedStatement insert;
    private final int measurements;

    WideArrays(PreparedStatement insert, int measurements) {
      this.insert = insert;
      this.measurements = measurements;
    }

    @Override
    public void write(Dataset dataset, long from, long to) throws SQLException {
      int count = (int) (to - from);
      Record[] records = new Record[count];
      long[] ids = new long[count];
      long[] micros = new long[count];
      int[] series = new int[count];
      for (int i = 0; i < count; i++) {
        Record record = dataset.record(from + i);
        records[i] = record;
        ids[i] = record.id();
        micros[i] = record.recordedAtMicros();
        series[i] = record.series();
      }
      insert.setObject(1, ids);
      insert.setObject(2, micros);
      insert.setObject(3, series);
      for (int measurement = 0; measurement < measurements; measurement++) {
        insert.setObject(4 + measurement, column(records, measurement));
      }
      insert.executeUpdate();
    }

    /** Doubles where none is null, objects where one is. */
    private static Object column(Record[] records, int measurement) {
      double[] values = new double[records.length];
      for (int i = 0; i < records.length; i++) {
        if (records[i].isNull(measurement)) {
          return nullableColumn(records, measurement);
        }
        values[i] = records[i].value(measurement);
      }
      return values;
    }

    private static Double[] nullableColumn(Record[] records, int measurement) {
      Double[] values = new Double[records.length];
      for (int i = 0; i < records.length; i++) {
        if (!records[i].isNull(measurement)) {
          values[i] = records[i].value(measurement);
        }
      }
      return values;
    }

    @Override
    public void close() throws SQLException {
      insert.close();
    }
  }

  private static final class NarrowArrays implements Transactions {
    private final PreparedStatement insert;
    private final int measurements;

    NarrowArrays(PreparedStatement insert, int measurements) {
      this.insert = insert;
      this.measurements = measurements;
    }

    @Override
    public void write(Dataset dataset, long from, long to) throws SQLException {
      int rows = (int) (to - from) * measurements;
      long[] ids = new long[rows];
      long[] micros = new long[rows];
      int[] series = new int[rows];
      short[] numbers = new short[rows];
      Double[] values = new Double[rows];
      int row = 0;
      for (long position = from; position < to; position++) {
        Record record = dataset.record(position);
        for (int i = 0; i < measurements; i++) {
          ids[row] = record.id();
          micros[row] = record.recordedAtMicros();
          series[row] = record.series();
          numbers[row] = (short) (i + 1);
          values[row] = record.isNull(i) ? null : Double.valueOf(record.value(i));
          row++;
        }
      }
      insert.setObject(1, ids);
      insert.setObject(2, micros);
      insert.setObject(3, series);
      insert.setObject(4, numbers);
      insert.setObject(5, values);
      insert.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
      insert.close();
    }
  }
}
