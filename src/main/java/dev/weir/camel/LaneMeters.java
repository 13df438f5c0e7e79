package dev.weir.camel;

import dev.weir.delivery.LaneAccount;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.CamelContext;

/**
 * The meters of one lane. They look at what the lane counts when they are read, so that nothing is
 * looked up or counted twice while it works.
 */
final class LaneMeters implements AutoCloseable {
  private final MeterRegistry registry;
  private final List<Meter> meters;

  private LaneMeters(MeterRegistry registry, List<Meter> meters) {
    this.registry = registry;
    this.meters = meters;
  }

  /**
   * Registers a lane's meters where the context has a registry for them.
   *
   * @return null where it has none
   */
  static LaneMeters bind(CamelContext context, Lane lane) {
    MeterRegistry registry = context.getRegistry().findSingleByType(MeterRegistry.class);
    if (registry == null) {
      return null;
    }
    Tags tags =
        Tags.of(
            "slot",
            lane.ingestion(),
            "strategy",
            lane.strategy(),
            "lane",
            Integer.toString(lane.number()));
    List<Meter> meters =
        lane.account() == null
            ? counts(registry, tags, lane)
            : accounts(registry, tags, lane.account());
    meters.addAll(
        List.of(
            FunctionCounter.builder("weir.batches.stored", lane, Lane::batches)
                .description("Transactions committed")
                .tags(tags)
                .register(registry),
            FunctionCounter.builder("weir.batches.seconds", lane, Lane::storingSeconds)
                .description("Time spent from the begin of a batch to the answer to its commit")
                .tags(tags)
                .register(registry)));
    return new LaneMeters(registry, meters);
  }

  private static List<Meter> counts(MeterRegistry registry, Tags tags, Lane lane) {
    return new ArrayList<>(
        List.of(
            FunctionCounter.builder("weir.records.read", lane, Lane::read)
                .description("Records read from the dataset")
                .tags(tags)
                .register(registry),
            FunctionCounter.builder("weir.records.stored", lane, Lane::stored)
                .description("Records committed")
                .tags(tags)
                .register(registry)));
  }

  private static List<Meter> accounts(MeterRegistry registry, Tags tags, LaneAccount account) {
    return new ArrayList<>(
        List.of(
            FunctionCounter.builder("weir.records.read", account, a -> a.now().read())
                .description("Records read from the dataset")
                .tags(tags)
                .register(registry),
            FunctionCounter.builder("weir.records.stored", account, a -> a.now().stored())
                .description("Records in the table")
                .tags(tags)
                .register(registry),
            FunctionCounter.builder(
                    "weir.records.dead.lettered", account, a -> a.now().deadLettered())
                .description("Records in the dead letters")
                .tags(tags)
                .register(registry),
            FunctionCounter.builder("weir.batches.retried", account, a -> a.now().retried())
                .description("Attempts at a batch after its first")
                .tags(tags)
                .register(registry),
            Gauge.builder("weir.records.in.flight", account, a -> a.now().inFlight())
                .description("Records read that are neither stored nor dead letters yet")
                .tags(tags)
                .register(registry)));
  }

  @Override
  public void close() {
    meters.forEach(registry::remove);
  }
}
