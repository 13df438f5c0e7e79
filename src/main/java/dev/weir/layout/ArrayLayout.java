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

  /**
   * Arrays do not nest, so all measurements come in one and are cut out of it again. A slice of an
   * array with nulls is found by walking from the start, and keeps a bitmap though it may have no
   * null itself; where there are nulls the arrays are built anew instead.
   */
  @Override
  String unnestStatement(Table table, boolean nulls) {
    int length = table.measurements();
    String keys = unnest(columns(length).subList(0, 3)) + " WITH ORDINALITY";
    String insert = "INSERT INTO " + table.qualifiedName() + " (" + table.columnNames() + ") ";
    if (!nulls) {
      return insert
          + "SELECT id, recorded_at, series, every.value[(place::integer - 1) * "
          + length
          + " + 1 : place::integer * "
          + length
          + "] FROM "
          + keys
          + " record(id, recorded_at, series, place), (SELECT ?::float8[] AS value) every";
    }
    return insert
        + "SELECT id, recorded_at, series, measurements FROM "
        + keys
        + " record(id, recorded_at, series, place) JOIN (SELECT (place - 1) / "
        + length
        + " + 1 AS place, array_agg(value ORDER BY place) AS measurements"
        + " FROM unnest(?::float8[]) WITH ORDINALITY every(value, place) GROUP BY 1) built"
        + " USING (place)";
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
