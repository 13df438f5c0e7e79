package dev.weir.write;

import java.sql.SQLException;

/** Where the batches of one lane go. Used by one thread at a time. */
public interface BatchStore extends AutoCloseable {

  /**
   * Stores every record of the batch or none. After an exception the next batch may be stored all
   * the same.
   *
   * @throws SQLException if the server refused a record, was lost or did not answer; whether the
   *     batch is stored is open only if the connection was lost while it was being committed
   */
  void store(Batch batch) throws SQLException;

  /** Gives the connection back. Nothing is stored afterwards. */
  @Override
  void close();
}
