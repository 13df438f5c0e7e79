package dev.weir.bench.peer;

import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/** COPY in PostgreSQL's binary format, encoded into one buffer that is sent when it is full. */
public final class BareBinaryCopy extends BareLoop {
  private static final int BUFFER_BYTES = 65_536;
  private static final long POSTGRES_EPOCH_MICROS = 946_684_800_000_000L;
  private static final int FLOAT8_OID = 701;
  private static final byte[] HEADER = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
  };
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  public BareBinaryCopy(Layout layout, int fraction) {
    super(layout, "copy-binary", fraction);
  }

  @Override
  Transactions begin(Connection connection, Table table, int batch) throws SQLException {
    CopyManager copyManager = connection.unwrap(PGConnection.class).getCopyAPI();
    return new Copies(copyManager, table);
  }

  private static final class Copies implements Transactions {
    private final CopyManager copyManager;
    private final String sql;
    private final Rows rows;
    private final int longestRow;
    private final byte[] bytes;
    private final byte[][] names;
    private CopyIn copy;
    private int at;

    private interface Rows {
      void put(Record record) throws SQLException;
    }

    Copies(CopyManager copyManager, Table table) {
      int measurements = table.measurements();
      this.copyManager = copyManager;
      this.sql = table.copyStatement(true);
      this.longestRow = 128 + 40 * measurements;
      this.bytes = new byte[Math.max(BUFFER_BYTES, 2 * longestRow)];
      this.names = new byte[measurements][];
      Layout.measurementNames(measurements)
          .map(name -> ("\"" + name + "\":").getBytes(StandardCharsets.US_ASCII))
          .toList()
          .toArray(names);
      this.rows =
          switch (table.layout().name()) {
            case "wide" -> this::putWide;
            case "narrow" -> this::putNarrow;
            case "array" -> this::putArray;
            default -> this::putJsonb;
          };
    }

    @Override
    public void write(Dataset dataset, long from, long to) throws SQLException {
      copy = copyManager.copyIn(sql);
      try {
        System.arraycopy(HEADER, 0, bytes, 0, HEADER.length);
        at = HEADER.length;
        for (long position = from; position < to; position++) {
          rows.put(dataset.record(position));
        }
        makeRoom();
        putShort(-1);
        copy.writeToCopy(bytes, 0, at);
        copy.endCopy();
      } finally {
        if (copy.isActive()) {
          copy.cancelCopy();
        }
      }
    }

    private void putWide(Record record) throws SQLException {
      int measurements = record.measurements();
      putKey(record, 3 + measurements);
      for (int i = 0; i < measurements; i++) {
        putValue(record, i);
      }
    }

    private void putNarrow(Record record) throws SQLException {
      for (int i = 0; i < record.measurements(); i++) {
        putKey(record, 5);
        putInt(Short.BYTES);
        putShort(i + 1);
        putValue(record, i);
      }
    }

    private void putArray(Record record) throws SQLException {
      int measurements = record.measurements();
      putKey(record, 4);
      int lengthAt = at;
      at += Integer.BYTES;
      putInt(1);
      putInt(record.hasNulls() ? 1 : 0);
      putInt(FLOAT8_OID);
      putInt(measurements);
      putInt(1);
      for (int i = 0; i < measurements; i++) {
        putValue(record, i);
      }
      INT.set(bytes, lengthAt, at - lengthAt - Integer.BYTES);
    }

    private void putJsonb(Record record) throws SQLException {
      putKey(record, 4);
      int lengthAt = at;
      at += Integer.BYTES;
      bytes[at++] = 1; // the version of jsonb's binary format
      for (int i = 0; i < record.measurements(); i++) {
        bytes[at++] = (byte) (i == 0 ? '{' : ',');
        byte[] name = names[i];
        System.arraycopy(name, 0, bytes, at, name.length);
        at += name.length;
        putAscii(record.isNull(i) ? "null" : json(record.value(i)));
      }
      bytes[at++] = '}';
      INT.set(bytes, lengthAt, at - lengthAt - Integer.BYTES);
    }

    /** What JSON has no number for stands as a string. */
    private static String json(double value) {
      if (!Double.isFinite(value)) {
        return '"' + Double.toString(value) + '"';
      }
      return value == 0 && 1 / value < 0 ? "\"-0\"" : Double.toString(value);
    }

    private void putKey(Record record, int fields) throws SQLException {
      makeRoom();
      putShort(fields);
      putInt(Long.BYTES);
      putLong(record.id());
      putInt(Long.BYTES);
      putLong(record.recordedAtMicros() - POSTGRES_EPOCH_MICROS);
      putInt(Integer.BYTES);
      putInt(record.series());
    }

    private void putValue(Record record, int measurement) {
      if (record.isNull(measurement)) {
        putInt(-1);
      } else {
        putInt(Double.BYTES);
        putLong(record.bits(measurement));
      }
    }

    private void putLong(long value) {
      LONG.set(bytes, at, value);
      at += Long.BYTES;
    }

    private void putInt(int value) {
      INT.set(bytes, at, value);
      at += Integer.BYTES;
    }

    private void putShort(int value) {
      SHORT.set(bytes, at, (short) value);
      at += Short.BYTES;
    }

    @SuppressWarnings("deprecation") // the bytes of ASCII text, without an array between
    private void putAscii(String text) {
      text.getBytes(0, text.length(), bytes, at);
      at += text.length();
    }

    /** Sends what there is when the next row might not fit. */
    private void makeRoom() throws SQLException {
      if (at + longestRow > bytes.length) {
        copy.writeToCopy(bytes, 0, at);
        at = 0;
      }
    }

    @Override
    public void close() {
      // the connection is all there is, and its owner closes it
    }
  }
}
