package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ConvergenceTest {

  private static boolean reached(double... rates) {
    Convergence convergence = new Convergence();
    DoubleStream.of(rates).forEach(convergence::add);
    return convergence.isReached();
  }

  @Test
  void aRateThatStillRisesHasNotConverged() {
    assertThat(reached(10, 20, 40, 60, 75)).isFalse();
  }

  @Test
  void fourWindowsWithinATenthAreEnoughWhateverWasBefore() {
    assertThat(reached(10, 20, 95, 100, 103, 98)).isTrue();
  }

  @Test
  void threeWindowsAreNotEnough() {
    assertThat(reached(100, 100, 100)).isFalse();
  }
}
