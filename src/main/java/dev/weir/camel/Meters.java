package dev.weir.camel;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.component.micrometer.MicrometerConstants;

/**
 * The metrics page of a context: what is on it that is not a lane's. Without one it does nothing.
 */
final class Meters {
  /** The name under which Camel looks for a registry before it makes one. */
  static final String NAME = MicrometerConstants.METRICS_REGISTRY_NAME;

  private final MeterRegistry registry;
  private final ServerMeters server = new ServerMeters();

  Meters(CamelContext context) {
    registry = context.getRegistry().findSingleByType(MeterRegistry.class);
    if (registry instanceof PrometheusMeterRegistry page) {
      page.getPrometheusRegistry().register(server);
    }
  }

  /** The registry Camel is to use. */
  static MeterRegistry page() {
    MeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry.config().meterFilter(new DescribedMeters());
    return registry;
  }

  ServerMeters server() {
    return server;
  }

  Optional<MeterRegistry> registry() {
    return Optional.ofNullable(registry);
  }

  /** Shows a pool until it is closed. */
  void show(HikariDataSource pool) {
    if (registry != null) {
      pool.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry));
    }
  }

  /** What becomes of a slot's strategies, as long as the context runs. */
  void slot(String slot, Supplier<Number> swaps, Supplier<Number> refused) {
    if (registry != null) {
      FunctionCounter.builder("weir.swaps", this, meters -> swaps.get().doubleValue())
          .description("Strategies that followed another while the service ran")
          .tag("slot", slot)
          .register(registry);
      Gauge.builder("weir.strategy.refused", refused, now -> now.get().doubleValue())
          .description("1 while a slot's route file is no good or gone, so that the last good runs")
          .tag("slot", slot)
          .strongReference(true)
          .register(registry);
    }
  }

  void ready(Supplier<Optional<String>> problem) {
    if (registry != null) {
      Gauge.builder("weir.ready", problem, now -> now.get().isEmpty() ? 1 : 0)
          .description("Whether records get through")
          .strongReference(true)
          .register(registry);
    }
  }
}
