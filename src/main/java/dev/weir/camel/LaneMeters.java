package dev.weir.camel;

import dev.weir.config.StrategySetting;
import dev.weir.delivery.Account;
import dev.weir.delivery.LaneAccount;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The meters of one lane. Except for the time of a batch they look at what the lane counts when
 * they are read, so that nothing is looked up or counted twice while it works.
 */
final class LaneMeters implements AutoCloseable {
  /**
   * Bounds of the histogram of batches: from a row that is not waited for to a server that hangs.
   */
  private static final Duration[] BOUNDS =
      Stream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 60_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final MeterRegistry registry;
  private final Tags tags;
  private final List<Meter> meters = new ArrayList<>();
  private final Timer batches;

  private LaneMeters(MeterRegistry registry, Tags tags, Lane lane) {
    this.registry = registry;
    this.tags = tags;
    if (lane.account() == null) {
      count("weir.records.read", "Records read from the dataset", lane, Lane::read);
      count("weir.records.stored", "Records committed", lane, Lane::stored);
    } else {
      accounts(lane.account());
    }
    count("weir.batches.stored", "Transactions committed", lane, Lane::batches);
    gauge(
        "weir.ledger.position",
        "Position in the dataset of the last record committed; none before the first",
        lane,
        LaneMeters::position);
    batches =
        Timer.builder("weir.batch.duration")
            .description("Time from the begin of a batch to the answer to its commit")
            .serviceLevelObjectives(BOUNDS)
            .tags(tags)
            .register(registry);
    meters.add(batches);
  }

  /**
   * Registers a lane's meters where the context has a registry for them.
   *
   * @return null where it has none
   */
  static LaneMeters bind(BatchWriterEndpoint endpoint, Lane lane) {
    MeterRegistry registry =
        endpoint.getCamelContext().getRegistry().findSingleByType(MeterRegistry.class);
    if (registry == null) {
      return null;
    }
    Tags tags =
        Tags.of(
            "slot",
            lane.ingestion(),
            "strategy",
            lane.strategy(),
            "layout",
            endpoint.written(StrategySetting.LAYOUT),
            "method",
            endpoint.written(StrategySetting.METHOD),
            "lane",
            Integer.toString(lane.number()));
    return new LaneMeters(registry, tags, lane);
  }

  private static double position(Lane lane) {
    long position = lane.lastStoredPosition();
    return position < 0 ? Double.NaN : position;
  }

  private void accounts(LaneAccount account) {
    countOf(account, "weir.records.read", "Records read from the dataset", Account::read);
    countOf(account, "weir.records.stored", "Records committed", Account::stored);
    countOf(
        account,
        "weir.records.dead.lettered",
        "Records put aside because the database refuses them",
        Account::deadLettered);
    countOf(
        account, "weir.batches.retried", "Attempts at a batch after its first", Account::retried);
    gauge(
        "weir.records.in.flight",
        "Records read that are neither stored nor dead letters yet",
        account,
        counts -> counts.now().inFlight());
  }

  private void countOf(
      LaneAccount account, String name, String description, ToLongFunction<Account> figure) {
    count(name, description, account, counts -> figure.applyAsLong(counts.now()));
  }

  private <T> void count(String name, String description, T source, ToDoubleFunction<T> figure) {
    meters.add(
        FunctionCounter.builder(name, source, figure)
            .description(description)
            .tags(tags)
            .register(registry));
  }

  private <T> void gauge(String name, String description, T source, ToDoubleFunction<T> figure) {
    meters.add(
        Gauge.builder(name, source, figure).description(description).tags(tags).register(registry));
  }

  /** Called by the writing thread alone, once a batch. */
  void stored(long nanos) {
    batches.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    meters.forEach(registry::remove);
  }
}
