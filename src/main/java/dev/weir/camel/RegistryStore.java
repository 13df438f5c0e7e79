package dev.weir.camel;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableCreation;
import dev.weir.layout.TableOptions;
import dev.weir.write.Batch;
import dev.weir.write.BatchStore;
import dev.weir.write.LaneWriter;
import dev.weir.write.TransactionStep;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;

/**
 * Where a lane stores in a Camel application that only has Weir on its class path: the one {@link
 * DataSource} in the registry. Looked for at the first batch, so that a route can be loaded before
 * there is a database.
 */
final class RegistryStore implements BatchStore {
  private final BatchWriterEndpoint endpoint;
  private final Strategy strategy;
  private LaneWriter writer;

  /**
   * @throws dev.weir.config.ConfigurationException if the endpoint's parameters are no strategy
   */
  RegistryStore(BatchWriterEndpoint endpoint) {
    this.endpoint = endpoint;
    this.strategy = endpoint.strategy();
  }

  @Override
  public void store(Batch batch) throws SQLException {
    if (writer == null) {
      writer = open(batch.records().get(0).measurements());
    }
    writer.store(batch);
  }

  @Override
  public void close() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }

  private LaneWriter open(int measurements) throws SQLException {
    CamelContext context = endpoint.getCamelContext();
    DataSource pool = context.getRegistry().findSingleByType(DataSource.class);
    if (pool == null) {
      throw new IllegalStateException(
          endpoint + " needs one DataSource in Camel's registry; there is none, or more than one");
    }
    String layout = strategy.get(StrategySetting.LAYOUT);
    String name = endpoint.getTable() == null ? "measurements_" + layout : endpoint.getTable();
    Table table =
        new Table("", name, Layout.named(layout), measurements, TableOptions.of(strategy));
    try (Connection connection = pool.getConnection()) {
      new TableCreation(table, List.of()).createIfMissing(connection);
    }
    return LaneWriter.to(table, pool, LaneStores.rows(context, strategy, table), commitMode());
  }

  /** A pool of Weir's own has it set for the session; this one is somebody else's. */
  private TransactionStep[] commitMode() {
    String mode = strategy.get(StrategySetting.SYNCHRONOUS_COMMIT);
    if (mode.equals(StrategySetting.SYNCHRONOUS_COMMIT.defaultValue())) {
      return new TransactionStep[0];
    }
    return new TransactionStep[] {
      (connection, batch) -> {
        try (Statement statement = connection.createStatement()) {
          statement.execute("SET LOCAL synchronous_commit TO " + mode);
        }
      }
    };
  }
}
