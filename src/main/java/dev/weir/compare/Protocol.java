package dev.weir.compare;

import java.time.Duration;

/**
 * How each run is done: the same for every strategy of a comparison.
 *
 * @param records the floor: every run stores at least so many
 * @param atLeast a run that reaches the floor sooner goes on for so long
 * @param warmUpAtMost a strategy's warm-up ends when its rate has converged, at the latest then
 * @param reads records read back, each once before to make them warm
 * @param updating how long single measurements are changed
 * @param samplePeriod how often the server's statistics are read meanwhile
 */
public record Protocol(
    long records,
    Duration atLeast,
    Duration warmUpAtMost,
    int reads,
    Duration updating,
    Duration samplePeriod) {

  /** 200 reads, a second of updates, a sample a second. */
  public static Protocol of(long records, Duration atLeast, Duration warmUpAtMost) {
    return new Protocol(
        records, atLeast, warmUpAtMost, 200, Duration.ofSeconds(1), Duration.ofSeconds(1));
  }

  /** The same with the server's statistics read so often. */
  public Protocol samplingEvery(Duration period) {
    return new Protocol(records, atLeast, warmUpAtMost, reads, updating, period);
  }
}
