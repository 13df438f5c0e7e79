package dev.weir.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.compare.ServicePeriod;
import dev.weir.config.TestHome;
import dev.weir.delivery.Account;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.TestServers;
import dev.weir.report.PeriodsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Swaps without end among good, broken and removed files, and a server that goes away meanwhile,
 * while metrics are scraped and samples tailed.
 */
class SoakTest {
  private static final Logger LOG = LoggerFactory.getLogger(SoakTest.class);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What a service keeps for its pages comes to a few megabytes by and by. */
  private static final long MORE_HEAP = 16_000_000;

  /** Pools make a thread when they need one and let it go after a while. */
  private static final int MORE_THREADS = 3;

  private static final int MORE_FILES = 5;

  private static final long LARGEST_BATCH = 1_000;

  private static final String STAYS = "wide-copy-1000";

  private static final String SIZE =
      "weir_table_heap_bytes{layout=\"wide\",method=\"copy-binary\",slot=\"slot\",strategy=\""
          + STAYS;

  /** Each can store five thousand a second on two cores, the server on the same machine. */
  private static final List<String> FAST =
      List.of(
          "array-copy-1000",
          "wide-unnest-1000",
          "jsonb-copy-1000",
          "wide-copy-text-1000",
          "wide-insert-1000");

  @TempDir Path folder;

  /**
   * What is done.
   *
   * @param rate records a second
   * @param others strategies that follow each other in a round; at its end their files are removed,
   *     so that {@value #STAYS} runs again
   * @param each how long a strategy runs
   * @param restarts of the server, the first of them in the first round: a crash, then an orderly
   *     one, and so on
   */
  private record Course(
      double rate, List<String> others, int rounds, Duration each, int restarts) {}

  @Test
  void swapsAndAKilledServerLoseNothingAndLeaveNothingBehind() throws Exception {
    // lanes that have not come equally far when they are stopped, and a table that is all rows
    List<String> others = List.of("narrow-copy-1000", "wide-insert-1-x4", "array-copy-1000");
    soak(new Course(2_000, others, 2, Duration.ofMillis(500), 1));
  }

  @Test
  @Tag("long")
  void twoMinutesOfSwapsAndServerRestartsLoseNothingAndLeaveNothingBehind() throws Exception {
    soak(new Course(5_000, FAST, 2, Duration.ofSeconds(10), 2));
  }

  @Test
  @Tag("endurance")
  void thirtyMinutesOfSwapsAndServerRestartsLoseNothingAndLeaveNothingBehind() throws Exception {
    soak(new Course(5_000, FAST, 5, Duration.ofMinutes(1), 2));
  }

  private void soak(Course course) throws Exception {
    Scenery scenery = new Scenery(folder);
    TestHome home = TestHome.in(folder.resolve("home"), Map.of());
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      scenery.put(STAYS);
      ServiceRequest request =
          scenery.served(server.address(), OptionalDouble.of(course.rate()), home.home());
      try (Service service = new Service(request, new OtherService.Silent());
          Onlooker onlooker = new Onlooker(home)) {
        CompletableFuture<Void> running = Scenery.start(service);
        runs(course, service, STAYS);
        List<Footprint> footprints = new ArrayList<>();
        for (int round = 0; round < course.rounds(); round++) {
          round(course, scenery, server, service, round < course.restarts() ? round : -1);
          // the size of a table is known from the first sample that looks at it
          await().atMost(PATIENCE).until(() -> onlooker.metrics().contains(SIZE));
          footprints.add(Footprint.now(server.address(), onlooker.metrics()));
          LOG.info("after round {}: {}", round + 1, footprints.get(round));
        }
        Footprint first = footprints.get(0);
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () -> assertFlat(first, Footprint.now(server.address(), onlooker.metrics())));
        service.stop();
        running.get(60, TimeUnit.SECONDS);
        assertThat(service.account().orElseThrow().inFlight()).isZero();
        LOG.info("{}", onlooker);
        assertThat(onlooker.failure()).isNull();
        assertThat(onlooker.samples()).isPositive();
      }
      List<ServicePeriod> periods = new PeriodsFile(request.serviceFolder()).read();
      log(periods);
      long stored = scenery.assertFirstPart(server.address(), Scenery.SLOT);
      LOG.info("{} records, none lost, none twice; {} periods", stored, periods.size());
      assertPeriods(course, periods, stored);
    }
  }

  private static void assertFlat(Footprint first, Footprint last) {
    assertThat(last.heapBytes()).as("heap").isLessThan(first.heapBytes() + MORE_HEAP);
    assertThat(last.threads()).as("threads").isLessThanOrEqualTo(first.threads() + MORE_THREADS);
    assertThat(last.connections()).as("connections").isLessThanOrEqualTo(first.connections());
    assertThat(last.files()).as("files").isLessThanOrEqualTo(first.files() + MORE_FILES);
    Set<String> more = new TreeSet<>(last.series());
    more.removeAll(first.series());
    assertThat(more).as("further series").isEmpty();
  }

  private static void log(List<ServicePeriod> periods) {
    Map<String, List<ServicePeriod>> byStrategy = new TreeMap<>();
    periods.forEach(
        period ->
            byStrategy.computeIfAbsent(period.strategy(), s -> new ArrayList<>()).add(period));
    byStrategy.forEach((strategy, ofIt) -> LOG.info("{}: {}", strategy, figures(ofIt)));
  }

  private static void assertPeriods(Course course, List<ServicePeriod> periods, long stored) {
    int swaps = course.rounds() * (course.others().size() + 1);
    assertThat(periods).hasSize(1 + swaps).allMatch(ServicePeriod::accounted);
    // where a crash took the answer to a commit, the records were found stored, which counts for
    // none
    assertThat(periods.stream().mapToLong(ServicePeriod::records).sum())
        .isBetween(stored - course.restarts() * LARGEST_BATCH, stored);
    assertThat(periods).extracting(ServicePeriod::number).doesNotHaveDuplicates();
  }

  private static String figures(List<ServicePeriod> periods) {
    return "%d periods, %.0f to %.0f records/s, batches p99 %.0f to %.0f ms"
        .formatted(
            periods.size(),
            periods.stream().mapToDouble(ServicePeriod::recordsPerSecond).min().orElseThrow(),
            periods.stream().mapToDouble(ServicePeriod::recordsPerSecond).max().orElseThrow(),
            periods.stream().mapToDouble(p -> p.batchMillis().p99()).min().orElseThrow(),
            periods.stream().mapToDouble(p -> p.batchMillis().p99()).max().orElseThrow());
  }

  /**
   * @param restart of the server in this round, counted from 0; negative for none
   */
  private static void round(
      Course course, Scenery scenery, EmbeddedServer server, Service service, int restart)
      throws Exception {
    for (int other = 0; other < course.others().size(); other++) {
      String strategy = course.others().get(other);
      scenery.put(strategy);
      if (other == 1) {
        runs(course, service, strategy);
        scenery.write(strategy, "- templatedRoute: {");
        await().atMost(PATIENCE).until(() -> !service.refused(Scenery.SLOT).isEmpty());
        if (restart >= 0) {
          restart(server, service, restart % 2 == 0);
        }
      }
      runs(course, service, strategy);
      if (other == 2) {
        scenery.put(strategy, "fillfactor=900");
        await().atMost(PATIENCE).until(() -> service.refused(Scenery.SLOT).contains("fillfactor"));
        assertThat(service.running(Scenery.SLOT)).contains(strategy);
      }
    }
    course.others().forEach(scenery::remove);
    runs(course, service, STAYS);
  }

  private static void restart(EmbeddedServer server, Service service, boolean crash)
      throws IOException {
    if (crash) {
      server.stopImmediately();
    } else {
      server.rest();
    }
    await().atMost(PATIENCE).until(() -> service.problem().isPresent());
    server.startAgain();
    await().atMost(PATIENCE).until(() -> service.problem().isEmpty());
  }

  /** Waits until a strategy runs, and then as long as it is to. */
  private static void runs(Course course, Service service, String strategy) {
    await().atMost(PATIENCE).until(() -> service.running(Scenery.SLOT).orElse("").equals(strategy));
    long before = stored(service);
    long wanted = (long) (course.rate() / 4 * course.each().toMillis() / 1_000);
    long began = System.nanoTime();
    await()
        .atMost(PATIENCE.plus(course.each()))
        .until(
            () ->
                System.nanoTime() - began >= course.each().toNanos()
                    && stored(service) > before + wanted);
  }

  private static long stored(Service service) {
    return service.account().map(Account::stored).orElse(0L);
  }
}
