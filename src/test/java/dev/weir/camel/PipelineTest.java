package dev.weir.camel;

import static dev.weir.camel.Patience.LONG_ENOUGH;
import static dev.weir.camel.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.weir.write.StoredRecords;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PipelineTest {

  /** A strategy of someone who wants series from 150 on left out. */
  private static final String FILTERING = "src/test/resources/filtering.camel.yaml";

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
      assertThat(stored(table)).isEqualTo(read(ingestion.lanes()));
    }
  }

  @Test
  void lanesTogetherStoreWhatTheDatasetHas() throws Exception {
    Strategy strategy = files.load("wide-insert-1-x4");
    Table table = create(strategy);
    try (Ingestion ingestion =
        pipeline.ingest(strategy, IngestionRequest.of(sensors, table, 403))) {
      assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
      assertThat(ingestion.lanes()).extracting(LaneProgress::stored).containsOnly(100L, 101L);
      assertThat(ingestion.stored()).isEqualTo(403);
      assertThat(stored(table)).isEqualTo(read(ingestion.lanes()));
    }
  }

  @Test
  void aVariedStrategyRunsAsVaried() throws Exception {
    Strategy strategy = files.load("narrow-copy-1000");
    strategy = files.vary(strategy, StrategySetting.BATCH_SIZE, "10");
    strategy = files.vary(strategy, StrategySetting.WRITERS, "2");
    strategy = files.vary(strategy, StrategySetting.INDEXES, "btree-series-time+brin-time");
    Table table = create(strategy);
    try (Ingestion ingestion =
        pipeline.ingest(strategy, IngestionRequest.of(sensors, table, 100))) {
      assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
      assertThat(ingestion.commits()).isEqualTo(10);
      assertThat(stored(table)).isEqualTo(read(ingestion.lanes()));
    }
  }

  @Test
  void lanesStartWhereTheyAreTold() throws Exception {
    Strategy strategy = files.vary(files.load("wide-copy-1000"), StrategySetting.WRITERS, "2");
    Table table = create(strategy);
    try (Ingestion ingestion =
        pipeline.ingest(
            strategy, IngestionRequest.of(sensors, table, 50).from(List.of(1_000L, 333L)))) {
      assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
      assertThat(ingestion.lanes()).extracting(LaneProgress::firstPosition).contains(1_000L, 333L);
      assertThat(stored(table)).isEqualTo(read(ingestion.lanes()));
    }
  }

  @Test
  void aRouteWrittenOutMayDropRecords() throws Exception {
    Strategy strategy = files.vary(files.load(FILTERING), StrategySetting.BATCH_SIZE, "20");
    strategy = files.vary(strategy, StrategySetting.WRITERS, "2");
    Table table = create(strategy);
    try (Ingestion ingestion =
        pipeline.ingest(strategy, IngestionRequest.of(sensors, table, 200))) {
      assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
      assertThat(ingestion.failure()).isEmpty();
      assertThat(ingestion.read()).isEqualTo(200);
      // of 1000 series, the first records are those of series 0, 1, 2, ...
      assertThat(ingestion.stored()).isEqualTo(150);
      assertThat(stored(table).records()).isEqualTo(150);
    }
  }

  @Test
  void aTableThatIsNotThereEndsTheIngestionWithTheServersWords() throws Exception {
    Strategy strategy = files.load("wide-copy-1000");
    Table missing = new Table("", "missing", Layout.named("wide"), 100, TableOptions.defaults());
    try (Ingestion ingestion =
        pipeline.ingest(strategy, IngestionRequest.of(sensors, missing, 5_000))) {
      assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
      assertThat(ingestion.failure()).get().asString().contains("missing");
      assertThat(ingestion.stored()).isZero();
    }
  }

  @Test
  void aClosedIngestionLeavesNoRouteNoThreadAndNoConnection() throws Exception {
    Strategy strategy = files.load("wide-insert-1-x4");
    Table table = create(strategy);
    try (Ingestion ingestion =
        pipeline.ingest(strategy, IngestionRequest.of(sensors, table, Long.MAX_VALUE))) {
      await().until(() -> ingestion.stored() > 20);
    }
    assertThat(pipeline.context().getRoutes()).isEmpty();
    assertThat(pipeline.context().getRouteDefinitions()).isEmpty();
    assertThat(pipeline.context().getRouteTemplateDefinitions()).hasSize(2);
    assertThat(pipeline.context().getEndpoints()).isEmpty();
    assertThat(pipeline.context().getRegistry().findByType(Ingestion.class)).isEmpty();
    Patience.untilNoThreadIsNamed(strategy.name(), "weir-writer", "Aggregate");
    await().until(() -> count("pg_stat_activity WHERE application_name LIKE 'weir wide%'") == 0);
  }

  @Test
  void closingThePipelineStoresThePartialBatchOfEveryLane() throws Exception {
    Strategy strategy =
        files.vary(files.load("wide-copy-1000"), StrategySetting.BATCH_TIMEOUT, "1h");
    strategy = files.vary(strategy, StrategySetting.WRITERS, "2");
    Table table = create(strategy);
    Ingestion ingestion;
    try (Pipeline own = new Pipeline(home, database)) {
      ingestion =
          own.ingest(strategy, IngestionRequest.of(sensors, table, Long.MAX_VALUE).atRate(100));
      await().until(() -> ingestion.read() >= 7);
      assertThat(ingestion.stored()).isZero();
    }
    assertThat(ingestion.commits()).isEqualTo(2);
    assertThat(ingestion.stored()).isEqualTo(ingestion.read());
    assertThat(stored(table)).isEqualTo(read(ingestion.lanes()));
  }

  @Test
  void theSameStrategyDoesNotRunTwiceAtATime() throws Exception {
    Strategy strategy = files.load("wide-copy-1000");
    Table table = create(strategy);
    IngestionRequest request = IngestionRequest.of(sensors, table, 10);
    try (Ingestion ingestion = pipeline.ingest(strategy, request)) {
      assertThatThrownBy(() -> pipeline.ingest(strategy, request))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("wide-copy-1000");
      assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    }
    create(strategy);
    try (Ingestion again = pipeline.ingest(strategy, request)) {
      assertThat(again.awaitEnd(LONG_ENOUGH)).isTrue();
      assertThat(again.stored()).isEqualTo(10);
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

  private static StoredRecords stored(Table table) throws SQLException {
    return StoredRecords.in(database, table);
  }

  /** What the lanes read, if all of it is stored. */
  private static StoredRecords read(List<LaneProgress> lanes) {
    RecordDigest digest = new RecordDigest();
    for (LaneProgress lane : lanes) {
      for (long i = 0; i < lane.stored(); i++) {
        digest.add(sensors.record(lane.firstPosition() + i * lane.step()));
      }
    }
    return StoredRecords.exactly(digest);
  }

  private static long count(String from) throws SQLException {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM " + from)) {
      row.next();
      return row.getLong(1);
    }
  }
}
