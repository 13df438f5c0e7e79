package dev.weir.camel;

import dev.weir.delivery.LaneAccount;
import dev.weir.postgres.PoolSettings;
import dev.weir.write.BatchStore;
import dev.weir.write.RowWriter;
import javax.sql.DataSource;

/** How the lanes of an ingestion store, where it is not for measuring. */
public interface Storing {

  /** The settings of the lanes' pool, from those of the strategy. */
  PoolSettings settings(PoolSettings ofStrategy);

  /**
   * What a lane stores by. It is closed when the ingestion is, after the lane's route has ended.
   *
   * @param lane its number, from 0
   * @param pool has one connection for each lane
   * @param rows the strategy's method, for this lane alone
   */
  BatchStore store(int lane, DataSource pool, RowWriter rows);

  /** Where the lane counts what it reads, before the record goes on its way. */
  LaneAccount account(int lane);
}
