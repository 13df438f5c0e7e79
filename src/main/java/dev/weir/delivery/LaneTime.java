package dev.weir.delivery;

import java.time.Clock;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** What a lane takes from the world: the time, pauses, and chance. */
record LaneTime(Clock clock, LongSupplier nanoTime, Sleeper sleeper, RandomGenerator random) {
  static final LaneTime REAL =
      new LaneTime(Clock.systemUTC(), System::nanoTime, Sleeper.REAL, RandomGenerator.getDefault());

  Instant now() {
    return clock.instant();
  }

  long nanos() {
    return nanoTime.getAsLong();
  }
}
