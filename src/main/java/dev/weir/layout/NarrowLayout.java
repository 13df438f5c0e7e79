package dev.weir.layout;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** One row a measurement, numbered from 1; a null measurement is a row too. */
final class NarrowLayout extends Layout {

  NarrowLayout() {
    super("narrow");
  }

  @Override
  public <T> T choose(Cases<T> cases) {
    return cases.narrow();
  }

  @Override
  public int rowsPerRecord(int measurements) {
    return measurements;
  }

  /** As far as a smallint counts. */
  @Override
  public int maximumMeasurements(int pageBytes, boolean nulls) {
    return Short.MAX_VALUE;
  }

  @Override
  Stream<Column> measurementColumns(int measurements) {
    return Stream.of(
        Column.required("measurement", "smallint"), Column.nullable("value", "double precision"));
  }

  @Override
  List<String> keyColumns() {
    return List.of("id", "measurement");
  }

  /** Grouped by the id alone, so that the key's index gives the order. */
  @Override
  String recordBytesQuery(Table table) {
    return "SELECT int8send(id) || timestamptz_send(min(recorded_at)) || int4send(min(series))"
        + " || array_send(array_agg(value ORDER BY measurement)) AS bytes,"
        + " min(recorded_at) = max(recorded_at) AND min(series) = max(series)"
        + " AND array_agg(measurement ORDER BY measurement) = (SELECT"
        + " array_agg(number::smallint ORDER BY number) FROM generate_series(1, "
        + table.measurements()
        + ") number) AS whole FROM "
        + table.qualifiedName()
        + " GROUP BY id";
  }

  @Override
  String measurement(int measurement, int measurements) {
    return "value";
  }

  @Override
  String holds(int measurement) {
    return " AND measurement = " + measurement;
  }

  @Override
  double columnBytes(int measurements, double nulls) {
    return (KEY_BYTES + 2) * measurements + 8 * (measurements - nulls);
  }

  @Override
  void readMeasurements(ResultSet row, int measurements, List<Double> into) throws SQLException {
    into.add((Double) row.getObject("value"));
  }

  @Override
  String updateOneStatement(Table table, int measurement) {
    return "UPDATE "
        + table.qualifiedName()
        + " SET value = ? WHERE id = ? AND measurement = "
        + measurement;
  }

  @Override
  String rowOrder() {
    return "measurement";
  }
}
