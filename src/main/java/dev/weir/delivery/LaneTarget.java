package dev.weir.delivery;

import dev.weir.layout.Table;
import dev.weir.write.RowWriter;
import javax.sql.DataSource;

/**
 * Where a lane's records come from and go to.
 *
 * @param key what the lane reads
 * @param lane its number, from 0
 * @param table what it writes to
 * @param pool gives its connection, and a second one when a failure has to be settled after the
 *     first was given up; a HikariCP pool of as many connections as there are lanes will do
 * @param rows how it writes, for this lane alone
 */
public record LaneTarget(LedgerKey key, int lane, Table table, DataSource pool, RowWriter rows) {

  String name() {
    return key + ", lane " + lane;
  }
}
