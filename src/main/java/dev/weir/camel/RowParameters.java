package dev.weir.camel;

import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Iterator;
import org.apache.camel.Exchange;
import org.apache.camel.component.jdbc.JdbcPrepareStatementStrategy;

/**
 * Gives the Camel JDBC component the parameters of one row at a time, each with its type: a null
 * without one makes the server plan the statement again.
 */
abstract class RowParameters implements JdbcPrepareStatementStrategy {
  private static final long MICROS_A_SECOND = 1_000_000;

  private Record record;
  private int row;

  static RowParameters of(Table table) {
    return table
        .layout()
        .choose(
            new Layout.Cases<RowParameters>() {
              @Override
              public RowParameters wide() {
                return new Wide();
              }

              @Override
              public RowParameters narrow() {
                return new Narrow();
              }

              @Override
              public RowParameters array() {
                return new Array();
              }

              @Override
              public RowParameters jsonb() {
                return new Jsonb(table.measurements());
              }
            });
  }

  /** How many rows store the record. */
  int rows(Record of) {
    return 1;
  }

  /** The row the next statement writes. */
  void set(Record of, int number) {
    record = of;
    row = number;
  }

  /** Sets what follows id, time and series. */
  abstract void bindMeasurements(PreparedStatement statement, Record of, int number)
      throws SQLException;

  @Override
  public final String prepareQuery(String query, boolean allowNamedParameters) {
    return query;
  }

  @Override
  public final Iterator<?> createPopulateIterator(
      String query, String preparedQuery, int expected, Exchange exchange, Object body) {
    return Collections.emptyIterator();
  }

  @Override
  public final void populateStatement(PreparedStatement statement, Iterator<?> none, int expected)
      throws SQLException {
    statement.setLong(1, record.id());
    statement.setObject(2, time(record.recordedAtMicros()));
    statement.setInt(3, record.series());
    bindMeasurements(statement, record, row);
  }

  private static OffsetDateTime time(long micros) {
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(micros, MICROS_A_SECOND), Math.floorMod(micros, MICROS_A_SECOND) * 1000);
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static void bind(PreparedStatement statement, int index, Record record, int measurement)
      throws SQLException {
    if (record.isNull(measurement)) {
      statement.setNull(index, Types.DOUBLE);
    } else {
      statement.setDouble(index, record.value(measurement));
    }
  }

  private static final class Wide extends RowParameters {
    @Override
    void bindMeasurements(PreparedStatement statement, Record of, int number) throws SQLException {
      for (int i = 0; i < of.measurements(); i++) {
        bind(statement, 4 + i, of, i);
      }
    }
  }

  private static final class Narrow extends RowParameters {
    @Override
    int rows(Record of) {
      return of.measurements();
    }

    @Override
    void bindMeasurements(PreparedStatement statement, Record of, int number) throws SQLException {
      statement.setShort(4, (short) (number + 1));
      bind(statement, 5, of, number);
    }
  }

  private static final class Array extends RowParameters {
    @Override
    void bindMeasurements(PreparedStatement statement, Record of, int number) throws SQLException {
      Double[] values = new Double[of.measurements()];
      for (int i = 0; i < values.length; i++) {
        values[i] = of.isNull(i) ? null : of.value(i);
      }
      statement.setArray(4, statement.getConnection().createArrayOf("float8", values));
    }
  }

  private static final class Jsonb extends RowParameters {
    private final String[] names;

    Jsonb(int measurements) {
      names = Layout.measurementNames(measurements).toArray(String[]::new);
    }

    @Override
    void bindMeasurements(PreparedStatement statement, Record of, int number) throws SQLException {
      StringBuilder document = new StringBuilder("{");
      for (int i = 0; i < names.length; i++) {
        document.append(i == 0 ? "\"" : ",\"").append(names[i]).append("\":");
        document.append(of.isNull(i) ? "null" : number(of.value(i)));
      }
      statement.setObject(4, document.append('}').toString(), Types.OTHER);
    }

    /** What jsonb has no number for stands as text, as every method writes it. */
    private static String number(double value) {
      boolean negativeZero = value == 0 && Double.doubleToRawLongBits(value) != 0;
      if (negativeZero) {
        return "\"-0\"";
      }
      String text = Double.toString(value);
      return Double.isFinite(value) ? text : '"' + text + '"';
    }
  }
}
