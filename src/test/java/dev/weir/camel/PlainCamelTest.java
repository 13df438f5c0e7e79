package dev.weir.camel;

import static dev.weir.camel.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.config.Home;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.dataset.RecordDigest;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.postgres.TestServers;
import dev.weir.write.StoredRecords;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application that has Weir on its class path and its route files in a folder, nothing more. */
class PlainCamelTest {
  private static final int RECORDS = 10;

  private static Home home;
  private static DatabaseAddress database;
  private static HikariDataSource pool;
  private static HikariDataSource rewritingPool;
  private static Main main;

  static List<String> names() {
    return new StrategyFiles(Home.locate()).names();
  }

  @BeforeAll
  static void start() throws Exception {
    home = Home.locate();
    database = TestServers.address();
    pool = pool(false);
    rewritingPool = pool(true);
    main = new Main();
    main.configure()
        .withRoutesIncludePattern(
            "file:" + home.routes() + "/ingest.camel.yaml,file:" + home.strategies() + "/*");
    main.configure().withAutoStartup(false);
    main.addInitialProperty("weir.records", Integer.toString(RECORDS));
    main.start();
  }

  @AfterAll
  static void stop() {
    main.stop();
    pool.close();
    rewritingPool.close();
  }

  @Test
  void everyStrategyFileLoads() {
    assertThat(main.getCamelContext().getRoutes())
        .extracting(route -> route.getRouteId())
        .containsAll(names());
  }

  @ParameterizedTest
  @MethodSource("names")
  void givenADataSourceAStrategyRuns(String name) throws Exception {
    CamelContext context = main.getCamelContext();
    boolean rewriting = name.contains("multirow");
    context.getRegistry().bind("database", rewriting ? rewritingPool : pool);
    Table table = table(name);
    execute(table.dropStatement());
    context.getRouteController().startRoute(name);
    Ingestion ingestion = context.getRegistry().lookupByNameAndType(name, Ingestion.class);

    try {
      await().until(() -> ingestion.stored() == RECORDS || ingestion.failure().isPresent());
    } finally {
      context.getRouteController().stopRoute(name);
    }
    assertThat(ingestion.failure()).isEmpty();
    assertThat(ingestion.stored()).isEqualTo(RECORDS);
    assertThat(StoredRecords.in(database, table)).isEqualTo(expected());
  }

  @Test
  void aRouteWithoutAnAggregateStoresRecordByRecord() throws Exception {
    main.getCamelContext().getRegistry().bind("database", pool);
    Ingestion ingestion = run("single", "?records=5", "&table=single");

    await().until(() -> ingestion.stored() == 5);
    assertThat(ingestion.commits()).isEqualTo(5);
  }

  @Test
  void whatKeepsALaneFromReadingSurfaces() throws Exception {
    Ingestion ingestion = run("lost", "?dataset=nowhere", "");

    await().until(() -> ingestion.failure().isPresent());
    assertThat(ingestion.failure()).get().asString().contains("nowhere");
  }

  private static Ingestion run(String name, String source, String sink) throws Exception {
    CamelContext context = main.getCamelContext();
    context.addRoutes(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("records:" + name + source)
                .routeId(name)
                .to("batch-writer:" + name + "?layout=wide&method=batch-insert" + sink);
          }
        });
    context.getRouteController().startRoute(name);
    return context.getRegistry().lookupByNameAndType(name, Ingestion.class);
  }

  private static HikariDataSource pool(boolean rewriting) {
    return Pools.open(
        database, "plain", 2, PoolSettings.named("plain").withRewriteBatchedInserts(rewriting));
  }

  private static Dataset sensors() {
    return new Datasets(home.datasets()).open("sensors");
  }

  private static Table table(String name) {
    String layout = new StrategyFiles(home).load(name).get(StrategySetting.LAYOUT);
    return new Table(
        "",
        "measurements_" + layout,
        Layout.named(layout),
        sensors().measurements(),
        TableOptions.defaults());
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static StoredRecords expected() {
    RecordDigest digest = new RecordDigest();
    for (int i = 0; i < RECORDS; i++) {
      digest.add(sensors().record(i));
    }
    return StoredRecords.exactly(digest);
  }
}
