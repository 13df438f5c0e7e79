package dev.weir.camel;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/** Whether records get through; whether Weir lives is not its matter. */
final class Readiness extends AbstractHealthCheck {
  private final Supplier<Optional<String>> problem;
  private final Supplier<Map<String, String>> details;

  Readiness(
      String name, Supplier<Optional<String>> problem, Supplier<Map<String, String>> details) {
    super("weir", name);
    this.problem = problem;
    this.details = details;
  }

  @Override
  public boolean isLiveness() {
    return false;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    details.get().forEach(builder::detail);
    Optional<String> found = problem.get();
    if (found.isPresent()) {
      builder.down().message(found.get());
    } else {
      builder.up();
    }
  }
}
