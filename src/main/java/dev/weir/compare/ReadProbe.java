package dev.weir.compare;

import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/** Reads whole records back by id, one after the other, each once before so that it is warm. */
final class ReadProbe {
  private final Table table;
  private final StopSignal stop;

  ReadProbe(Table table, StopSignal stop) {
    this.table = table;
    this.stop = stop;
  }

  /**
   * @return the median, in milliseconds, from sending the query to having every value of the record
   */
  double medianMillis(Connection connection, long[] ids) throws SQLException, StopSignal.Stopped {
    long[] nanos = new long[ids.length];
    try (PreparedStatement read = connection.prepareStatement(table.readOneQuery())) {
      for (long id : ids) {
        stop.check();
        read(read, id);
      }
      for (int i = 0; i < ids.length; i++) {
        stop.check();
        long start = System.nanoTime();
        read(read, ids[i]);
        nanos[i] = System.nanoTime() - start;
      }
    }
    Arrays.sort(nanos);
    return nanos[nanos.length / 2] / 1e6;
  }

  private void read(PreparedStatement read, long id) throws SQLException {
    read.setLong(1, id);
    int rows = 0;
    try (ResultSet result = read.executeQuery()) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        for (int column = 1; column <= columns; column++) {
          result.getObject(column);
        }
        rows++;
      }
    }
    if (rows != table.rowsPerRecord()) {
      throw new SQLException(
          "record %d was read back as %d rows, not %d".formatted(id, rows, table.rowsPerRecord()));
    }
  }
}
