package dev.weir.layout;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** One row a record, all measurements in one array. */
final class ArrayLayout extends Layout {
  /** Weir's own limit; PostgreSQL takes values of 1 GB and moves long ones out of the row. */
  static final int MOST_MEASUREMENTS = 1_000_000;

  /** ArrayType and the bounds of one dimension, in array.h. */
  private static final int ARRAY_HEADER = 24;

  ArrayLayout() {
    super("array");
  }

  @Override
  public <T> T choose(Cases<T> cases) {
    return cases.array();
  }

  @Override
  public int maximumMeasurements(int pageBytes, boolean nulls) {
    return MOST_MEASUREMENTS;
  }

  @Override
  Stream<Column> measurementColumns(int measurements) {
    return Stream.of(Column.nullable("measurements", "double precision[]"));
  }

  @Override
  String recordBytesQuery(Table table) {
    return "SELECT "
        + recordBytes("measurements")
        + " AS bytes, array_ndims(measurements) = 1 AND array_lower(measurements, 1) = 1"
        + " AND array_length(measurements, 1) = "
        + table.measurements()
        + " AS whole FROM "
        + table.qualifiedName();
  }

  /**
   * Arrays do not nest. Without nulls all measurements come in one array, and each record's are cut
   * out of it. A slice of an array with nulls would be found by walking from the start, and would
   * keep a bitmap though it may have no null itself: there each record's come as text.
   */
  @Override
  String unnestStatement(Table table, boolean nulls) {
    int length = table.measurements();
    List<Column> keys = columns(length).subList(0, 3);
    String insert = "INSERT INTO " + table.qualifiedName() + " (" + table.columnNames() + ") ";
    if (nulls) {
      List<Column> parameters = new ArrayList<>(keys);
      parameters.add(Column.nullable("measurements", "text"));
      return insert
          + "SELECT id, recorded_at, series, measurements::float8[] FROM "
          + unnest(parameters)
          + " record(id, recorded_at, series, measurements)";
    }
    return insert
        + "SELECT id, recorded_at, series, every.value[(place::integer - 1) * "
        + length
        + " + 1 : place::integer * "
        + length
        + "] FROM "
        + unnest(keys)
        + " WITH ORDINALITY record(id, recorded_at, series, place),"
        + " (SELECT ?::float8[] AS value) every";
  }

  @Override
  String measurement(int measurement, int measurements) {
    return "measurements[" + measurement + "]";
  }

  @Override
  double columnBytes(int measurements, double nulls) {
    return KEY_BYTES + ARRAY_HEADER + 8 * (measurements - nulls);
  }

  @Override
  void readMeasurements(ResultSet row, int measurements, List<Double> into) throws SQLException {
    Collections.addAll(into, (Double[]) row.getArray("measurements").getArray());
  }

  @Override
  String updateOneStatement(Table table, int measurement) {
    return "UPDATE "
        + table.qualifiedName()
        + " SET measurements["
        + measurement
        + "] = ? WHERE id = ?";
  }
}
