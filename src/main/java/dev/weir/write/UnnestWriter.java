package dev.weir.write;

import dev.weir.dataset.Record;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/** One INSERT ... SELECT FROM unnest(...) a batch, an array a column. */
final class UnnestWriter implements RowWriter {
  /** Bytes of the arrays of one statement; a batch of more is written by several. */
  private static final int BYTES_PER_STATEMENT = 4 << 20;

  private final UnnestColumns columns;
  private final LaneStatement withoutNulls;
  private final LaneStatement withNulls;
  private final int measurements;
  private final int rowsPerRecord;
  private final int recordsPerStatement;

  UnnestWriter(Table table) {
    columns = UnnestColumns.of(table);
    withoutNulls = new LaneStatement(table.unnestStatement(false), UnnestWriter::enableArrays);
    withNulls = new LaneStatement(table.unnestStatement(true), UnnestWriter::enableArrays);
    measurements = table.measurements();
    rowsPerRecord = table.rowsPerRecord();
    recordsPerStatement = Math.max(1, BYTES_PER_STATEMENT / columns.bytesPerRecord());
  }

  @Override
  public void write(Connection connection, List<Record> records) throws SQLException {
    for (int from = 0; from < records.size(); from += recordsPerStatement) {
      int to = Math.min(from + recordsPerStatement, records.size());
      // taken once: a column at a time asks for each record as often as it has measurements
      writeSome(connection, new ArrayList<>(records.subList(from, to)));
    }
  }

  private void writeSome(Connection connection, List<Record> records) throws SQLException {
    boolean nulls = false;
    for (int i = 0; i < records.size(); i++) {
      MeasurementCount.check(records.get(i), measurements);
      nulls |= records.get(i).hasNulls();
    }
    PreparedStatement insert = (nulls ? withNulls : withoutNulls).on(connection);
    columns.bind(records, nulls, insert);
    int stored = insert.executeUpdate();
    if (stored != records.size() * rowsPerRecord) {
      throw new SQLException(
          "INSERT stored " + stored + " rows of the " + records.size() * rowsPerRecord + " sent");
    }
    insert.clearParameters(); // lets go of the arrays until the next batch
  }

  private static void enableArrays(Connection connection) throws SQLException {
    PGConnection driver = connection.unwrap(PGConnection.class);
    BinaryParameter.enable(driver, "_timestamptz");
    BinaryParameter.enable(driver, "_jsonb");
  }
}
