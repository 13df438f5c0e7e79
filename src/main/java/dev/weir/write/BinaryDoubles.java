package dev.weir.write;

import dev.weir.dataset.Record;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A record's measurements in PostgreSQL's binary form: as fields of a row, or as one array. An
 * element of an array looks as a field does: length, then 8 bytes; length -1 for null.
 */
final class BinaryDoubles {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Dimensions, whether there are nulls, type of the elements, length, lower bound. */
  private static final int ARRAY_HEADER_BYTES = 20;

  private static final int FLOAT8_OID = 701;
  private static final int FIELD_BYTES = Integer.BYTES + Long.BYTES;

  private BinaryDoubles() {}

  /** The most bytes an array of so many can take. */
  static int arrayBytes(int measurements) {
    return ARRAY_HEADER_BYTES + FIELD_BYTES * measurements;
  }

  /** One array of one dimension, counted from 1. Room must be there. */
  static void putArray(Record record, RowBuffer buffer) {
    buffer.putInt(1);
    buffer.putInt(record.hasNulls() ? 1 : 0);
    buffer.putInt(FLOAT8_OID);
    buffer.putInt(record.measurements());
    buffer.putInt(1);
    putFields(record, buffer);
  }

  /** All measurements in order. Room must be there. */
  static void putFields(Record record, RowBuffer buffer) {
    // the hottest loop of all: keeps its own position instead of the buffer's
    byte[] bytes = buffer.bytes();
    int position = buffer.size();
    int measurements = record.measurements();
    if (record.hasNulls()) {
      for (int i = 0; i < measurements; i++) {
        if (record.isNull(i)) {
          INTS.set(bytes, position, -1);
          position += Integer.BYTES;
        } else {
          INTS.set(bytes, position, Long.BYTES);
          LONGS.set(bytes, position + Integer.BYTES, record.bits(i));
          position += FIELD_BYTES;
        }
      }
    } else {
      for (int i = 0; i < measurements; i++) {
        INTS.set(bytes, position, Long.BYTES);
        LONGS.set(bytes, position + Integer.BYTES, record.bits(i));
        position += FIELD_BYTES;
      }
    }
    buffer.setSize(position);
  }
}
