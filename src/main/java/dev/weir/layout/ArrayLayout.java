package dev.weir.layout;

import java.util.List;
import java.util.stream.Stream;

/** One row a record, all measurements in one array. */
final class ArrayLayout extends Layout {
  /** Weir's own limit; PostgreSQL takes values of 1 GB and moves long ones out of the row. */
  static final int MOST_MEASUREMENTS = 1_000_000;

  ArrayLayout() {
    super("array");
  }

  @Override
  public <T> T choose(Cases<T> cases) {
    return cases.array();
  }

  @Override
  public int rowsPerRecord(int measurements) {
    return 1;
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
  List<String> keyColumns() {
    return List.of("id");
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

  @Override
  String updateOneStatement(Table table, int measurement) {
    return "UPDATE "
        + table.qualifiedName()
        + " SET measurements["
        + measurement
        + "] = ? WHERE id = ?";
  }
}
