package dev.weir.bench;

import dev.weir.camel.Ingestion;
import dev.weir.camel.IngestionRequest;
import dev.weir.camel.Storing;
import dev.weir.delivery.DeadLetterFile;
import dev.weir.delivery.DeadLetters;
import dev.weir.delivery.DeliveringStore;
import dev.weir.delivery.DeliverySettings;
import dev.weir.delivery.DeliveryTables;
import dev.weir.delivery.LaneAccount;
import dev.weir.delivery.LaneTarget;
import dev.weir.delivery.LedgerKey;
import dev.weir.layout.Table;
import dev.weir.postgres.PoolSettings;
import dev.weir.write.BatchStore;
import dev.weir.write.RowWriter;
import java.io.IOException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * A load that survives failures and puts bad records aside, as the service's do, but keeps no
 * ledger: what that costs while nothing fails and no record is bad.
 */
final class DeliveredLoad extends VariedLoad {
  private static final String NAME = "bench-delivered";

  private final WeirLoad load;

  DeliveredLoad(WeirLoad load) {
    super(load, "delivered");
    this.load = load;
  }

  @Override
  public Load load(Bed bed, Table table, long records) throws IOException, InterruptedException {
    Delivering storing = new Delivering(bed, table);
    Load.Stopwatch stopwatch = Load.start();
    try (Ingestion ingestion =
        bed.weir()
            .ingest(
                NAME,
                load.strategy(bed),
                IngestionRequest.of(bed.dataset(), table, records),
                storing)) {
      WeirLoad.finish(ingestion, records);
      return stopwatch.stop(records, Duration.ofNanos(ingestion.elapsedNanos()));
    }
  }

  /** One lane's. */
  private static final class Delivering implements Storing {
    private final DeliverySettings settings = DeliverySettings.defaults();
    private final LaneAccount account = new LaneAccount();
    private final DeadLetters deadLetters;
    private final LedgerKey key;
    private final Table table;

    Delivering(Bed bed, Table table) throws IOException {
      this.deadLetters =
          new DeadLetters(DeliveryTables.inSearchPath(), new DeadLetterFile(bed.workFolder()));
      this.key = new LedgerKey(NAME, bed.dataset().name());
      this.table = table;
    }

    @Override
    public PoolSettings settings(PoolSettings ofStrategy) {
      return settings.limits().applyTo(ofStrategy);
    }

    @Override
    public BatchStore store(int lane, DataSource pool, RowWriter rows) {
      return DeliveringStore.withoutLedger(
          new LaneTarget(key, lane, table, pool, rows), deadLetters, account, settings);
    }

    @Override
    public LaneAccount account(int lane) {
      return account;
    }
  }
}
