package dev.weir.layout;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One row a record, one column a measurement. */
final class WideLayout extends Layout {
  /** Columns a table may have: MaxHeapAttributeNumber in htup_details.h. */
  private static final int MOST_COLUMNS = 1600;

  private static final int FIXED_COLUMNS = 3;

  /** id, recorded_at and series, padded so that the first double stands at a multiple of 8. */
  private static final int FIXED_BYTES = 24;

  /** Page header and one line pointer, rounded up to 8: what a page keeps from its only tuple. */
  private static final int PAGE_OVERHEAD = 32;

  /** A tuple's header without the bitmap of nulls: SizeofHeapTupleHeader. */
  private static final int TUPLE_HEADER = 23;

  WideLayout() {
    super("wide");
  }

  @Override
  public <T> T choose(Cases<T> cases) {
    return cases.wide();
  }

  /** A double is never moved out of its row, so the whole row has to fit in a page. */
  @Override
  public int maximumMeasurements(int pageBytes, boolean nulls) {
    int measurements = MOST_COLUMNS - FIXED_COLUMNS;
    while (rowBytes(measurements, nulls) > pageBytes - PAGE_OVERHEAD) {
      measurements--;
    }
    return measurements;
  }

  /** The longest row: with nulls allowed, the one with a single null, which pays for the bitmap. */
  private static int rowBytes(int measurements, boolean nulls) {
    int bitmap = nulls ? (FIXED_COLUMNS + measurements + 7) / 8 : 0;
    int header = (TUPLE_HEADER + bitmap + 7) / 8 * 8;
    return header + FIXED_BYTES + 8 * (nulls ? measurements - 1 : measurements);
  }

  @Override
  String limitReason(int pageBytes, boolean nulls) {
    return " (a row has to fit in a page of "
        + pageBytes
        + " bytes"
        + (nulls ? " and a null costs it a bitmap)" : ")");
  }

  @Override
  Stream<Column> measurementColumns(int measurements) {
    return measurementNames(measurements).map(name -> Column.nullable(name, "double precision"));
  }

  @Override
  String recordBytesQuery(Table table) {
    String array =
        measurementNames(table.measurements())
            .collect(Collectors.joining(", ", "ARRAY[", "]::float8[]"));
    return "SELECT "
        + recordBytes(array)
        + " AS bytes, true AS whole FROM "
        + table.qualifiedName();
  }

  @Override
  String measurement(int measurement, int measurements) {
    return measurementName(measurement, measurements);
  }

  @Override
  double columnBytes(int measurements, double nulls) {
    return KEY_BYTES + 8 * (measurements - nulls);
  }

  @Override
  void readMeasurements(ResultSet row, int measurements, List<Double> into) throws SQLException {
    for (int column = FIXED_COLUMNS + 1; column <= FIXED_COLUMNS + measurements; column++) {
      into.add((Double) row.getObject(column));
    }
  }

  @Override
  String updateOneStatement(Table table, int measurement) {
    return "UPDATE "
        + table.qualifiedName()
        + " SET "
        + measurementName(measurement, table.measurements())
        + " = ? WHERE id = ?";
  }
}
