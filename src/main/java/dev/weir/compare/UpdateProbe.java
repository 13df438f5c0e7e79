package dev.weir.compare;

import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;

/**
 * Changes one measurement of one record, commits, and goes on to the next, for a while. An eighth
 * of that while goes before and is not counted: the first change of a page after a checkpoint
 * writes the whole page to the log, and a small table would soon be past that, a large one not.
 */
final class UpdateProbe {
  private final Table table;
  private final StopSignal stop;

  UpdateProbe(Table table, StopSignal stop) {
    this.table = table;
    this.stop = stop;
  }

  /**
   * @param connection in autocommit, with the promise of the strategy
   */
  double updatesPerSecond(Connection connection, long[] ids, Duration time, Random random)
      throws SQLException, StopSignal.Stopped {
    int measurement = (table.measurements() + 1) / 2;
    try (PreparedStatement update =
        connection.prepareStatement(table.updateOneStatement(measurement))) {
      rate(update, ids, time.dividedBy(8), random);
      return rate(update, ids, time, random);
    }
  }

  private double rate(PreparedStatement update, long[] ids, Duration time, Random random)
      throws SQLException, StopSignal.Stopped {
    long start = System.nanoTime();
    long elapsed;
    long updates = 0;
    do {
      stop.check();
      update.setDouble(1, random.nextDouble());
      update.setLong(2, ids[(int) (updates % ids.length)]);
      int changed = update.executeUpdate();
      if (changed != 1) {
        throw new SQLException("an update of one measurement changed %d rows".formatted(changed));
      }
      updates++;
      elapsed = System.nanoTime() - start;
    } while (elapsed < time.toNanos());
    return updates / (elapsed / 1e9);
  }
}
