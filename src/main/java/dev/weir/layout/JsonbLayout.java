package dev.weir.layout;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One row a record, all measurements in one document: names to numbers. What JSON has no number for
 * stands as a string, spelt as PostgreSQL's float8 spells it: NaN, Infinity, -Infinity, -0 (jsonb
 * keeps numbers as numeric, which has no negative zero). A null measurement is JSON's null.
 */
final class JsonbLayout extends Layout {

  /** A name and its number, as jsonb is written as text. */
  private static final Pattern PAIR = Pattern.compile("\"m\\d+\": \"?([^,\"}]+)\"?");

  JsonbLayout() {
    super("jsonb");
  }

  @Override
  public <T> T choose(Cases<T> cases) {
    return cases.jsonb();
  }

  @Override
  public int maximumMeasurements(int pageBytes, boolean nulls) {
    return ArrayLayout.MOST_MEASUREMENTS;
  }

  @Override
  Stream<Column> measurementColumns(int measurements) {
    return Stream.of(Column.nullable("measurements", "jsonb"));
  }

  /** Takes the document apart once: reading it by name would unpack it once a measurement. */
  @Override
  String recordBytesQuery(Table table) {
    String names =
        measurementNames(table.measurements())
            .collect(Collectors.joining("','", "ARRAY['", "']::text[]"));
    return "SELECT "
        + recordBytes("document.measurements")
        + " AS bytes, document.names = "
        + names
        + " AS whole FROM "
        + table.qualifiedName()
        + " record, LATERAL (SELECT array_agg(pair.value::float8 ORDER BY pair.key COLLATE \"C\")"
        + " AS measurements, array_agg(pair.key ORDER BY pair.key COLLATE \"C\") AS names"
        + " FROM jsonb_each_text(record.measurements) pair) document";
  }

  @Override
  String measurement(int measurement, int measurements) {
    return "(measurements ->> '" + measurementName(measurement, measurements) + "')::float8";
  }

  /** Each pair has two entries of 4 bytes, its name, and a numeric of 8 bytes or more. */
  @Override
  double columnBytes(int measurements, double nulls) {
    int name = measurementName(1, measurements).length();
    return KEY_BYTES + 4 + (8 + name) * (double) measurements + 8 * (measurements - nulls);
  }

  /** jsonb keeps names of one length in their order, which is that of the measurements. */
  @Override
  void readMeasurements(ResultSet row, int measurements, List<Double> into) throws SQLException {
    Matcher pair = PAIR.matcher(row.getString("measurements"));
    while (pair.find()) {
      into.add(pair.group(1).equals("null") ? null : Double.valueOf(pair.group(1)));
    }
  }

  @Override
  String updateOneStatement(Table table, int measurement) {
    return "UPDATE "
        + table.qualifiedName()
        + " SET measurements = jsonb_set(measurements, '{"
        + measurementName(measurement, table.measurements())
        + "}', to_jsonb(?::float8)) WHERE id = ?";
  }
}
