package dev.weir.camel;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
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
  static LaneMeters bind(CamelContext context, String strategy, Lane lane) {
    MeterRegistry registry = context.getRegistry().findSingleByType(MeterRegistry.class);
    if (registry == null) {
      return null;
    }
    Tags tags = Tags.of("strategy", strategy, "lane", Integer.toString(lane.number()));
    return new LaneMeters(
        registry,
        List.of(
            FunctionCounter.builder("weir.records.read", lane, Lane::read)
                .description("Records read from the dataset")
                .tags(tags)
                .register(registry),
            FunctionCounter.builder("weir.records.stored", lane, Lane::stored)
                .description("Records committed")
                .tags(tags)
                .register(registry),
            FunctionCounter.builder("weir.batches.stored", lane, Lane::batches)
                .description("Transactions committed")
                .tags(tags)
                .register(registry),
            FunctionCounter.builder("weir.batches.seconds", lane, Lane::storingSeconds)
                .description("Time spent from the begin of a batch to the answer to its commit")
                .tags(tags)
                .register(registry)));
  }

  @Override
  public void close() {
    meters.forEach(registry::remove);
  }
}
