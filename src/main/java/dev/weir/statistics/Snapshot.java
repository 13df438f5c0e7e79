package dev.weir.statistics;

import java.time.Instant;
import java.util.List;

/**
 * One reading of the server's statistics.
 *
 * @param at when it was begun, by the server's clock; by the client's where the server's could not
 *     be read
 * @param nanoTime when it was begun, by {@link System#nanoTime}
 * @param major the server's major version
 * @param figures what was read
 * @param gaps what could not be read this time; what this server or this account never gives is not
 *     repeated here
 */
public record Snapshot(Instant at, long nanoTime, int major, Figures figures, List<Gap> gaps) {

  public Snapshot {
    gaps = List.copyOf(gaps);
  }

  /** Whether the server is a standby or replays WAL. */
  public boolean inRecovery() {
    return figures.whole(StatisticsCatalog.SERVER, "in_recovery").orElse(0) != 0;
  }
}
