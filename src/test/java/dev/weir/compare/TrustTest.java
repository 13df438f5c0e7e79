package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Whether what a comparison says of real runs may be believed. Takes minutes. */
@Tag("endurance")
class TrustTest {
  @TempDir private Path folder;

  private static ComparisonResult compare(
      List<Strategy> strategies, int rounds, long seed, Duration atLeast) throws Exception {
    ComparisonRequest plain = TinyComparison.request(TestServers.address(), rounds, strategies);
    Protocol protocol =
        new Protocol(
            500, atLeast, Duration.ofSeconds(1), 50, Duration.ofMillis(200), Duration.ofSeconds(1));
    ComparisonResult result =
        new Comparison(
                new ComparisonRequest(
                    plain.weir(),
                    plain.home(),
                    plain.database(),
                    plain.dataset(),
                    plain.strategies(),
                    rounds,
                    seed,
                    protocol,
                    new Inquiry(
                        true,
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())),
                TinyComparison.NOBODY)
            .run();
    assertThat(result.isVerified()).isTrue();
    return result;
  }

  private static Strategy copyOf(Strategy strategy) {
    return new Strategy(
        strategy.name() + "#2", strategy.file(), strategy.settings(), strategy.overrides());
  }

  @Test
  void ofTwentyComparisonsOfAStrategyWithItsOwnCopyAtMostOneClaimsADifference(TestReporter reporter)
      throws Exception {
    Strategy strategy = TinyComparison.strategy("wide-copy-1000");
    List<String> claims = new ArrayList<>();
    int different = 0;
    for (int comparison = 1; comparison <= 20; comparison++) {
      List<Verdict> claimed =
          compare(List.of(strategy, copyOf(strategy)), 3, comparison, Duration.ofMillis(400))
              .verdicts()
              .stream()
              .filter(v -> v.verdict() != Verdict.Outcome.NO_DIFFERENCE)
              .toList();
      claimed.forEach(v -> claims.add(v.metric().key() + " " + v.ratio() + ": " + v.why()));
      different += claimed.isEmpty() ? 0 : 1;
    }
    reporter.publishEntry("comparisons that claimed a difference", Integer.toString(different));
    assertThat(different).as(String.join("\n", claims)).isLessThanOrEqualTo(1);
  }

  /** A step beside the writer's. */
  private static final String SLEEP =
      "              - process: {ref: \"#class:dev.weir.compare.SleepAfterWriting\"}\n";

  /**
   * Batches of 1000 by COPY to a server that seems far away: a steady wait is most of a batch's
   * time, so that what other work on this machine takes from a run is little. With a sleep, on both
   * sides of the writer.
   */
  private Strategy farAway(String name, String sleep) throws IOException {
    String route =
        """
        - route:
            from:
              uri: records:NAME
              parameters:
                lane: "{{lane:0}}"
                lanes: "{{lanes:1}}"
              steps:
                - aggregate:
                    correlationExpression:
                      constant: lane
                    aggregationStrategy: "#class:dev.weir.camel.GatherBatch"
                    executorService: "#class:dev.weir.camel.Handover"
                    completionSize: "1000"
                    completionTimeout: 1s
                    forceCompletionOnStop: true
                    completeAllOnStop: true
                    steps:
        SLEEP              - delay: {constant: "150", asyncDelayed: false}
                      - to:
                          uri: batch-writer:NAME
                          parameters:
                            lane: "{{lane:0}}"
                            layout: wide
                            method: copy-binary
                            batchSize: "1000"
        SLEEP"""
            .replace("NAME", name)
            .replace("SLEEP", sleep);
    Path file = Files.writeString(folder.resolve(name + ".camel.yaml"), route);
    return new StrategyFiles(TinyComparison.HOME).load(file.toString());
  }

  @Test
  void aStrategySlowedOnPurposeIsFoundSlowerByAboutThat() throws Exception {
    double expected = 1 / (1 - SleepAfterWriting.SHARE);
    ComparisonResult result =
        compare(
            List.of(farAway("base", ""), farAway("slowed", SLEEP)), 7, 2, Duration.ofSeconds(3));
    Verdict verdict =
        result.verdicts().stream()
            .filter(v -> v.metric() == Metric.RECORDS_PER_SECOND)
            .findFirst()
            .orElseThrow();
    String found = verdict + ", " + result.findings().noiseFloor() + ", expected " + expected;
    assertThat(verdict.verdict()).as(found).isEqualTo(Verdict.Outcome.A_BETTER);
    assertThat(expected).as(found).isBetween(verdict.low(), verdict.high());
    assertThat(verdict.ratio()).as(found).isBetween(expected * 0.92, expected * 1.08);
  }

  @Test
  void aServerStoppedForFiveSecondsMakesTheRecordsOfThatTimeLate() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      Strategy tens =
          new StrategyFiles(TinyComparison.HOME)
              .vary(TinyComparison.strategy("wide-insert-50"), StrategySetting.BATCH_SIZE, "10");
      AtomicBoolean rated = new AtomicBoolean();
      AtomicBoolean once = new AtomicBoolean();
      ComparisonListener stopper =
          new ComparisonListener() {
            @Override
            public void progress(Progress progress) {
              rated.compareAndSet(false, progress.phase().equals("at rate"));
              if (rated.get()
                  && progress.phase().equals("load")
                  && progress.stored() >= 200
                  && !once.getAndSet(true)) {
                stopAndContinue(server.postmasterPid());
              }
            }
          };
      ComparisonRequest plain = TinyComparison.request(server.address(), 1, List.of(tens));
      ComparisonResult result =
          new Comparison(
                  new ComparisonRequest(
                      plain.weir(),
                      plain.home(),
                      plain.database(),
                      plain.dataset(),
                      plain.strategies(),
                      1,
                      1,
                      plain.protocol(),
                      new Inquiry(
                          false,
                          false,
                          Optional.empty(),
                          Optional.of(
                              new RateGoal(100, Duration.ofMillis(300), Duration.ofSeconds(14))),
                          Optional.empty(),
                          Optional.empty())),
                  stopper)
              .run();
      assertThat(once).isTrue();
      AtRate.Held held = result.findings().atRate().held().get(0);
      assertThat(held.held()).isFalse();
      assertThat(held.lateRecords()).as(held.toString()).isBetween(430L, 600L);
      assertThat(held.maxMillis()).isBetween(4_500.0, 8_000.0);
    }
  }

  /** Every process of the server stands still for five seconds; called on the loading thread. */
  private static void stopAndContinue(long postmaster) {
    Thread thread =
        new Thread(
            () -> {
              List<String> pids =
                  Stream.concat(
                          Stream.of(postmaster),
                          ProcessHandle.of(postmaster)
                              .orElseThrow()
                              .descendants()
                              .map(ProcessHandle::pid))
                      .map(Object::toString)
                      .toList();
              signal("-STOP", pids);
              LockSupport.parkNanos(5_000_000_000L);
              signal("-CONT", pids);
            });
    thread.start();
  }

  private static void signal(String signal, List<String> pids) {
    List<String> command = new ArrayList<>(List.of("kill", signal));
    command.addAll(pids);
    try {
      assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
