package dev.weir.write;

import dev.weir.dataset.Record;

/** Turns records into the bytes of a COPY. Keeps nothing from record to record. */
interface RecordEncoder {

  /** What comes before the first row. */
  void begin(RowBuffer buffer);

  /** The rows of one record, behind what is in the buffer. */
  void encode(Record record, RowBuffer buffer);

  /** What comes after the last row. */
  void end(RowBuffer buffer);

  /** How many rows a record is. */
  int rowsPerRecord();
}
