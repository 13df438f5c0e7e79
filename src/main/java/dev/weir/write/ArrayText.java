package dev.weir.write;

import dev.weir.dataset.Record;

/** A record's measurements as PostgreSQL reads an array: {@code {1.5,NULL,NaN}}. */
final class ArrayText {

  private ArrayText() {}

  /** The most bytes an array of so many can take. */
  static int mostBytes(int measurements) {
    return 2 + (DecimalText.MOST_BYTES + 1) * measurements;
  }

  /** Room must be there. */
  static void put(Record record, RowBuffer buffer) {
    for (int i = 0; i < record.measurements(); i++) {
      buffer.putByte(i == 0 ? '{' : ',');
      if (record.isNull(i)) {
        buffer.putAscii("NULL");
      } else {
        DecimalText.put(record.value(i), buffer);
      }
    }
    buffer.putByte('}');
  }
}
