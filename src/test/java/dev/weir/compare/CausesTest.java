package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.compare.Verdict.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CausesTest {
  private static final Costs.WalBudget WIDE =
      new Costs.WalBudget(
          1_700_000L, 24_000L, 0L, 0L, 100L, 15_900L, "pg_walinspect", Map.of("pkey", 24_000L));
  private static final Costs.WalBudget NARROW =
      new Costs.WalBudget(
          7_000_000L,
          14_400_000L,
          0L,
          0L,
          100L,
          599_900L,
          "pg_walinspect",
          Map.of("pkey", 14_400_000L));

  /** Two thousand records in each run: a thousand a second, or a hundred. */
  private static RunResult run(
      String strategy,
      int round,
      double rate,
      int rows,
      Costs.WalBudget budget,
      Costs.Waits waits) {
    RunResult plain = Results.run(strategy, round, rate, 1, 1);
    RunResult.Loading loading = plain.loading();
    double wal = (budget.heap() + budget.index() + budget.commit() + budget.other()) / 2000.0;
    return new RunResult(
        strategy,
        round,
        1,
        plain.startedAt(),
        new RunResult.Loading(
            2000L,
            2000 / rate,
            rate,
            rate * 100,
            rate * rows,
            2L,
            2 * rate / 2000,
            loading.batchMillis(),
            3.2),
        new RunResult.Wal((long) (wal * 2000), wal, null, 100L, 0L, 0L),
        plain.checkpoints(),
        plain.disk(),
        new Costs(
            budget,
            waits,
            new Costs.Machine(0.9, null, null, null, null, 1e6 / rate * waits.onCpu()),
            new Costs.Client(100.0, 1L, 2L),
            0.01,
            100L,
            List.of(),
            List.of()),
        plain.probes(),
        true,
        true,
        null,
        List.of());
  }

  private static Costs.Waits waits(double onCpu, double walSync, double client) {
    return new Costs.Waits(40, onCpu, 0, walSync, 0, 0, 0, 0, client, 0);
  }

  private static ComparisonResult result(Costs.Waits wideWaits, Costs.Waits narrowWaits) {
    Results results =
        new Results()
            .with(Results.strategy("wide"), Results.DURABLE)
            .with(Results.strategy("narrow"), Results.DURABLE);
    for (int round = 1; round <= 3; round++) {
      results.run(run("wide", round, 1000 + round, 1, WIDE, wideWaits));
      results.run(run("narrow", round, 100 + round, 100, NARROW, narrowWaits));
    }
    return results.result();
  }

  private static String why(ComparisonResult result, Metric metric) {
    Verdict verdict =
        result.verdicts().stream().filter(v -> v.metric() == metric).findFirst().orElseThrow();
    assertThat(verdict.verdict()).isEqualTo(Outcome.A_BETTER);
    return verdict.why();
  }

  @Test
  void moreWalIsPutDownToTheIndexThatMakesMostOfIt() {
    assertThat(
            why(result(waits(0.6, 0.1, 0.3), waits(0.9, 0.05, 0.05)), Metric.WAL_BYTES_PER_RECORD))
        .startsWith("every run of wide beats every run of narrow: ")
        .endsWith(
            ". 71 % of the difference is the B-tree of the primary key:"
                + " 7,200 bytes a record (72 bytes a row) against 12 bytes");
  }

  @Test
  void aLowerRateIsPutDownToWhatTheSessionsDoInTheTimeBetween() {
    assertThat(why(result(waits(0.6, 0.1, 0.3), waits(0.9, 0.05, 0.05)), Metric.RECORDS_PER_SECOND))
        .contains(
            ". A record takes 9,804 µs against 998; its sessions spend 93 % of the difference at"
                + " work on a processor, or waiting for one (8,824 against 599 µs of server CPU a"
                + " record)");
    assertThat(why(result(waits(0.6, 0.1, 0.3), waits(0.1, 0.9, 0)), Metric.RECORDS_PER_SECOND))
        .contains(
            "its sessions spend 99 % of the difference waiting for WAL to be on disk (1,000 against"
                + " 1,000 records a commit)");
  }

  @Test
  void nothingIsSaidOfWhatWasNotSeen() {
    ComparisonResult result =
        new Results()
            .with(Results.strategy("fast"), Results.DURABLE)
            .with(Results.strategy("slow"), Results.DURABLE)
            .runs("fast", 870, 890, 90, 100, 110)
            .runs("slow", 11_100, 8750, 20, 25, 40)
            .result();
    assertThat(why(result, Metric.WAL_BYTES_PER_RECORD))
        .endsWith("870 to 870 against 11,100 to 11,100");
    assertThat(why(result, Metric.RECORDS_PER_SECOND)).doesNotContain("sessions");
  }
}
