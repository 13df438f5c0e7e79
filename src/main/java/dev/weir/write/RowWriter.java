package dev.weir.write;

import dev.weir.dataset.Record;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * One method of writing rows, for one table. Belongs to one lane and is used by one thread at a
 * time, so that it may keep its buffers from batch to batch.
 */
public interface RowWriter {

  /**
   * Writes every record inside the transaction that is open on the connection; neither begins nor
   * ends one. After an exception the transaction is aborted and the connection may be unusable: the
   * caller throws it away.
   *
   * @throws SQLException if the server refuses a row or the connection is lost; then nothing of
   *     this call may be committed
   */
  void write(Connection connection, List<Record> records) throws SQLException;
}
