package dev.weir.bench;

import java.time.Duration;

/**
 * Processor time that went into sampling during a load.
 *
 * @param client of the threads that sample
 * @param server of the server's processes they talk to
 * @param elapsed meanwhile
 */
public record SamplingCost(Duration client, Duration server, Duration elapsed) {

  /** Percent of one processor. */
  double clientPercent() {
    return percent(client);
  }

  /** Percent of one processor. */
  double serverPercent() {
    return percent(server);
  }

  private double percent(Duration cpu) {
    return 100.0 * cpu.toNanos() / elapsed.toNanos();
  }
}
