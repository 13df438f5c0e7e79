package dev.weir.camel;

import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits long enough for a machine that has other work, too. */
final class Patience {
  static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

  private Patience() {}

  static ConditionFactory await() {
    return Awaitility.await().atMost(LONG_ENOUGH);
  }

  static void untilNoThreadIsNamed(String... parts) {
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .noneMatch(name -> Stream.of(parts).anyMatch(name::contains)));
  }
}
