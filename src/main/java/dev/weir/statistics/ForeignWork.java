package dev.weir.statistics;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How much of the WAL of a run others made: other sessions, autovacuum, the system itself.
 *
 * @param share from 0 to 1
 * @param source how it is known, as a phrase
 */
public record ForeignWork(double share, String source) {
  private static final double WORTH_A_NOTE = 0.05;

  /**
   * By the counters of the run's own sessions, exactly (18 and later).
   *
   * @param run the difference of the run
   * @param sessions the difference of two readings of its sessions, the later one after they handed
   *     on their counts
   * @return empty where one of them has no figures
   */
  public static Optional<ForeignWork> bySessions(Difference run, Difference sessions) {
    OptionalLong all = run.figures().whole("pg_stat_wal", "wal_bytes");
    OptionalLong ours = sessions.figures().whole("session_wal", "wal_bytes");
    if (all.isEmpty() || ours.isEmpty() || all.getAsLong() <= 0) {
      return Optional.empty();
    }
    double share = 1 - (double) ours.getAsLong() / all.getAsLong();
    return Optional.of(new ForeignWork(Math.max(0, share), "the run's sessions' own counters"));
  }

  /** By the relations the WAL is about: what is not of the run. Empty where that is not known. */
  public static Optional<ForeignWork> byBudget(WalBudget budget) {
    return budget.foreignShare().map(share -> new ForeignWork(share, "the relations in the WAL"));
  }

  /** A sentence when it is more than a twentieth. */
  public Optional<String> note() {
    return share > WORTH_A_NOTE
        ? Optional.of(
            String.format(
                Locale.ROOT, "%.0f %% of the WAL was not of this run, by %s.", share * 100, source))
        : Optional.empty();
  }
}
