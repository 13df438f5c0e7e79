package dev.weir.write;

import dev.weir.dataset.Record;
import java.sql.Connection;
import java.util.List;

/** Encodes and drops: what is left is the cost of everything before the server. */
final class DroppingWriter implements RowWriter {
  private final RecordEncoder encoder;
  private final RowBuffer buffer = new RowBuffer(CopyWriter.FULL + CopyWriter.FULL / 4);

  DroppingWriter(RecordEncoder encoder) {
    this.encoder = encoder;
  }

  @Override
  public void write(Connection connection, List<Record> records) {
    buffer.clear();
    encoder.begin(buffer);
    for (int i = 0; i < records.size(); i++) {
      encoder.encode(records.get(i), buffer);
      if (buffer.size() >= CopyWriter.FULL) {
        buffer.clear();
      }
    }
    encoder.end(buffer);
  }
}
