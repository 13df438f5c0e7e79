package dev.weir.write;

import java.sql.Connection;
import java.sql.SQLException;

/** Something done in a batch's transaction after its rows are written, before it is committed. */
public interface TransactionStep {

  /** Neither begins nor ends a transaction; what it throws rolls the batch back. */
  void apply(Connection connection, Batch batch) throws SQLException;
}
