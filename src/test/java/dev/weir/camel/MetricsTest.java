package dev.weir.camel;

import static dev.weir.camel.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.config.Strategy;
import dev.weir.config.TestHome;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.delivery.Accounts;
import dev.weir.delivery.LaneAccount;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableCreation;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.TestServers;
import dev.weir.write.BatchStore;
import dev.weir.write.LaneWriter;
import dev.weir.write.RowWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics page of a pipeline at work on a real server. */
class MetricsTest {
  /** What says nothing but how many, or yes and no, has no unit. */
  private static final String UNIT = ".*(_total|_bytes|_seconds|_seconds_max)";

  private static final Set<String> WITHOUT_UNIT =
      Set.of("weir_ready", "weir_pg_up", "weir_records_in_flight", "weir_ledger_position");

  private static final List<String> LABELS =
      List.of("slot", "strategy", "layout", "method", "lane", "le");

  @TempDir private static Path folder;
  private static TestHome home;
  private static DatabaseAddress database;
  private static Pipeline pipeline;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Dataset sensors = new Datasets(home.home().datasets()).open("sensors");

  @BeforeAll
  static void start() throws IOException {
    home = TestHome.in(folder, Map.of());
    database = TestServers.address();
    pipeline = new Pipeline(home.home(), database, Management.ON);
    pipeline.readyWhen("test", Optional::empty, Map::of);
  }

  @AfterAll
  static void stop() {
    pipeline.close();
  }

  private MetricsPage page() throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + home.managementPort() + "/observe/metrics");
    return MetricsPage.read(
        client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body());
  }

  private Table table(Connection connection, String layout) throws Exception {
    Table table =
        new Table(
            "",
            "metrics_" + layout,
            Layout.named(layout),
            sensors.measurements(),
            TableOptions.defaults());
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS " + table.qualifiedName());
    }
    new TableCreation(table, sensors.measurementNames()).createIfMissing(connection);
    return table;
  }

  private void run(String strategyName, Table table) throws Exception {
    Strategy strategy = new StrategyFiles(home.home()).load(strategyName);
    try (Ingestion ingestion =
            pipeline.ingest(strategy, IngestionRequest.of(sensors, table, 2_000));
        Sampling sampling =
            pipeline.sample(Duration.ofMillis(100), List.of(table.qualifiedName()), sample -> {})) {
      assertThat(ingestion.awaitEnd(Duration.ofSeconds(60))).isTrue();
      await().until(() -> !page().series("weir_table_heap_bytes").isEmpty());
      afterRun(strategyName, table);
      assertThat(sampling).isNotNull();
    }
  }

  private final List<Integer> seriesAfterRuns = new ArrayList<>();

  private void afterRun(String strategy, Table table) throws Exception {
    MetricsPage page = page();
    assertThat(page.faults()).isEmpty();
    // a kind of collection has series from its first one on; there are only so many kinds
    seriesAfterRuns.add(page.series("").size() - page.series("jvm_gc_pause").size());
    assertThat(page.series("weir_"))
        .allSatisfy(series -> assertThat(LABELS).containsAll(series.labels().keySet()));
    assertThat(page.value("weir_records_stored_total")).isEqualTo(2_000);
    assertThat(page.value("weir_batch_duration_seconds_count")).isEqualTo(2);
    assertThat(page.value("weir_ledger_position")).isEqualTo(1_999);
    assertThat(page.series("weir_records_stored_total").get(0).labels())
        .containsEntry("strategy", strategy)
        .containsEntry("slot", strategy)
        .containsEntry("layout", strategy.replaceAll("-.*", ""))
        .containsEntry("method", "copy-binary")
        .containsEntry("lane", "0");
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT pg_table_size(to_regclass('"
                    + table.qualifiedName()
                    + "')), "
                    + "pg_indexes_size(to_regclass('"
                    + table.qualifiedName()
                    + "'))")) {
      row.next();
      double heapAndToast =
          page.value("weir_table_heap_bytes") + page.value("weir_table_toast_bytes");
      assertThat(heapAndToast).isEqualTo((double) row.getLong(1));
      assertThat(page.value("weir_table_index_bytes")).isEqualTo((double) row.getLong(2));
    }
  }

  @Test
  void thePageIsWhatPrometheusWantsAndDoesNotGrowWithTimeOrSwaps() throws Exception {
    try (Connection connection = TestServers.connect(database)) {
      for (int swap = 0; swap < 3; swap++) {
        run("wide-copy-1000", table(connection, "wide"));
        run("narrow-copy-1000", table(connection, "narrow"));
      }
      MetricsPage idle = page();
      assertThat(idle.faults()).isEmpty();
      assertThat(idle.series("weir_records_")).isEmpty();
      assertThat(idle.series("weir_table_")).isEmpty();
      assertThat(idle.series("hikaricp_")).isEmpty();
      assertThat(idle.value("weir_ready")).isEqualTo(1);
    }
    // the first run also meets what the Java process does for the first time
    assertThat(seriesAfterRuns.subList(2, 6)).containsOnly(seriesAfterRuns.get(1));
  }

  @Test
  void allFamiliesAreThereInBaseUnits() throws Exception {
    try (Connection connection = TestServers.connect(database)) {
      Table wide = table(connection, "wide");
      Strategy strategy = new StrategyFiles(home.home()).load("wide-copy-1000");
      try (Ingestion ingestion =
              pipeline.ingest(
                  "kept",
                  strategy,
                  IngestionRequest.of(sensors, wide, 1_000_000_000),
                  new Kept(wide));
          Sampling sampling =
              pipeline.sample(
                  Duration.ofMillis(100), List.of(wide.qualifiedName()), sample -> {})) {
        assertThat(sampling).isNotNull();
        await().until(() -> !page().series("weir_pg_up").isEmpty());
        MetricsPage page = page();
        assertThat(page.faults()).isEmpty();
        Set<String> own = new TreeSet<>();
        page.families().keySet().stream().filter(n -> n.startsWith("weir_")).forEach(own::add);
        assertThat(own)
            .contains(
                "weir_records_read_total",
                "weir_records_stored_total",
                "weir_batches_stored_total",
                "weir_batch_duration_seconds",
                "weir_ledger_position",
                "weir_pg_up",
                "weir_pg_wal_inserted_bytes_total",
                "weir_pg_stat_wal_bytes_total",
                "weir_pg_stat_wal_fpi_total",
                "weir_pg_stat_checkpointer_num_timed_total",
                "weir_pg_stat_checkpointer_num_requested_total",
                "weir_table_heap_bytes",
                "weir_table_index_bytes",
                "weir_table_toast_bytes")
            .allMatch(name -> name.matches(UNIT) || WITHOUT_UNIT.contains(name));
        assertThat(page.families().keySet())
            .contains(
                "hikaricp_connections_active",
                "jvm_memory_used_bytes",
                "process_uptime_seconds",
                "camel_routes_running_routes");
        assertThat(queried()).isNotEmpty().allMatch(own::contains, "one of " + own);
        ingestion.stop();
      }
    }
  }

  /** Weir's metrics in the queries of the example of a Grafana dashboard, as families. */
  private static Set<String> queried() throws IOException {
    Path file = home.home().config().resolve("examples/grafana-dashboard.json");
    Set<String> names = new TreeSet<>();
    for (String text : new ObjectMapper().readTree(file.toFile()).findValuesAsText("expr")) {
      Pattern.compile("\\bweir_\\w+")
          .matcher(text)
          .results()
          .map(found -> found.group().replaceFirst("_bucket$", ""))
          .forEach(names::add);
    }
    return names;
  }

  /** Lanes with an account, as the service's have. */
  private record Kept(Table table, Accounts accounts) implements Storing {
    Kept(Table table) {
      this(table, new Accounts(1));
    }

    @Override
    public PoolSettings settings(PoolSettings ofStrategy) {
      return ofStrategy;
    }

    @Override
    public BatchStore store(int lane, DataSource pool, RowWriter rows) {
      return LaneWriter.to(table, pool, rows);
    }

    @Override
    public LaneAccount account(int lane) {
      return accounts.lane(lane);
    }
  }

  @Test
  void aServerThatIsGoneLeavesNoFiguresBehind() {
    ServerMeters meters = new ServerMeters();
    assertThat(meters.collect().size()).as("before the first sample").isZero();
    meters.miss();
    assertThat(meters.collect().stream().map(family -> family.getMetadata().getName()))
        .containsExactly("weir_pg_up");
    meters.forget();
    assertThat(meters.collect().size()).isZero();
  }
}
