package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.dataset.Record;
import dev.weir.dataset.RecordDigest;
import dev.weir.delivery.TcpProxy.AfterReceived;
import dev.weir.delivery.TcpProxy.AfterSent;
import dev.weir.delivery.TcpProxy.AtCommit;
import dev.weir.layout.Layout;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.TestServers;
import dev.weir.write.Batch;
import dev.weir.write.WriteMethod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lanes at work while everything around them is broken again and again. At the end: lost 0, twice
 * 0, by count and digest, and each bad record once among the dead letters.
 */
class ChaosTest {
  private static final Logger LOG = LoggerFactory.getLogger(ChaosTest.class);
  private static final int BATCH = 50;
  private static final int LANES = 2;
  private static final List<AtCommit> AROUND_COMMIT = List.of(AtCommit.values());
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(15);

  @TempDir Path folder;

  private static Stream<WriteMethod> methods() {
    return Methods.all();
  }

  /** Breaks something once; returns when it is broken. */
  private interface Trouble {
    void make(int number) throws Exception;
  }

  /** One record in a hundred breaks a constraint. */
  private static boolean isBad(long position) {
    return position % 100 == 37;
  }

  private static Record record(Scene scene, long position) {
    Record record = scene.dataset.record(position);
    return isBad(position)
        ? new Record(position, record.id(), record.recordedAtMicros(), -1, new double[3], null)
        : record;
  }

  /** Lanes store until the trouble is over; then what is stored is compared with what was read. */
  private void storeThrough(Scene scene, int times, Trouble trouble) throws Exception {
    scene.execute("ALTER TABLE measurements ADD CHECK (series >= 0)");
    AtomicBoolean goOn = new AtomicBoolean(true);
    List<CompletableFuture<Long>> lanes = new ArrayList<>();
    long[] next = scene.ledger().nextPositions();
    for (int lane = 0; lane < LANES; lane++) {
      int number = lane;
      DeliveringStore store = scene.exactlyOnce(lane);
      lanes.add(Background.call(() -> work(scene, store, number, next, goOn)));
    }
    CompletableFuture<Void> looking =
        Background.run(
            () -> {
              while (goOn.get()) {
                Account now = scene.accounts.now();
                assertThat(now.inFlight()).isBetween(0L, (long) LANES * BATCH);
                LockSupport.parkNanos(100_000);
              }
            });
    try {
      for (int number = 0; number < times; number++) {
        trouble.make(number);
      }
    } finally {
      goOn.set(false);
    }
    RecordDigest expected = new RecordDigest();
    long bad = 0;
    for (int lane = 0; lane < LANES; lane++) {
      long end = lanes.get(lane).get(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS);
      for (long position = next[lane]; position < end; position += LANES) {
        if (isBad(position)) {
          bad++;
        } else {
          expected.add(record(scene, position));
        }
      }
    }
    looking.join();
    scene.assertStored(expected);
    List<Long> letters = scene.letters().stream().map(DeadLetter::position).toList();
    assertThat(letters).doesNotHaveDuplicates().hasSize((int) bad);
    assertThat(scene.deadLetterFile.path()).doesNotExist();
    Account account = scene.accounts.now();
    assertThat(account.inFlight()).isZero();
    assertThat(account.stored()).isEqualTo(expected.records());
    LOG.warn(
        "{} troubles, {} records stored, {} dead letters, {} attempts again, {} records found"
            + " stored; lost 0, twice 0",
        times,
        expected.records(),
        bad,
        account.retried(),
        account.passedOver());
  }

  /** Returns the position behind the last batch. */
  private static long work(
      Scene scene, DeliveringStore store, int lane, long[] next, AtomicBoolean goOn)
      throws LaneStoppedException {
    long position = next[lane];
    while (goOn.get()) {
      Batch batch = new Batch(lane, BATCH);
      for (int i = 0; i < BATCH; i++) {
        batch.add(record(scene, position));
        scene.accounts.lane(lane).read();
        position += LANES;
      }
      store.store(batch);
    }
    return position;
  }

  private Scene scene(
      DatabaseAddress direct, DatabaseAddress way, WriteMethod method, String layout)
      throws Exception {
    return new Scene(
        direct,
        way,
        Scene.create(direct, Layout.named(layout), TableOptions.defaults()),
        method,
        LANES,
        Scene.QUICK,
        folder);
  }

  private void cut(WriteMethod method, String layout, int times) throws Exception {
    DatabaseAddress direct = Scene.emptyDatabase();
    Random random = new Random(method.key().hashCode());
    try (TcpProxy proxy = new TcpProxy(Scene.port(direct));
        Scene scene = scene(direct, proxy.through(direct), method, layout)) {
      storeThrough(
          scene,
          times,
          number -> {
            proxy.letLateCommitsGo();
            proxy.holdLateCommits();
            proxy.ask(
                switch (number % 6) {
                  case 0 -> new AfterSent(1L + random.nextInt(20_000));
                  case 1 -> new AfterReceived(random.nextInt(1_000));
                  default -> AROUND_COMMIT.get(number % 6 - 2);
                });
            await().atMost(LONG_ENOUGH).until(() -> !proxy.isWaiting());
          });
      proxy.letLateCommitsGo();
      assertThat(proxy.broken()).isEqualTo(times);
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void cutsAtRandomBytesAndAroundCommit(WriteMethod method) throws Exception {
    cut(method, "wide", 6);
  }

  @ParameterizedTest
  @MethodSource("methods")
  @Tag("long")
  void manyCutsAtRandomBytesAndAroundCommit(WriteMethod method) throws Exception {
    cut(method, "wide", 240);
  }

  @ParameterizedTest
  @MethodSource("methods")
  @Tag("long")
  void manyCutsWhereARecordIsManyRows(WriteMethod method) throws Exception {
    cut(method, "narrow", 120);
  }

  private void terminate(int times) throws Exception {
    DatabaseAddress direct = Scene.emptyDatabase();
    try (Scene scene = scene(direct, direct, WriteMethod.COPY_BINARY, "wide")) {
      storeThrough(
          scene,
          times,
          number ->
              await()
                  .atMost(LONG_ENOUGH)
                  .until(
                      () ->
                          "t"
                              .equals(
                                  scene.query(
                                      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE"
                                          + " datname = current_database() AND application_name ="
                                          + " 'weir-lanes' ORDER BY random() LIMIT 1"))));
    }
  }

  @Test
  void backendsThatAreTerminated() throws Exception {
    terminate(8);
  }

  @Test
  @Tag("long")
  void twoHundredBackendsThatAreTerminated() throws Exception {
    terminate(200);
  }

  private void kill(int times) throws Exception {
    Random random = new Random(times);
    try (EmbeddedServer server = TestServers.fresh(Map.of());
        Scene scene = scene(server.address(), server.address(), WriteMethod.COPY_BINARY, "wide")) {
      storeThrough(
          scene,
          times,
          number -> {
            long stored = scene.accounts.now().stored();
            long more = random.nextInt(2_000);
            await()
                .atMost(LONG_ENOUGH)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> scene.accounts.now().stored() > stored + more);
            server.kill();
            server.startAgain();
          });
    }
  }

  @Test
  void aServerThatIsKilled() throws Exception {
    kill(2);
  }

  @Test
  @Tag("long")
  void aServerThatIsKilledFiftyTimes() throws Exception {
    kill(50);
  }

  /** Lanes that wait, and lanes that give up before: what the server had, it may commit yet. */
  @ParameterizedTest
  @ValueSource(ints = {20, 2})
  @Tag("long")
  void aServerThatStandsStillForTenSeconds(int limitSeconds) throws Exception {
    DeliverySettings settings =
        new DeliverySettings(
            Scene.QUICK.firstPause(),
            Scene.QUICK.longestPause(),
            Scene.QUICK.pausedAfter(),
            Scene.QUICK.limits().withAnswer(Duration.ofSeconds(limitSeconds)));
    try (EmbeddedServer server = TestServers.fresh(Map.of());
        Scene scene =
            new Scene(
                server.address(),
                server.address(),
                Scene.create(server.address(), Layout.named("wide"), TableOptions.defaults()),
                WriteMethod.COPY_BINARY,
                LANES,
                settings,
                folder)) {
      storeThrough(
          scene,
          2,
          number -> {
            List<Long> processes = processes(server.postmasterPid());
            try {
              signal("STOP", processes);
              long since = System.nanoTime();
              await()
                  .atMost(LONG_ENOUGH)
                  .until(() -> System.nanoTime() - since > Duration.ofSeconds(10).toNanos());
            } finally {
              signal("CONT", processes);
            }
            long stored = scene.accounts.now().stored();
            await().atMost(LONG_ENOUGH).until(() -> scene.accounts.now().stored() > stored);
          });
    }
  }

  private static List<Long> processes(long postmaster) {
    List<Long> all = new ArrayList<>(List.of(postmaster));
    ProcessHandle.of(postmaster)
        .ifPresent(process -> process.descendants().forEach(child -> all.add(child.pid())));
    return all;
  }

  /** One process that has ended since it was listed is no reason to spare the others. */
  private static void signal(String name, List<Long> processes) throws Exception {
    for (long pid : processes) {
      int status = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
      assertThat(status == 0 || ProcessHandle.of(pid).isEmpty())
          .as("kill -%s %s", name, pid)
          .isTrue();
    }
  }

  /** A Weir that vanishes in the middle of a COMMIT, and the next one. */
  @Test
  void whatAVanishedWeirWasJustCommittingIsWaitedForByTheNext() throws Exception {
    DatabaseAddress direct = Scene.emptyDatabase();
    try (TcpProxy proxy = new TcpProxy(Scene.port(direct));
        Scene first = scene(direct, proxy.through(direct), WriteMethod.COPY_BINARY, "wide");
        Scene second =
            new Scene(
                direct, direct, first.table, WriteMethod.COPY_BINARY, LANES, Scene.QUICK, folder)) {
      DeliveringStore store = first.exactlyOnce(0);
      proxy.holdLateCommits();
      proxy.ask(AtCommit.LONG_BEFORE_THE_SERVER_GETS_IT);
      CompletableFuture<Void> storing = Background.run(() -> store.store(first.read(0, 0, 10)));
      await().until(() -> !proxy.isWaiting());
      first.abandonLanes(); // its sessions end; its commit is still on its way
      store.close();
      CompletableFuture<long[]> starting = Background.call(() -> second.ledger().nextPositions());
      proxy.letLateCommitsGo();

      assertThat(starting.get()[1]).isEqualTo(1);
      assertThat(starting.get()[0]).isIn(0L, 20L);
      long stored = Long.parseLong(second.query("SELECT count(*) FROM measurements"));
      assertThat(stored * LANES).isEqualTo(starting.get()[0]);
      assertThat(storing).isCompletedExceptionally();
    }
  }
}
