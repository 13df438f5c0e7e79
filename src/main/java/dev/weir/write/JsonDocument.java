package dev.weir.write;

import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import java.nio.charset.StandardCharsets;

/**
 * A record's measurements as a JSON object: {@code {"m001":1.5,"m002":null}}. NaN, Infinity,
 * -Infinity and -0 stand as strings, since jsonb has no such numbers.
 */
final class JsonDocument {
  /** The only version of jsonb's binary form; its text follows. */
  private static final int JSONB_VERSION = 1;

  private final byte[][] names;
  private final int mostBytes;

  JsonDocument(int measurements) {
    names =
        Layout.measurementNames(measurements)
            .map(name -> (",\"" + name + "\":").getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);
    names[0][0] = '{';
    int nameBytes = names[measurements - 1].length;
    mostBytes = Math.multiplyExact(measurements, nameBytes + DecimalText.MOST_BYTES + 2) + 2;
  }

  /** The most bytes a document can take in either form. */
  int mostBytes() {
    return mostBytes;
  }

  /** As jsonb is sent in binary: a version, then the text. Room must be there. */
  void putBinary(Record record, RowBuffer buffer) {
    buffer.putByte(JSONB_VERSION);
    putText(record, buffer);
  }

  /** Room must be there. */
  void putText(Record record, RowBuffer buffer) {
    for (int i = 0; i < names.length; i++) {
      buffer.putBytes(names[i]);
      if (record.isNull(i)) {
        buffer.putAscii("null");
      } else {
        putNumber(record.value(i), buffer);
      }
    }
    buffer.putByte('}');
  }

  private static void putNumber(double value, RowBuffer buffer) {
    boolean number = Math.abs(value) <= Double.MAX_VALUE && !isNegativeZero(value);
    if (number) {
      DecimalText.put(value, buffer);
    } else {
      buffer.putByte('"');
      DecimalText.put(value, buffer);
      buffer.putByte('"');
    }
  }

  private static boolean isNegativeZero(double value) {
    return Double.doubleToRawLongBits(value) == Long.MIN_VALUE;
  }
}
