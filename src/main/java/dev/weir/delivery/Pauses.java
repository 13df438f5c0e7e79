package dev.weir.delivery;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Growing pauses between attempts: each twice the one before up to a longest, and each shortened at
 * random by up to a half, so that lanes that failed together do not come back together.
 */
final class Pauses {
  /**
   * The pool looks for a server that is away by itself, every second, whoever waits for it: a
   * longer pause would spare the server nothing, and would be slept after its return.
   */
  private static final Duration ABSENCE = Duration.ofSeconds(1);

  private final Duration first;
  private final Duration longest;
  private final RandomGenerator random;
  private Duration full;

  Pauses(Duration first, Duration longest, RandomGenerator random) {
    this.first = first;
    this.longest = longest;
    this.random = random;
    this.full = first;
  }

  Duration next() {
    Duration pause = Duration.ofNanos((long) (full.toNanos() * (1 - random.nextDouble() / 2)));
    Duration twice = full.multipliedBy(2);
    full = twice.compareTo(longest) < 0 ? twice : longest;
    return pause;
  }

  /**
   * The pause after this failure: a server that is away is not waited for any longer than it is.
   */
  Duration next(Failure failure) {
    Duration pause = next();
    return failure.isOfAbsence() && pause.compareTo(ABSENCE) > 0 ? ABSENCE : pause;
  }

  /** After a success: the next failure begins with the first pause again. */
  void reset() {
    full = first;
  }
}
