package dev.weir.camel;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.delivery.DeliveryTables;
import dev.weir.delivery.Ledger;
import dev.weir.delivery.LedgerKey;
import dev.weir.layout.Table;
import dev.weir.postgres.PoolSettings;
import dev.weir.write.BatchStore;
import dev.weir.write.LaneWriter;
import dev.weir.write.RowWriter;
import dev.weir.write.TransactionStep;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For measuring: a batch that fails ends the ingestion. With {@code exactly-once} the ledger moves
 * in each transaction, so that its cost is in the figures; it begins empty and is left so.
 */
final class PlainStoring implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PlainStoring.class);

  private final Table table;
  private final Ledger ledger;

  private PlainStoring(Table table, Ledger ledger) {
    this.table = table;
    this.ledger = ledger;
  }

  /**
   * @param sessions gives the connection the ledger is opened by
   */
  static PlainStoring open(Strategy strategy, Table table, String dataset, DataSource sessions) {
    if (!isExactlyOnce(strategy)) {
      return new PlainStoring(table, null);
    }
    // two runs of a strategy have nothing to do with each other, and their tables have two names
    LedgerKey key = new LedgerKey(table.qualifiedName(), dataset);
    try {
      return new PlainStoring(
          table,
          Ledger.open(
              sessions,
              DeliveryTables.inSearchPath(),
              key,
              strategy.number(StrategySetting.WRITERS)));
    } catch (SQLException e) {
      throw new IllegalStateException("the ledger cannot be opened: " + e.getMessage(), e);
    }
  }

  static boolean isExactlyOnce(Strategy strategy) {
    return strategy.get(StrategySetting.DELIVERY).equals("exactly-once");
  }

  /** A pool for the ledger's session alone. */
  static PoolSettings sessionSettings(String id) {
    return PoolSettings.named("weir " + id + " ledger");
  }

  BatchStore store(int lane, DataSource pool, RowWriter rows) {
    TransactionStep[] steps =
        ledger == null ? new TransactionStep[0] : new TransactionStep[] {ledger.step(lane)};
    return LaneWriter.to(table, pool, rows, steps);
  }

  @Override
  public void close() {
    if (ledger == null) {
      return;
    }
    try {
      ledger.forget();
    } catch (SQLException e) {
      LOG.warn("the ledger of {} is left behind: {}", table.qualifiedName(), e.getMessage());
    } finally {
      ledger.close();
    }
  }
}
