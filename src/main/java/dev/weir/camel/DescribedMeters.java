package dev.weir.camel;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.Map;

/** Gives meters that come without a description one, and keeps out what is not in a base unit. */
final class DescribedMeters implements MeterFilter {
  private static final Map<String, String> DESCRIPTIONS =
      Map.of(
          "app.info",
          "The application and the version of Camel it runs with",
          "camel.routes.added",
          "Routes there are",
          "camel.routes.running",
          "Routes that run",
          "camel.routes.reloaded",
          "Routes that were loaded again");

  /** CPU time in nanoseconds; the share of it is there as process_cpu_usage. */
  private static final String NANOSECONDS = "process.cpu.time";

  @Override
  public MeterFilterReply accept(Meter.Id id) {
    return id.getName().equals(NANOSECONDS) ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
  }

  @Override
  public Meter.Id map(Meter.Id id) {
    String description = DESCRIPTIONS.get(id.getName());
    if (description == null || id.getDescription() != null) {
      return id;
    }
    return new Meter.Id(
        id.getName(), Tags.of(id.getTags()), id.getBaseUnit(), description, id.getType());
  }
}
