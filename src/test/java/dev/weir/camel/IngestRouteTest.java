package dev.weir.camel;

import static dev.weir.camel.Patience.LONG_ENOUGH;
import static dev.weir.camel.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Home;
import dev.weir.config.StrategySetting;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The route template with stores that only remember. */
class IngestRouteTest {
  private static final long ENDLESS = Long.MAX_VALUE;

  private static final List<StrategySetting> SETTINGS = List.of(StrategySetting.values());

  private static RunningCamel camel;

  private final List<Ingestion> running = new ArrayList<>();
  private final Map<String, Undo> undos = new HashMap<>();

  @BeforeAll
  static void start() {
    camel = RunningCamel.start(Home.locate(), Management.OFF);
  }

  @AfterAll
  static void stop() {
    camel.close();
  }

  @AfterEach
  void closeAll() {
    running.forEach(Ingestion::close);
  }

  @Test
  void recordsArriveInOrderAndInFullBatches() throws Exception {
    CollectingStore store = new CollectingStore();
    Ingestion ingestion = run(slice(10_050), Map.of("batchSize", "100"), store);

    assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    assertThat(store.positions()).isEqualTo(positions(10_050, 0, 1));
    assertThat(store.batches().subList(0, 100)).allMatch(batch -> batch.size() == 100);
    assertThat(store.batches().get(100)).hasSize(50);
    assertThat(ingestion.read()).isEqualTo(10_050);
    assertThat(ingestion.stored()).isEqualTo(10_050);
    assertThat(ingestion.commits()).isEqualTo(101);
    assertThat(ingestion.batchMicros().getTotalCount()).isEqualTo(101);
    assertThat(ingestion.recordMicros().getTotalCount()).isZero();
    assertThat(LongStream.of(ingestion.storedEachSecond()).sum()).isEqualTo(10_050);
  }

  @Test
  void theLastBatchOfALaneDoesNotWaitForItsTimeout() throws Exception {
    Ingestion ingestion =
        run(slice(7), Map.of("batchSize", "1000", "batchTimeout", "1h"), new CollectingStore());

    assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    assertThat(ingestion.stored()).isEqualTo(7);
  }

  @Test
  void aBatchThatGetsNoFurtherRecordIsStoredAfterItsTimeout() {
    CollectingStore store = new CollectingStore();
    // the second record is due in 1000 seconds
    run(atRate(0.001), Map.of("batchSize", "1000", "batchTimeout", "200ms"), store);

    await().until(() -> store.positions().equals(List.of(0L)));
  }

  @Test
  void whatIsGatheredWhenTheRouteIsStoppedIsStored() {
    CollectingStore store = new CollectingStore();
    Ingestion ingestion =
        run(atRate(100), Map.of("batchSize", "1000", "batchTimeout", "1h"), store);

    await().until(() -> ingestion.read() >= 7);
    ingestion.close();
    assertThat(store.batches()).hasSize(1);
    assertThat(store.positions()).isEqualTo(positions(ingestion.read(), 0, 1));
    assertThat(ingestion.stored()).isEqualTo(ingestion.read());
  }

  @Test
  void aRouteThatIsStoppedAndStartedGoesOnWhereItWas() throws Exception {
    CollectingStore store = new CollectingStore();
    Ingestion ingestion = run(atRate(200), Map.of("batchSize", "10"), store);
    String route = ingestion.id() + "-0";

    await().until(() -> ingestion.stored() > 10);
    camel.context().getRouteController().stopRoute(route);
    long before = ingestion.stored();
    assertThat(before).isEqualTo(ingestion.read());
    camel.context().getRouteController().startRoute(route);
    await().until(() -> ingestion.stored() > before + 10);
    ingestion.close();
    assertThat(store.positions()).isEqualTo(positions(ingestion.read(), 0, 1));
  }

  @Test
  void theTemplateHasEverySettingWithItsDefault() {
    Map<String, String> defaults = new HashMap<>();
    camel
        .context()
        .getRouteTemplateDefinition(TemplatedStrategy.TEMPLATE)
        .getTemplateParameters()
        .forEach(
            parameter ->
                defaults.put(
                    parameter.getName(),
                    Objects.requireNonNullElse(parameter.getDefaultValue(), "")));
    assertThat(defaults).containsKeys("strategy", "lane", "lanes").hasSize(3 + SETTINGS.size());
    for (StrategySetting setting : SETTINGS) {
      assertThat(defaults).containsEntry(setting.key(), setting.defaultValue());
    }
  }

  @Test
  void aStoreThatStandsStillHoldsTheSource() {
    CountDownLatch release = new CountDownLatch(1);
    CollectingStore store =
        new CollectingStore() {
          @Override
          void before(int number) {
            awaitRelease(release);
          }
        };
    Ingestion ingestion = run(slice(ENDLESS), Map.of("batchSize", "10"), store);

    // one batch is being written, one is gathered, and its last record has not been let go
    await()
        .during(Duration.ofMillis(300))
        .until(() -> ingestion.read() == 2 * 10 - 1 && ingestion.stored() == 0);
    release.countDown();
    await().until(() -> ingestion.stored() > 1_000);
    assertThat(ingestion.read() - ingestion.stored()).isLessThanOrEqualTo(2 * 10);
  }

  @Test
  void aBatchThatCannotBeStoredEndsTheIngestionAndNothingAfterItIsStored() throws Exception {
    CollectingStore failing =
        new CollectingStore() {
          @Override
          void before(int number) throws SQLException {
            if (number == 3) {
              throw new SQLException("the disk is full", "53100");
            }
          }
        };
    CollectingStore other = new CollectingStore();
    Ingestion ingestion = run(slice(ENDLESS), Map.of("batchSize", "10"), failing, other);

    assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    assertThat(ingestion.failure()).get().isInstanceOf(SQLException.class);
    assertThat(ingestion.failure()).get().asString().contains("the disk is full");
    ingestion.close();
    assertThat(failing.positions()).isEqualTo(positions(30, 0, 2));
    assertThat(ingestion.lanes().get(0).stored()).isEqualTo(30);
    assertThat(other.positions()).isEqualTo(positions(ingestion.lanes().get(1).read(), 1, 2));
  }

  @Test
  void aRouteThatHandsOverTwoBatchesAtOnceEndsTheIngestion() throws Exception {
    String id = "hasty-" + System.identityHashCode(this);
    Undo undo = new Undo();
    Ingestion ingestion = new Ingestion(id, id, id, undo);
    running.add(ingestion);
    camel.context().getRegistry().bind(id, ingestion);
    undo.later(() -> camel.context().getRegistry().unbind(id));
    CollectingStore store =
        new CollectingStore() {
          @Override
          void before(int number) {
            // the first one is still being stored when the second one comes
            await().until(() -> ingestion.failure().isPresent());
          }
        };
    ingestion.lane(0).readFrom(slice(50));
    ingestion.lane(0).storeIn(store);
    undo.later(() -> camel.remove(id));
    camel
        .context()
        .addRoutes(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("records:" + id)
                    .routeId(id)
                    .aggregate(constant("lane"), new GatherBatch())
                    .completionSize(10)
                    .threads(2)
                    .to("batch-writer:" + id + "?layout=wide&method=none&batchSize=10");
              }
            });

    assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    assertThat(ingestion.failure()).get().asString().contains("does not wait", id);
    ingestion.close();
    assertThat(store.batches()).hasSize(1);
  }

  @Test
  void eachLaneReadsItsOwnSlice() throws Exception {
    CollectingStore[] stores = {
      new CollectingStore(), new CollectingStore(), new CollectingStore()
    };
    Ingestion ingestion = run(slice(100), Map.of("batchSize", "7"), stores);

    assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    for (int lane = 0; lane < 3; lane++) {
      LaneProgress progress = ingestion.lanes().get(lane);
      assertThat(stores[lane].positions()).isEqualTo(positions(100, lane, 3));
      assertThat(progress).isEqualTo(new LaneProgress(lane, lane, 3, 100, 100, 15, lane + 99L * 3));
    }
  }

  @Test
  void aLaneThatReachesItsFloorSoonGoesOnUntilTheTimeIsUp() throws Exception {
    Duration time = Duration.ofMillis(400);
    Slice slice = new Slice(CountingDataset.ENDLESS, 0, 1, 10, time, OptionalDouble.empty());
    Ingestion ingestion = run(slice, Map.of("batchSize", "10"), new CollectingStore());

    assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    assertThat(ingestion.elapsedNanos()).isGreaterThanOrEqualTo(time.toNanos() * 9 / 10);
    assertThat(ingestion.stored()).isGreaterThan(10);
  }

  @Test
  void aDatasetThatEndsEndsTheLane() throws Exception {
    Slice slice =
        new Slice(new CountingDataset(25), 1, 2, 100, Duration.ofHours(1), OptionalDouble.empty());
    CollectingStore store = new CollectingStore();
    Ingestion ingestion = run(slice, Map.of(), store);

    assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    assertThat(store.positions()).isEqualTo(positions(12, 1, 2));
  }

  @Test
  void atAFixedRateEveryRecordThatWaitedForAStallIsLate() throws Exception {
    CollectingStore store =
        new CollectingStore() {
          @Override
          void before(int number) {
            if (number == 10) {
              await().pollDelay(Duration.ofMillis(600)).until(() -> true);
            }
          }
        };
    Slice slice =
        new Slice(CountingDataset.ENDLESS, 0, 1, 1_000, Duration.ZERO, OptionalDouble.of(1_000));
    Ingestion ingestion = run(slice, Map.of("batchSize", "10"), store);

    assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    long late = TimeUnit.MILLISECONDS.toMicros(300);
    assertThat(ingestion.recordMicros().getTotalCount()).isEqualTo(1_000);
    // records due in the first half of the stall
    assertThat(ingestion.recordMicros().getCountBetweenValues(late, Long.MAX_VALUE / 2))
        .isGreaterThan(200);
    assertThat(ingestion.batchMicros().getCountBetweenValues(late, Long.MAX_VALUE / 2))
        .isEqualTo(1);
  }

  /** The routes of many lanes take a while to make. */
  @Test
  void lanesThatAreHeldReadNothingUntilTheyAreLetGo() throws Exception {
    Ingestion ingestion =
        run(held(), slice(1_000), Map.of(), new CollectingStore(), new CollectingStore());

    assertThat(ingestion.awaitEnd(Duration.ofMillis(300))).isFalse();
    assertThat(ingestion.read()).isZero();
    ingestion.letLanesGo();
    assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    assertThat(ingestion.stored()).isEqualTo(2_000);
  }

  @Test
  void lanesThatAreHeldCanBeStopped() throws Exception {
    Ingestion ingestion = run(held(), slice(1_000), Map.of(), new CollectingStore());

    ingestion.stop();
    assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    assertThat(ingestion.read()).isZero();
  }

  @Test
  void removingTheRoutesLeavesNothingBehind() throws Exception {
    Ingestion ingestion = run(slice(1_000), Map.of(), new CollectingStore(), new CollectingStore());
    assertThat(ingestion.awaitEnd(LONG_ENOUGH)).isTrue();
    ingestion.close();

    assertThat(camel.context().getRoutes()).isEmpty();
    assertThat(camel.context().getRouteDefinitions()).isEmpty();
    assertThat(camel.context().getEndpoints()).isEmpty();
    assertThat(camel.context().getRegistry().findByType(Ingestion.class)).isEmpty();
    Patience.untilNoThreadIsNamed("records-", "weir-writer", "Aggregate");
  }

  private Ingestion run(Slice slice, Map<String, String> settings, CollectingStore... stores) {
    return run(ingestion(), slice, settings, stores);
  }

  private Ingestion held() {
    Ingestion ingestion = ingestion();
    ingestion.holdLanes();
    return ingestion;
  }

  private Ingestion ingestion() {
    String id = "test" + running.size() + "-" + System.identityHashCode(this);
    Undo undo = new Undo();
    undos.put(id, undo);
    return new Ingestion(id, id, id, undo);
  }

  private Ingestion run(
      Ingestion ingestion, Slice slice, Map<String, String> settings, CollectingStore... stores) {
    String id = ingestion.id();
    Undo undo = undos.get(id);
    running.add(ingestion);
    camel.context().getRegistry().bind(id, ingestion);
    undo.later(() -> camel.context().getRegistry().unbind(id));
    for (int lane = 0; lane < stores.length; lane++) {
      ingestion
          .lane(lane)
          .readFrom(
              stores.length == 1
                  ? slice
                  : new Slice(
                      slice.dataset(),
                      lane,
                      stores.length,
                      slice.floor(),
                      slice.atLeast(),
                      slice.rate()));
      ingestion.lane(lane).storeIn(stores[lane]);
    }
    for (int lane = 0; lane < stores.length; lane++) {
      Map<String, Object> parameters = new HashMap<>(settings);
      parameters.putAll(new LaneRoute(id, lane, stores.length, Map.of()).parameters());
      parameters.put("layout", "wide");
      parameters.put("method", "none");
      String routeId = id + "-" + lane;
      undo.later(() -> camel.remove(routeId));
      camel.addFromTemplate(routeId, TemplatedStrategy.TEMPLATE, parameters);
    }
    return ingestion;
  }

  private static Slice slice(long floor) {
    return new Slice(CountingDataset.ENDLESS, 0, 1, floor, Duration.ZERO, OptionalDouble.empty());
  }

  private static Slice atRate(double recordsPerSecond) {
    return new Slice(
        CountingDataset.ENDLESS, 0, 1, ENDLESS, Duration.ZERO, OptionalDouble.of(recordsPerSecond));
  }

  private static List<Long> positions(long count, long first, int step) {
    return LongStream.range(0, count).map(i -> first + i * step).boxed().toList();
  }

  private static void awaitRelease(CountDownLatch release) {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
