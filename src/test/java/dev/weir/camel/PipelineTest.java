package dev.weir.camel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.dataset.RecordDigest;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableCreation;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PipelineTest {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

  private static Home home;
  private static DatabaseAddress database;
  private static Pipeline pipeline;
  private static StrategyFiles files;
  private static Dataset sensors;

  @BeforeAll
  static void start() {
    home = Home.locate();
    database = TestServers.address();
    pipeline = new Pipeline(home, database);
    files = new StrategyFiles(home);
    sensors = new Datasets(home.datasets()).open("sensors");
  }

  @AfterAll
  static void stop() {
    pipeline.close();
  }

  @Test
  void everyRecordIsStoredAsTheDatasetHasIt() throws Exception {
    Strategy strategy = files.load("wide-copy-1000");
    Table table = create(strategy);
    try (Ingestion ingestion =
        pipeline.ingest(strategy, IngestionRequest.of(sensors, table, 2_500))) {
      assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
      assertThat(ingestion.failure()).isEmpty();
      assertThat(ingestion.stored()).isEqualTo(2_500);
      assertThat(ingestion.commits()).isEqualTo(3);
      assertThat(digest(table)).isEqualTo(digest(ingestion.lanes()));
    }
  }

  private static Table create(Strategy strategy) throws SQLException {
    Table table =
        new Table(
            "",
            "measurements_" + strategy.get(StrategySetting.LAYOUT),
            Layout.named(strategy.get(StrategySetting.LAYOUT)),
            sensors.measurements(),
            TableOptions.of(strategy));
    try (Connection connection = TestServers.connect(database)) {
      new TableCreation(table, List.of()).replace(connection);
    }
    return table;
  }

  private static String digest(Table table) throws SQLException {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(table.digestQuery())) {
      row.next();
      return row.getLong("records") + " " + row.getString("digest");
    }
  }

  private static String digest(List<LaneProgress> lanes) {
    RecordDigest digest = new RecordDigest();
    for (LaneProgress lane : lanes) {
      for (long i = 0; i < lane.stored(); i++) {
        digest.add(sensors.record(lane.firstPosition() + i * lane.step()));
      }
    }
    return digest.records() + " " + digest.hex();
  }
}
