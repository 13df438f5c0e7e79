package dev.weir.write;

import dev.weir.dataset.Record;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * One COPY a batch. Rows are encoded into a buffer, and the buffer goes to the socket when full.
 */
final class CopyWriter implements RowWriter {
  /**
   * Sent when so full: far above the driver's own 8 kB buffer, which it then passes by, and with
   * the last row still within 64 KiB. The server doubles its buffer until a message fits, and would
   * get 128 KiB from the operating system anew, page by page, in each COPY.
   */
  static final int FULL = 60_000;

  private final String statement;
  private final RecordEncoder encoder;
  private final RowBuffer buffer = new RowBuffer(FULL + FULL / 4);

  CopyWriter(String statement, RecordEncoder encoder) {
    this.statement = statement;
    this.encoder = encoder;
  }

  @Override
  public void write(Connection connection, List<Record> records) throws SQLException {
    CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(statement);
    long stored;
    try {
      send(records, copy);
      stored = copy.endCopy();
    } catch (SQLException | RuntimeException | Error e) {
      cancel(copy, e);
      throw e;
    }
    long sent = (long) records.size() * encoder.rowsPerRecord();
    if (stored != sent) {
      throw new SQLException("COPY took " + stored + " rows of the " + sent + " sent");
    }
  }

  private void send(List<Record> records, CopyIn copy) throws SQLException {
    buffer.clear();
    encoder.begin(buffer);
    for (int i = 0; i < records.size(); i++) {
      encoder.encode(records.get(i), buffer);
      if (buffer.size() >= FULL) {
        copy.writeToCopy(buffer.bytes(), 0, buffer.size());
        buffer.clear();
      }
    }
    encoder.end(buffer);
    copy.writeToCopy(buffer.bytes(), 0, buffer.size());
  }

  /** A COPY that is left open, or ended instead, would store the rows sent so far. */
  private static void cancel(CopyIn copy, Throwable failure) {
    try {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }
}
