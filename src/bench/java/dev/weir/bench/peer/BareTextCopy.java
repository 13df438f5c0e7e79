package dev.weir.bench.peer;

import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/** COPY in PostgreSQL's text format, built in one StringBuilder that is sent when it is full. */
public final class BareTextCopy extends BareLoop {
  private static final int BUFFER_CHARS = 65_536;

  /**
   * @param layout wide or narrow
   */
  public BareTextCopy(Layout layout, int fraction) {
    super(layout, "copy-text", fraction);
  }

  @Override
  Transactions begin(Connection connection, Table table, int batch) throws SQLException {
    CopyManager copyManager = connection.unwrap(PGConnection.class).getCopyAPI();
    return new Copies(copyManager, table);
  }

  private static final class Copies implements Transactions {
    private final CopyManager copyManager;
    private final String sql;
    private final boolean narrow;
    private final StringBuilder text = new StringBuilder(2 * BUFFER_CHARS);

    Copies(CopyManager copyManager, Table table) {
      this.copyManager = copyManager;
      this.sql = table.copyStatement(false);
      this.narrow = table.layout() == Layouts.NARROW;
    }

    @Override
    public void write(Dataset dataset, long from, long to) throws SQLException {
      CopyIn copy = copyManager.copyIn(sql);
      try {
        for (long position = from; position < to; position++) {
          Record record = dataset.record(position);
          if (narrow) {
            appendNarrow(record);
          } else {
            appendWide(record);
          }
          if (text.length() >= BUFFER_CHARS) {
            send(copy);
          }
        }
        send(copy);
        copy.endCopy();
      } finally {
        if (copy.isActive()) {
          copy.cancelCopy();
        }
      }
    }

    private void appendWide(Record record) {
      text.append(record.id()).append('\t');
      text.append(instant(record.recordedAtMicros())).append('\t').append(record.series());
      for (int i = 0; i < record.measurements(); i++) {
        appendValue(record, i);
      }
      text.append('\n');
    }

    private void appendNarrow(Record record) {
      String recordedAt = instant(record.recordedAtMicros()).toString();
      for (int i = 0; i < record.measurements(); i++) {
        text.append(record.id()).append('\t').append(recordedAt).append('\t');
        text.append(record.series()).append('\t').append(i + 1);
        appendValue(record, i);
        text.append('\n');
      }
    }

    private void appendValue(Record record, int measurement) {
      text.append('\t');
      if (record.isNull(measurement)) {
        text.append("\\N");
      } else {
        text.append(record.value(measurement));
      }
    }

    private void send(CopyIn copy) throws SQLException {
      byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
      copy.writeToCopy(bytes, 0, bytes.length);
      text.setLength(0);
    }

    @Override
    public void close() {
      // the connection is all there is, and its owner closes it
    }
  }
}
