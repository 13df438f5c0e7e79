package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientLimitsTest {

  /** A run of a thousand records a second whose sessions wait so much of the time for Weir. */
  private static RunResult run(String strategy, double waitsForWeir) {
    RunResult plain = Results.run(strategy, 1, 1000, 1, 1);
    return new RunResult(
        strategy,
        1,
        1,
        plain.startedAt(),
        plain.loading(),
        plain.wal(),
        plain.checkpoints(),
        plain.disk(),
        new Costs(
            null,
            new Costs.Waits(50, 1 - waitsForWeir, 0, 0, 0, 0, 0, 0, waitsForWeir, 0),
            null,
            null,
            null,
            null,
            null,
            null),
        plain.probes(),
        true,
        true,
        null,
        List.of());
  }

  @Test
  void aStrategyNearThePipelinesOwnRateIsLimitedByTheClient() throws Exception {
    List<Strategy> strategies = List.of(Results.strategy("a"), Results.strategy("b"));
    List<RunResult> runs = List.of(run("a", 0.9), run("b", 0.1));
    List<String> measured = new ArrayList<>();
    ClientLimits.PipelineRate rate =
        none -> {
          measured.add(none.get(StrategySetting.METHOD));
          return 1200;
        };

    assertThat(new ClientLimits(rate, runs).notes(strategies))
        .containsExactly(
            "the client is the limit of a: it stores 1,000 records/s, and Weir makes 1,200 when"
                + " nothing is sent");
    assertThat(measured).containsExactly("none");
    assertThat(new ClientLimits(none -> 1300, runs).notes(strategies)).isEmpty();
  }

  @Test
  void whatTheLimitDoesNotDependOnIsMeasuredOnce() throws Exception {
    List<Strategy> strategies =
        List.of(
            Results.strategy("a"),
            Results.strategy("b", "wide", "copy-text", 1000),
            Results.strategy("c", "narrow", "copy-binary", 1000));
    List<RunResult> runs = List.of(run("a", 0.9), run("b", 0.9), run("c", 0.9));
    List<String> measured = new ArrayList<>();

    new ClientLimits(
            none -> {
              measured.add(none.name());
              return 1e6;
            },
            runs)
        .notes(strategies);

    assertThat(measured).containsExactly("a[method=none]", "c[method=none]");
  }

  @Test
  void aPipelineThatCannotBeMeasuredIsNoLimit() throws Exception {
    assertThat(
            new ClientLimits(
                    none -> {
                      throw new RunFailed("no");
                    },
                    List.of(run("a", 0.9)))
                .notes(List.of(Results.strategy("a"))))
        .isEmpty();
  }
}
