package dev.weir.compare;

import dev.weir.compare.ComparisonResult.Compared;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which of the strategies that hold a rate is the cheapest: durable before not durable, then the
 * fewest bytes written a record, log and table together; of those within 5 % of the fewest, the
 * least CPU of Weir.
 */
final class Recommendation {
  private static final double AS_CHEAP = 1.05;

  private final RateGoal goal;
  private final List<Compared> strategies;
  private final List<Summary> summaries;

  Recommendation(RateGoal goal, List<Compared> strategies, List<Summary> summaries) {
    this.goal = goal;
    this.strategies = strategies;
    this.summaries = summaries;
  }

  AtRate of(List<AtRate.Held> held) {
    List<AtRate.Held> candidates = held.stream().filter(AtRate.Held::held).toList();
    boolean durable = candidates.stream().anyMatch(this::isDurable);
    List<AtRate.Held> best =
        candidates.stream().filter(each -> !durable || isDurable(each)).toList();
    double fewest = best.stream().mapToDouble(this::bytes).min().orElse(0);
    return best.stream()
        .filter(each -> bytes(each) <= fewest * AS_CHEAP)
        .min(Comparator.comparingDouble(Recommendation::cpu))
        .map(chosen -> result(held, chosen.strategy(), why(chosen, candidates.size(), durable)))
        .orElseGet(() -> result(held, null, whyNone(held)));
  }

  private AtRate result(List<AtRate.Held> held, String recommended, String why) {
    return new AtRate(goal.recordsPerSecond(), goal.p99().toNanos() / 1e6, held, recommended, why);
  }

  private String why(AtRate.Held chosen, int candidates, boolean durable) {
    String figures =
        String.format(
            Locale.ROOT,
            "it stored %,.0f records/s, 99 of 100 within %.1f ms of being due",
            chosen.achievedRecordsPerSecond(),
            chosen.p99Millis());
    String cost =
        candidates == 1
            ? "no other held the rate"
            : String.format(
                Locale.ROOT,
                "of the %d that held the rate it writes the fewest bytes a record (%,.0f, log and"
                    + " table), or within 5 %% of the fewest with the least CPU",
                candidates,
                bytes(chosen));
    return figures
        + "; "
        + cost
        + (durable ? "." : "; it is not durable: no durable one held the rate.");
  }

  private String whyNone(List<AtRate.Held> held) {
    Optional<AtRate.Held> nearest =
        held.stream()
            .filter(each -> each.achievedRecordsPerSecond() != null)
            .max(
                Comparator.comparingDouble(AtRate.Held::achievedRecordsPerSecond)
                    .thenComparing(Comparator.comparingDouble(AtRate.Held::p99Millis).reversed()));
    return "no strategy held it"
        + nearest
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "; nearest was %s with %,.0f records/s, 99 of 100 within %,.0f ms",
                        each.strategy(),
                        each.achievedRecordsPerSecond(),
                        each.p99Millis()))
            .orElse("")
        + ".";
  }

  private boolean isDurable(AtRate.Held each) {
    return strategies.stream()
        .anyMatch(s -> s.name().equals(each.strategy()) && s.promise().isDurable());
  }

  /** Of log and table; 0 where neither is known, so that CPU decides. */
  private double bytes(AtRate.Held each) {
    return summaries.stream()
        .filter(
            s ->
                s.strategy().equals(each.strategy())
                    && (s.metric() == Metric.WAL_BYTES_PER_RECORD
                        || s.metric() == Metric.DISK_BYTES_PER_RECORD))
        .mapToDouble(Summary::median)
        .sum();
  }

  private static double cpu(AtRate.Held each) {
    return each.clientCpuMicrosPerRecord() == null ? 0 : each.clientCpuMicrosPerRecord();
  }
}
