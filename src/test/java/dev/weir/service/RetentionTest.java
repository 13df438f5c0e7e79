package dev.weir.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.camel.Management;
import dev.weir.camel.StrategyFiles;
import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.delivery.Account;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken away so that a service can go on for ever, and what is not. */
class RetentionTest {
  private static final long SECOND = 1_000_000;

  @TempDir Path folder;
  private final Home home = Home.locate();
  private final DatabaseAddress database = TestServers.address();
  private Dataset dataset;

  /** Ten records of each second, six hundred of each minute. */
  @BeforeEach
  void prepare() throws IOException {
    Files.writeString(
        folder.resolve("ten.yaml"),
        """
        kind: generated
        seed: 7
        series: 10
        start: 2026-01-01T00:00:00Z
        interval: 1s
        measurements: 3
        groups:
          - { name: level, count: 3, shape: normal, mean: 1, deviation: 1 }
        """);
    dataset = new Datasets(home.datasets()).open(folder.resolve("ten.yaml").toString());
  }

  private Strategy strategy(String partition) {
    return new StrategyFiles(home)
        .load("wide-copy-1000")
        .with(StrategySetting.PARTITION, partition)
        .with(StrategySetting.BATCH_SIZE, "100");
  }

  /** Stores at least so many records, and says where the last one was. */
  private long store(Strategy strategy, long records) throws Exception {
    ServiceRequest request =
        new ServiceRequest(
            home, strategy, dataset, database, folder, OptionalDouble.empty(), Management.OFF);
    try (Service service = new Service(request, new OtherService.Silent())) {
      CompletableFuture<Void> running = Scenery.start(service);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> service.account().map(Account::stored).orElse(0L) >= records);
      service.stop();
      running.get(30, TimeUnit.SECONDS);
      return service.account().orElseThrow().stored() - 1;
    }
  }

  private void apply(Retention retention, Strategy strategy, long newest) throws SQLException {
    try (Connection connection = TestServers.connect(database)) {
      retention.apply(connection, new SlotTables(strategy.name(), dataset).all(connection), newest);
    }
  }

  private long number(Strategy strategy, String what) throws SQLException {
    Table table = ServiceTable.of(strategy, dataset);
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(what.formatted(table.qualifiedName().replace("%", "%%")))) {
      row.next();
      return row.getLong(1);
    }
  }

  private static final String OLDEST =
      "SELECT (extract(epoch FROM min(recorded_at)) * 1000000)::bigint FROM %s";
  private static final String PARTITIONS =
      "SELECT count(*) FROM pg_inherits WHERE inhparent = '%s'::regclass";
  private static final String SIZE =
      "SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits"
          + " WHERE inhparent = '%s'::regclass";
  private static final String ROWS = "SELECT count(*) FROM %s";

  @Test
  void partitionsThatAreTooOldGoAsAWholeAndNoOtherRecordDoes() throws Exception {
    Strategy strategy = strategy("1m");
    long newest = store(strategy, 5_000);
    long before = number(strategy, ROWS);
    apply(new Retention(Retention.Limit.of("3m"), dataset), strategy, newest);
    long cutoff = dataset.record(newest).recordedAtMicros() - 180 * SECOND;
    long oldest = number(strategy, OLDEST);
    assertThat(oldest).isLessThanOrEqualTo(cutoff).isGreaterThan(cutoff - 60 * SECOND);
    assertThat(oldest % (60 * SECOND)).isZero();
    assertThat(number(strategy, ROWS)).isLessThan(before).isGreaterThanOrEqualTo(1_800);
  }

  @Test
  void withoutPartitionsRowsThatAreTooOldAreDeletedAndNoOtherRowIs() throws Exception {
    Strategy strategy = strategy("none");
    long newest = store(strategy, 5_000);
    apply(new Retention(Retention.Limit.of("3m"), dataset), strategy, newest);
    long cutoff = dataset.record(newest).recordedAtMicros() - 180 * SECOND;
    assertThat(number(strategy, OLDEST)).isEqualTo(cutoff);
    assertThat(number(strategy, ROWS)).isEqualTo(newest + 1 - firstFrom(cutoff));
  }

  private long firstFrom(long micros) {
    long position = 0;
    while (dataset.record(position).recordedAtMicros() < micros) {
      position++;
    }
    return position;
  }

  @Test
  void aSizeIsKeptByDroppingTheOldestPartitions() throws Exception {
    Strategy strategy = strategy("1m");
    long newest = store(strategy, 6_000);
    long partitions = number(strategy, PARTITIONS);
    long all = number(strategy, SIZE);
    Retention.Limit half = new Retention.Limit(null, OptionalLong.of(all / 2));
    apply(new Retention(half, dataset), strategy, newest);
    assertThat(number(strategy, SIZE)).isLessThanOrEqualTo(all / 2);
    assertThat(number(strategy, PARTITIONS)).isBetween(2L, partitions - 1);
    assertThat(number(strategy, OLDEST)).isGreaterThan(dataset.record(0).recordedAtMicros());
  }

  @Test
  void aSizeIsKeptWithoutPartitionsByAsManyRecordsAsFitAndNotByFewerEachTime() throws Exception {
    Strategy strategy = strategy("none");
    long newest = store(strategy, 6_000);
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute("ANALYZE " + ServiceTable.of(strategy, dataset).qualifiedName());
    }
    long all = number(strategy, "SELECT pg_total_relation_size('%s')");
    long before = number(strategy, ROWS);
    Retention retention =
        new Retention(new Retention.Limit(null, OptionalLong.of(all / 2)), dataset);
    apply(retention, strategy, newest);
    long kept = number(strategy, ROWS);
    assertThat(kept).isBetween(before / 2 - 20, before / 2 + 20);
    apply(retention, strategy, newest);
    assertThat(number(strategy, ROWS)).isEqualTo(kept);
  }

  @Test
  void limitsAreReadAsPostgresReadsThem() {
    assertThat(List.of("1MB", "20GB", "3TB"))
        .extracting(Retention.Limit::bytes)
        .containsExactly(1L << 20, 20L << 30, 3L << 40);
    assertThat(Retention.Limit.of("none")).isNull();
    assertThat(Retention.Limit.of("7d").time()).isEqualTo(Duration.ofDays(7));
  }
}
