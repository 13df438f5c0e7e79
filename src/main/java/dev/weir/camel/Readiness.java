package dev.weir.camel;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/** Whether records get through; whether Weir lives is not its matter. */
final class Readiness extends AbstractHealthCheck {
  private final Supplier<Optional<String>> problem;

  Readiness(String name, Supplier<Optional<String>> problem) {
    super("weir", name);
    this.problem = problem;
  }

  @Override
  public boolean isLiveness() {
    return false;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    Optional<String> found = problem.get();
    if (found.isPresent()) {
      builder.down().message(found.get());
    } else {
      builder.up();
    }
  }
}
