package dev.weir.write;

import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import java.util.function.IntFunction;

/**
 * COPY's text format, a class a layout: fields parted by tabs, a null as {@code \N}, a line a row.
 * Nothing written here needs escaping.
 */
final class TextEncoders {
  private static final Layout.Cases<IntFunction<RecordEncoder>> CASES =
      new Layout.Cases<>(Wide::new, Narrow::new, Array::new, Jsonb::new);

  /** id, recorded_at and series with the tab behind each. */
  private static final int KEY_BYTES = RowBuffer.MOST_WHOLE_BYTES + TimeText.MOST_BYTES + 11 + 3;

  /** A measurement and the tab, comma or line end behind it. */
  private static final int VALUE_BYTES = DecimalText.MOST_BYTES + 1;

  private TextEncoders() {}

  static RecordEncoder of(Table table) {
    return table.layout().choose(CASES).apply(table.measurements());
  }

  /** What is the same in every layout. */
  private abstract static class Text implements RecordEncoder {
    final int measurements;

    Text(int measurements) {
      this.measurements = measurements;
    }

    @Override
    public void begin(RowBuffer buffer) {
      // a text COPY has no header
    }

    @Override
    public void end(RowBuffer buffer) {
      // nor a trailer
    }

    @Override
    public int rowsPerRecord() {
      return 1;
    }

    static void putKey(Record record, RowBuffer buffer) {
      buffer.putWhole(record.id());
      buffer.putByte('\t');
      TimeText.put(record.recordedAtMicros(), buffer);
      buffer.putByte('\t');
      buffer.putWhole(record.series());
      buffer.putByte('\t');
    }

    static void putField(Record record, int measurement, RowBuffer buffer) {
      if (record.isNull(measurement)) {
        buffer.putByte('\\');
        buffer.putByte('N');
      } else {
        DecimalText.put(record.value(measurement), buffer);
      }
    }
  }

  private static final class Wide extends Text {
    Wide(int measurements) {
      super(measurements);
    }

    @Override
    public void encode(Record record, RowBuffer buffer) {
      MeasurementCount.check(record, measurements);
      buffer.reserve(KEY_BYTES + VALUE_BYTES * measurements);
      putKey(record, buffer);
      for (int i = 0; i < measurements; i++) {
        putField(record, i, buffer);
        buffer.putByte(i == measurements - 1 ? '\n' : '\t');
      }
    }
  }

  private static final class Narrow extends Text {
    private static final int ROW_BYTES = KEY_BYTES + 6 + VALUE_BYTES;

    Narrow(int measurements) {
      super(measurements);
    }

    @Override
    public void encode(Record record, RowBuffer buffer) {
      MeasurementCount.check(record, measurements);
      buffer.reserve(Math.multiplyExact(ROW_BYTES, measurements));
      int keyAt = buffer.size();
      putKey(record, buffer);
      int keyBytes = buffer.size() - keyAt;
      for (int i = 0; i < measurements; i++) {
        if (i > 0) {
          buffer.repeat(keyAt, keyBytes);
        }
        buffer.putWhole(i + 1);
        buffer.putByte('\t');
        putField(record, i, buffer);
        buffer.putByte('\n');
      }
    }

    @Override
    public int rowsPerRecord() {
      return measurements;
    }
  }

  private static final class Array extends Text {
    Array(int measurements) {
      super(measurements);
    }

    @Override
    public void encode(Record record, RowBuffer buffer) {
      MeasurementCount.check(record, measurements);
      buffer.reserve(KEY_BYTES + ArrayText.mostBytes(measurements) + 1);
      putKey(record, buffer);
      ArrayText.put(record, buffer);
      buffer.putByte('\n');
    }
  }

  private static final class Jsonb extends Text {
    private final JsonDocument document;

    Jsonb(int measurements) {
      super(measurements);
      this.document = new JsonDocument(measurements);
    }

    @Override
    public void encode(Record record, RowBuffer buffer) {
      MeasurementCount.check(record, measurements);
      buffer.reserve(KEY_BYTES + document.mostBytes() + 1);
      putKey(record, buffer);
      document.putText(record, buffer);
      buffer.putByte('\n');
    }
  }
}
