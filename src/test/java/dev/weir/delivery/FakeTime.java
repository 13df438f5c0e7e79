package dev.weir.delivery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only in pauses, and something to happen in each of them. */
final class FakeTime {
  static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  final List<Duration> pauses = new CopyOnWriteArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private Happening inPause = pause -> {};

  /** What happens in a pause, by its number from 1. */
  interface Happening {
    void in(int pause) throws Exception;
  }

  FakeTime inPause(Happening action) {
    inPause = action;
    return this;
  }

  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  LaneTime time() {
    return new LaneTime(
        new Clock() {
          @Override
          public Instant instant() {
            return START.plusNanos(nanos.get());
          }

          @Override
          public ZoneOffset getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }
        },
        nanos::get,
        (time, end) -> {
          pauses.add(time);
          pass(time);
          try {
            inPause.in(pauses.size());
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          return end.getCount() == 0;
        },
        new Random(1));
  }
}
