package dev.weir.write;

import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/**
 * COPY's binary format, a class a layout. A row is the number of its fields (2 bytes) and each
 * field its length (4 bytes; -1 for null) and its bytes, integers big-endian:
 * https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format".
 */
final class BinaryEncoders {
  private static final Layout.Cases<IntFunction<RecordEncoder>> CASES =
      new Layout.Cases<>(Wide::new, Narrow::new, Array::new, Jsonb::new);

  /** id, recorded_at and series with the lengths before them. */
  private static final int KEY_BYTES = 12 + 12 + 8;

  private static final int NULL = -1;

  private BinaryEncoders() {}

  static RecordEncoder of(Table table) {
    return table.layout().choose(CASES).apply(table.measurements());
  }

  /** Header and trailer, the same in every layout. */
  private abstract static class Binary implements RecordEncoder {
    private static final byte[] SIGNATURE =
        "PGCOPY\n\u00ff\r\n\0".getBytes(StandardCharsets.ISO_8859_1);

    final int measurements;

    Binary(int measurements) {
      this.measurements = measurements;
    }

    @Override
    public void begin(RowBuffer buffer) {
      buffer.reserve(SIGNATURE.length + 8);
      buffer.putBytes(SIGNATURE);
      buffer.putInt(0); // flags: no oids
      buffer.putInt(0); // length of the header's extension
    }

    @Override
    public void end(RowBuffer buffer) {
      buffer.reserve(2);
      buffer.putShort(-1);
    }

    @Override
    public int rowsPerRecord() {
      return 1;
    }

    static void putKey(Record record, RowBuffer buffer) {
      buffer.putLongField(record.id());
      buffer.putLongField(PostgresTime.of(record.recordedAtMicros()));
      buffer.putIntField(record.series());
    }
  }

  private static final class Wide extends Binary {
    Wide(int measurements) {
      super(measurements);
    }

    @Override
    public void encode(Record record, RowBuffer buffer) {
      MeasurementCount.check(record, measurements);
      buffer.reserve(2 + KEY_BYTES + 12 * measurements);
      buffer.putShort(3 + measurements);
      putKey(record, buffer);
      BinaryDoubles.putFields(record, buffer);
    }
  }

  private static final class Narrow extends Binary {
    private static final int ROW_BYTES = 2 + KEY_BYTES + 6 + 12;

    Narrow(int measurements) {
      super(measurements);
    }

    @Override
    public void encode(Record record, RowBuffer buffer) {
      MeasurementCount.check(record, measurements);
      buffer.reserve(ROW_BYTES * measurements);
      for (int i = 0; i < measurements; i++) {
        buffer.putShort(5);
        putKey(record, buffer);
        buffer.putInt(Short.BYTES);
        buffer.putShort(i + 1);
        if (record.isNull(i)) {
          buffer.putInt(NULL);
        } else {
          buffer.putLongField(record.bits(i));
        }
      }
    }

    @Override
    public int rowsPerRecord() {
      return measurements;
    }
  }

  private static final class Array extends Binary {
    Array(int measurements) {
      super(measurements);
    }

    @Override
    public void encode(Record record, RowBuffer buffer) {
      MeasurementCount.check(record, measurements);
      buffer.reserve(2 + KEY_BYTES + 4 + BinaryDoubles.arrayBytes(measurements));
      buffer.putShort(4);
      putKey(record, buffer);
      int lengthAt = buffer.size();
      buffer.putInt(0);
      BinaryDoubles.putArray(record, buffer);
      buffer.setInt(lengthAt, buffer.size() - lengthAt - Integer.BYTES);
    }
  }

  private static final class Jsonb extends Binary {
    private final JsonDocument document;

    Jsonb(int measurements) {
      super(measurements);
      this.document = new JsonDocument(measurements);
    }

    @Override
    public void encode(Record record, RowBuffer buffer) {
      MeasurementCount.check(record, measurements);
      buffer.reserve(2 + KEY_BYTES + 4 + document.mostBytes());
      buffer.putShort(4);
      putKey(record, buffer);
      int lengthAt = buffer.size();
      buffer.putInt(0);
      document.putBinary(record, buffer);
      buffer.setInt(lengthAt, buffer.size() - lengthAt - Integer.BYTES);
    }
  }
}
