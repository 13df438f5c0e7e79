package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.postgres.TestServers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  @Test
  void theRateIsInRecordsASecond() throws Exception {
    Strategy none = TinyComparison.strategy("wide-copy-1000").with(StrategySetting.METHOD, "none");
    Protocol protocol = Protocol.of(300, Duration.ofMillis(100), Duration.ofSeconds(4));
    ComparisonRequest request =
        TinyComparison.request(TestServers.address(), 1, List.of(none), protocol);
    Activity activity = new Activity(TinyComparison.NOBODY, 1, 1);
    try (Bench bench = Bench.open(request, snapshot -> {})) {
      Convergence rate = new WarmUp(bench, new StopSignal(), activity).load(none);

      assertThat(rate.mean()).isBetween(500.0, 50e6);
    }
  }
}
