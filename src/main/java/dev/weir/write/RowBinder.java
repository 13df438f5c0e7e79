package dev.weir.write;

import dev.weir.dataset.Record;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Sets the parameters of an INSERT of one row: a parameter a column, in table order. */
public interface RowBinder {

  /**
   * Sets the parameters that differ from those of the row before.
   *
   * @param row which row of the record, from 0; rows come in order
   */
  void bind(Record record, int row, PreparedStatement statement) throws SQLException;

  /** How many rows a record is. */
  int rowsPerRecord();
}
