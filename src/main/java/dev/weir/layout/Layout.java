package dev.weir.layout;

import dev.weir.config.Problem;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How the measurements of a record stand in a table. Every table begins with {@code id bigint},
 * {@code recorded_at timestamptz} and {@code series integer}; what follows is the layout's.
 */
public abstract sealed class Layout permits WideLayout, NarrowLayout, ArrayLayout, JsonbLayout {
  /** The bytes of a page PostgreSQL is built with unless someone builds it otherwise. */
  static final int USUAL_PAGE_BYTES = 8192;

  /** id, recorded_at and series. */
  static final int KEY_BYTES = 20;

  private final String name;

  Layout(String name) {
    this.name = name;
  }

  /**
   * @throws IllegalArgumentException if there is no such layout
   */
  public static Layout named(String name) {
    return Layouts.ALL.stream()
        .filter(layout -> layout.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such layout: " + name));
  }

  /** The word for it in strategies and results: {@code wide}. */
  public final String name() {
    return name;
  }

  /** One answer for each layout, so that whoever depends on the layout cannot forget one. */
  public record Cases<T>(T wide, T narrow, T array, T jsonb) {}

  /** The answer for this layout. */
  public abstract <T> T choose(Cases<T> cases);

  /** How many rows store one record of so many measurements. */
  public int rowsPerRecord(int measurements) {
    return 1;
  }

  /** The columns of a table for so many measurements, in table order. */
  public final List<Column> columns(int measurements) {
    return Stream.concat(
            Stream.of(
                Column.required("id", "bigint"),
                Column.required("recorded_at", "timestamp with time zone"),
                Column.required("series", "integer")),
            measurementColumns(measurements))
        .toList();
  }

  /** The most measurements a record may have, if none is null and pages have their usual size. */
  public final int maximumMeasurements() {
    return maximumMeasurements(USUAL_PAGE_BYTES, false);
  }

  /**
   * The most measurements a record may have.
   *
   * @param pageBytes the server's {@code block_size}
   * @param nulls whether a measurement may be null, which costs the row a bitmap
   */
  public abstract int maximumMeasurements(int pageBytes, boolean nulls);

  /**
   * What is wrong with so many measurements, if they do not fit.
   *
   * @param where what asks for them: a dataset file, a flag
   */
  public final Optional<Problem> limit(
      String where, int measurements, int pageBytes, boolean nulls) {
    int most = maximumMeasurements(pageBytes, nulls);
    if (measurements >= 1 && measurements <= most) {
      return Optional.empty();
    }
    List<String> roomier =
        Layouts.ALL.stream()
            .filter(other -> other.maximumMeasurements(pageBytes, nulls) >= measurements)
            .map(other -> other.name)
            .toList();
    String wanted =
        "a number from 1 to "
            + most
            + " in layout "
            + name
            + limitReason(pageBytes, nulls)
            + (measurements < 1 || roomier.isEmpty()
                ? ""
                : ", or layout " + String.join(" or ", roomier));
    return Optional.of(new Problem(where, "measurements", Integer.toString(measurements), wanted));
  }

  /** Why there is a limit, in parentheses, or nothing. */
  String limitReason(int pageBytes, boolean nulls) {
    return "";
  }

  abstract Stream<Column> measurementColumns(int measurements);

  /** The columns of the primary key where the table is not partitioned. */
  List<String> keyColumns() {
    return List.of("id");
  }

  /**
   * One row a record: {@code bytes}, what the digest is taken of, and {@code whole}, whether
   * exactly measurements 1 to N are there.
   */
  abstract String recordBytesQuery(Table table);

  /** One INSERT of many records from arrays, an array a column, in table order. */
  String unnestStatement(Table table, boolean nulls) {
    return "INSERT INTO "
        + table.qualifiedName()
        + " ("
        + table.columnNames()
        + ") SELECT * FROM "
        + unnest(columns(table.measurements()));
  }

  /** The function that makes rows of arrays, a parameter a column. */
  static String unnest(List<Column> columns) {
    return columns.stream()
        .map(column -> "?::" + column.type() + "[]")
        .collect(Collectors.joining(", ", "unnest(", ")"));
  }

  /** The statement that sets one measurement of one record. */
  abstract String updateOneStatement(Table table, int measurement);

  /** The column the rows of one record come in the order of; empty where there is one row. */
  String rowOrder() {
    return "";
  }

  /** One measurement of a row as SQL, a float8. */
  abstract String measurement(int measurement, int measurements);

  /**
   * The bytes of a record's columns alone, without header, alignment or index: nothing stores or
   * logs less.
   *
   * @param nulls how many measurements of a record are null, on average
   */
  abstract double columnBytes(int measurements, double nulls);

  /** What tells a row that holds this measurement, as a condition; empty where every row does. */
  String holds(int measurement) {
    return "";
  }

  /**
   * Adds the measurements of a row, in order; null where one is null.
   *
   * @param row its columns in table order
   */
  abstract void readMeasurements(ResultSet row, int measurements, List<Double> into)
      throws SQLException;

  /** The bytes a record's digest is taken of, from its columns and an array of measurements. */
  static String recordBytes(String measurements) {
    return "int8send(id) || timestamptz_send(recorded_at) || int4send(series) || array_send("
        + measurements
        + ")";
  }

  /** Names of measurements: m001, m002, ...; as many digits as the last one needs, at least 3. */
  public static Stream<String> measurementNames(int measurements) {
    int digits = Math.max(3, Integer.toString(measurements).length());
    return IntStream.rangeClosed(1, measurements)
        .mapToObj(Integer::toString)
        .map(number -> "m" + "0".repeat(digits - number.length()) + number);
  }

  /** The name of one measurement of so many, counted from 1. */
  static String measurementName(int measurement, int measurements) {
    return measurementNames(measurements).skip(measurement - 1L).findFirst().orElseThrow();
  }

  @Override
  public final String toString() {
    return name;
  }
}
