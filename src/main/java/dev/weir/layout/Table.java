package dev.weir.layout;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of records: its definition and the SQL that writes, checks and probes it.
 *
 * @param schema where it stands; empty for the first schema of the session's search path
 * @param name its name, at most 40 bytes so that names of partitions can be derived from it
 * @param layout how measurements stand in it
 * @param measurements how many measurements a record has
 * @param options what else it is made with
 */
public record Table(
    String schema, String name, Layout layout, int measurements, TableOptions options) {
  /** PostgreSQL cuts names at 63 bytes; a partition's name is the table's and up to 23 more. */
  private static final int LONGEST_NAME = 40;

  private static final String IN_RANGE = " WHERE recorded_at >= ? AND recorded_at < ?";

  public Table {
    if (name.isEmpty() || name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "table name of 1 to " + LONGEST_NAME + " bytes needed: " + name);
    }
    if (measurements < 1) {
      throw new IllegalArgumentException("measurements: " + measurements);
    }
  }

  /** The table's name as SQL wants it: quoted, with its schema where it has one. */
  public String qualifiedName() {
    return qualified(name);
  }

  String qualified(String relation) {
    return schema.isEmpty() ? quoted(relation) : quoted(schema) + "." + quoted(relation);
  }

  public List<Column> columns() {
    return layout.columns(measurements);
  }

  /** How many rows store one record. */
  public int rowsPerRecord() {
    return layout.rowsPerRecord(measurements);
  }

  public boolean isPartitioned() {
    return options.partition().isPresent();
  }

  /** What makes the table and its indexes, in order. A partitioned table has no partition yet. */
  public List<String> createStatements() {
    List<String> statements = new ArrayList<>();
    String rows =
        columns().stream().map(Column::definition).collect(Collectors.joining(", ", " (", ""))
            + (options.primaryKey() ? ", PRIMARY KEY (" + primaryKey() + ")" : "")
            + ")";
    if (isPartitioned()) {
      // UNLOGGED and fillfactor are the partitions'; PostgreSQL 18 refuses them on the parent
      statements.add(
          "CREATE TABLE " + qualifiedName() + rows + " PARTITION BY RANGE (recorded_at)");
    } else {
      statements.add(create() + qualifiedName() + rows + storage());
    }
    for (String index : options.indexes()) {
      statements.add("CREATE INDEX ON " + qualifiedName() + indexed(index));
    }
    return statements;
  }

  /**
   * What puts the measurements' names at their source on the columns; nothing where a measurement
   * has no column of its own.
   */
  public List<String> commentStatements(List<String> sourceNames) {
    if (layout != Layouts.WIDE) {
      return List.of();
    }
    List<String> columns = Layout.measurementNames(measurements).toList();
    List<String> statements = new ArrayList<>();
    for (int i = 0; i < Math.min(columns.size(), sourceNames.size()); i++) {
      statements.add(
          "COMMENT ON COLUMN "
              + qualifiedName()
              + "."
              + columns.get(i)
              + " IS "
              + literal(sourceNames.get(i)));
    }
    return statements;
  }

  public String dropStatement() {
    return "DROP TABLE IF EXISTS " + qualifiedName();
  }

  /** One row, a parameter a column, in table order. */
  public String insertStatement() {
    return "INSERT INTO "
        + qualifiedName()
        + " ("
        + columnNames()
        + ") VALUES ("
        + columns().stream().map(column -> "?").collect(Collectors.joining(", "))
        + ")";
  }

  /**
   * Many records from arrays, a parameter a column in table order. In layout array, whose arrays
   * would have to stand in an array, the last parameter is all measurements of all records in one
   * array without nulls, or an array of texts with nulls.
   *
   * @param nulls whether a measurement may be null
   */
  public String unnestStatement(boolean nulls) {
    return layout.unnestStatement(this, nulls);
  }

  public String copyStatement(boolean binary) {
    return "COPY "
        + qualifiedName()
        + " ("
        + columnNames()
        + ") FROM STDIN"
        + (binary ? " (FORMAT binary)" : "");
  }

  /**
   * One row: {@code records} bigint; {@code digest} text of 32 hexadecimal digits, the xor of every
   * record's md5, equal in every layout; {@code misplaced} bigint, how many records have not
   * exactly measurements 1 to N.
   */
  public String digestQuery() {
    return "SELECT records, lpad(to_hex(substring(digest FROM 1 FOR 64)::bigint), 16, '0')"
        + " || lpad(to_hex(substring(digest FROM 65 FOR 64)::bigint), 16, '0') AS digest,"
        + " misplaced FROM (SELECT count(*) AS records,"
        + " coalesce(bit_xor(('x' || md5(bytes))::bit(128)), repeat('0', 128)::bit(128)) AS digest,"
        + " count(*) FILTER (WHERE whole IS NOT TRUE) AS misplaced FROM ("
        + layout.recordBytesQuery(this)
        + ") record) total";
  }

  /** All rows of one record, columns in table order; the parameter is the id. */
  public String readOneQuery() {
    return "SELECT "
        + columnNames()
        + " FROM "
        + qualifiedName()
        + " WHERE id = ?"
        + (layout.rowOrder().isEmpty() ? "" : " ORDER BY " + layout.rowOrder());
  }

  /**
   * The average of one measurement over a range of time, and how many values there were. The
   * parameters are the first moment of the range and the first one after it.
   *
   * @param measurement counted from 1
   */
  public String averageQuery(int measurement) {
    String value = layout.measurement(measurement, measurements);
    return "SELECT avg("
        + value
        + "), count("
        + value
        + ") FROM "
        + qualifiedName()
        + IN_RANGE
        + layout.holds(measurement);
  }

  /**
   * The latest record of one series, columns in table order; the parameter is the series. Of
   * records of one moment it is the one with the greatest id.
   */
  public String latestQuery() {
    return "SELECT "
        + columnNames()
        + " FROM "
        + qualifiedName()
        + " WHERE series = ? ORDER BY recorded_at DESC, id DESC"
        + rowOrder()
        + " LIMIT "
        + rowsPerRecord();
  }

  /**
   * All records of one series over a range of time, columns in table order. The parameters are the
   * first moment of the range, the first one after it, and the series.
   */
  public String rangeQuery() {
    return "SELECT "
        + columnNames()
        + " FROM "
        + qualifiedName()
        + IN_RANGE
        + " AND series = ? ORDER BY recorded_at, id"
        + rowOrder();
  }

  /** Fills this table from another of the same columns; the parameter is the array of ids. */
  public String copyOfStatement(Table other) {
    return "INSERT INTO "
        + qualifiedName()
        + " SELECT * FROM "
        + other.qualifiedName()
        + " WHERE id = ANY (?) ORDER BY id"
        + rowOrder();
  }

  /**
   * Adds the measurements of a row, in order; null where one is null.
   *
   * @param row its columns in table order
   */
  public void readMeasurements(ResultSet row, List<Double> into) throws SQLException {
    layout.readMeasurements(row, measurements, into);
  }

  /**
   * Sets one measurement of one record; the parameters are the value, a double, and the id.
   *
   * @param measurement counted from 1
   */
  public String updateOneStatement(int measurement) {
    if (measurement < 1 || measurement > measurements) {
      throw new IllegalArgumentException("measurement " + measurement + " of " + measurements);
    }
    return layout.updateOneStatement(this, measurement);
  }

  private String rowOrder() {
    return layout.rowOrder().isEmpty() ? "" : ", " + layout.rowOrder();
  }

  /** The columns' names in table order, for a list of columns. */
  public String columnNames() {
    return columns().stream().map(Column::name).collect(Collectors.joining(", "));
  }

  /** {@code CREATE TABLE} for a table that holds rows itself. */
  String create() {
    return options.unlogged() ? "CREATE UNLOGGED TABLE " : "CREATE TABLE ";
  }

  /** The storage parameters of a table that holds rows itself. */
  String storage() {
    return options.fillfactor() == 100 ? "" : " WITH (fillfactor = " + options.fillfactor() + ")";
  }

  private String primaryKey() {
    // the key of a partitioned table has to tell the partition
    return String.join(", ", layout.keyColumns()) + (isPartitioned() ? ", recorded_at" : "");
  }

  private static String indexed(String index) {
    return switch (index) {
      case "btree-series-time" -> " USING btree (series, recorded_at)";
      case "brin-time" -> " USING brin (recorded_at)";
      default -> throw new IllegalArgumentException("no such index: " + index);
    };
  }

  static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  static String literal(String text) {
    return "E'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
