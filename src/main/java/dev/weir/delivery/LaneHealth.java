package dev.weir.delivery;

import dev.weir.delivery.LaneState.Condition;
import java.time.Duration;

/** How a lane is, and how long it waits after a failure. Changed by the lane, seen by all. */
final class LaneHealth {
  private final DeliverySettings settings;
  private final LaneTime time;
  private final Pauses pauses;
  private volatile LaneState state;

  LaneHealth(DeliverySettings settings, LaneTime time) {
    this.settings = settings;
    this.time = time;
    this.pauses = new Pauses(settings.firstPause(), settings.longestPause(), time.random());
    this.state = new LaneState(Condition.FLOWING, time.now(), 0, "");
  }

  LaneState state() {
    return state;
  }

  /** Failures in a row. */
  int failures() {
    return state.failures();
  }

  /**
   * A batch was stored.
   *
   * @return whether it was not so before
   */
  boolean flows() {
    if (state.condition() == Condition.FLOWING) {
      return false;
    }
    pauses.reset();
    become(Condition.FLOWING, 0, "");
    return true;
  }

  /**
   * An attempt failed in a way that passes.
   *
   * @return how long to wait before the next
   */
  Duration failed(Failure failure) {
    int failures = state.failures() + 1;
    become(
        failures < settings.pausedAfter() ? Condition.RETRYING : Condition.PAUSED,
        failures,
        failure.toString());
    return pauses.next(failure);
  }

  void stopped(String reason) {
    become(Condition.STOPPED, state.failures(), reason);
  }

  private void become(Condition condition, int failures, String reason) {
    LaneState before = state;
    state =
        new LaneState(
            condition,
            before.condition() == condition ? before.since() : time.now(),
            failures,
            reason);
  }
}
