package dev.weir.camel;

import static dev.weir.camel.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Home;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import dev.weir.statistics.Gap;
import dev.weir.statistics.Snapshot;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // a sampling is there to be closed
class SamplingTest {
  private static final Duration PERIOD = Duration.ofMillis(50);

  private static DatabaseAddress database;
  private static Pipeline pipeline;

  @BeforeAll
  static void start() {
    database = TestServers.address();
    pipeline = new Pipeline(Home.locate(), database);
  }

  @AfterAll
  static void stop() {
    pipeline.close();
  }

  @Test
  void aSampleHasTheFiguresOfServerAndTables() throws Exception {
    execute("CREATE TABLE sampled (id bigint PRIMARY KEY)");
    List<Snapshot> samples = new CopyOnWriteArrayList<>();
    try (Sampling sampling = pipeline.sample(PERIOD, List.of("sampled"), samples::add)) {
      await().until(() -> samples.size() >= 3);
    }
    assertThat(samples.get(0).gaps()).isEmpty();
    assertThat(samples.get(0).major()).isEqualTo(TestServers.NEWEST);
    assertThat(samples.get(0).figures().rows("wal_position")).isNotEmpty();
    assertThat(samples.get(0).figures().rows("table_size")).isNotEmpty();
    assertThat(samples).isSortedAccordingTo((a, b) -> Long.compare(a.nanoTime(), b.nanoTime()));
  }

  @Test
  void aLockedTableIsAGapAndTheOtherFiguresStand() throws Exception {
    execute("CREATE TABLE locked (id bigint PRIMARY KEY)");
    List<Snapshot> samples = new CopyOnWriteArrayList<>();
    try (Connection other = TestServers.connect(database)) {
      other.setAutoCommit(false);
      try (Statement statement = other.createStatement()) {
        statement.execute("LOCK TABLE locked");
      }
      try (Sampling sampling = pipeline.sample(PERIOD, List.of("locked"), samples::add)) {
        await().until(() -> samples.size() >= 2);
      }
    }
    assertThat(samples.get(1).gaps()).isNotEmpty();
    assertThat(samples.get(1).gaps())
        .allMatch(gap -> gap.reason() == Gap.Reason.LOCKED && gap.query().endsWith("of locked"));
    assertThat(samples.get(1).figures().rows("wal_position")).isNotEmpty();
  }

  @Test
  void samplesGoOnWhenTheConnectionIsLost() throws Exception {
    List<Snapshot> samples = new CopyOnWriteArrayList<>();
    try (Sampling sampling = pipeline.sample(PERIOD, List.of(), samples::add)) {
      await().until(() -> samples.size() >= 2);
      execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE application_name = 'weir sampling' AND datname = current_database()");
      int before = samples.size();
      await().until(() -> samples.size() >= before + 2);
    }
    assertThat(samples.get(samples.size() - 1).gaps()).isEmpty();
  }

  @Test
  void aTakerThatFailsDoesNotEndTheSampling() {
    List<Snapshot> samples = new CopyOnWriteArrayList<>();
    try (Sampling sampling =
        pipeline.sample(
            PERIOD,
            List.of(),
            sample -> {
              samples.add(sample);
              throw new IllegalStateException("the taker fails");
            })) {
      await().until(() -> samples.size() >= 3);
    }
  }

  @Test
  void closingLeavesNoRouteAndNoConnection() throws Exception {
    List<Snapshot> samples = new CopyOnWriteArrayList<>();
    try (Sampling sampling = pipeline.sample(PERIOD, List.of(), samples::add)) {
      await().until(() -> !samples.isEmpty());
    }
    int taken = samples.size();
    assertThat(pipeline.context().getRoutes()).isEmpty();
    assertThat(pipeline.context().getEndpoints()).isEmpty();
    assertThat(samples).hasSize(taken);
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().contains("sample-")));
  }

  private static void execute(String sql) throws Exception {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
