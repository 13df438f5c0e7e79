package dev.weir.statistics;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How much of the WAL of a run others made: other sessions, the system itself.
 *
 * @param share from 0 to 1
 * @param bytes of WAL
 * @param source how it is known, as a phrase
 */
public record ForeignWork(double share, long bytes, String source) {
  private static final double WORTH_A_NOTE = 0.05;

  /**
   * What an idle server writes by itself in a few seconds may be all there is beside a short run.
   */
  private static final long LEAST_BYTES = 100_000;

  /**
   * By the counters of the run's own sessions, exactly (18 and later). A session of autovacuum is
   * gone, and its counters with it, before anyone can read them; what vacuum made, and hints on
   * pages, is taken from the log.
   *
   * @param run the difference of the run
   * @param sessions what its sessions did since they were connected, which was within the run; read
   *     after they handed on their counts
   * @param budget of the run; where it does not know what vacuum made, that counts as others'
   * @return empty where one of them has no figures
   */
  public static Optional<ForeignWork> bySessions(
      Difference run, Figures sessions, WalBudget budget) {
    OptionalLong all = run.figures().whole("pg_stat_wal", "wal_bytes");
    OptionalLong ours = sessions.whole("session_wal", "wal_bytes");
    if (all.isEmpty() || ours.isEmpty() || all.getAsLong() <= 0) {
      return Optional.empty();
    }
    long vacuum = budget.vacuumBytes().orElse(0);
    long others = Math.max(0, all.getAsLong() - ours.getAsLong() - vacuum);
    return Optional.of(
        new ForeignWork(
            (double) others / all.getAsLong(),
            others,
            budget.vacuumBytes().isPresent()
                ? "its sessions' own counters, vacuum and hints apart"
                : "its sessions' own counters; vacuum may be in it"));
  }

  /** By the relations the WAL is about: what is not of the run. Empty where that is not known. */
  public static Optional<ForeignWork> byBudget(WalBudget budget) {
    return budget
        .foreignShare()
        .map(
            share ->
                new ForeignWork(
                    share, budget.foreignBytes().orElseThrow(), "the relations in the WAL"));
  }

  /** A note when it is more than a twentieth. */
  public Optional<String> note() {
    return share > WORTH_A_NOTE && bytes >= LEAST_BYTES
        ? Optional.of(
            String.format(
                Locale.ROOT, "%.0f %% of the WAL was not of this run, by %s", share * 100, source))
        : Optional.empty();
  }
}
