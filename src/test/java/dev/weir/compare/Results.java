package dev.weir.compare;

import dev.weir.config.Strategy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes strategies and results by hand, for tests of what is worked out from them. */
public final class Results {
  public static final Promise DURABLE = new Promise(true, "on", true, "replica", true, false);
  public static final Promise NOT_WAITING = new Promise(true, "off", true, "replica", true, false);

  private final Map<Strategy, Promise> strategies = new LinkedHashMap<>();
  private final List<RunResult> runs = new ArrayList<>();

  /** A strategy by its layout, method, batch size. */
  public static Strategy strategy(String name, String layout, String method, int batchSize) {
    return Strategy.of(
        name,
        Path.of(name + ".camel.yaml"),
        name,
        Map.of("layout", layout, "method", method, "batchSize", Integer.toString(batchSize)));
  }

  public static Strategy strategy(String name) {
    return strategy(name, "wide", "copy-binary", 1000);
  }

  public Results with(Strategy strategy, Promise promise) {
    strategies.put(strategy, promise);
    return this;
  }

  /** One run a rate, its other figures the same in every run. */
  public Results runs(String strategy, double wal, double disk, double... rates) {
    for (int i = 0; i < rates.length; i++) {
      runs.add(run(strategy, i + 1, rates[i], wal, disk));
    }
    return this;
  }

  public Results run(RunResult run) {
    runs.add(run);
    return this;
  }

  public static RunResult run(String strategy, int round, double rate, double wal, double disk) {
    return new RunResult(
        strategy,
        round,
        1,
        "2026-11-30T12:00:00Z",
        new RunResult.Loading(
            (long) (rate * 2),
            2.0,
            rate,
            rate * 100,
            rate,
            (long) (rate / 500),
            rate / 1000,
            new RunResult.BatchMillis(10, 12, 15, 15, 15),
            3.2),
        new RunResult.Wal((long) (rate * 2 * wal), wal, null, 100L, 0L, null),
        new RunResult.Checkpoints(0L, 0L, 120.0, null),
        new RunResult.Disk(
            (long) (rate * disk), (long) (rate * disk), 0L, (long) (rate * 2 * disk), disk),
        Costs.NONE,
        new RunResult.Probes(0.14, 3000.0, 1.2, 0.3, 0.8),
        true,
        true,
        null,
        List.of());
  }

  public ComparisonResult result() {
    return result(Optional.empty());
  }

  /** With runs of a copy of this strategy among the others, named {@code NAME(copy)}. */
  public ComparisonResult resultWithCopyOf(String strategy) {
    return result(Optional.of(new Twin(strategy, strategy + "(copy)")));
  }

  private ComparisonResult result(Optional<Twin> twin) {
    List<ComparisonResult.Compared> compared = new ArrayList<>();
    strategies.forEach(
        (s, promise) -> compared.add(ComparisonResult.Compared.of(s, promise, Optional.empty())));
    return new ComparisonResult(
            ComparisonResult.FORMAT,
            "test",
            "2026-11-30T12:00:00Z",
            "2026-11-30T12:02:00Z",
            true,
            runs.size(),
            new ComparisonResult.Conditions("sensors", 100, 1000, 2, 3, 42, 1),
            compared,
            runs,
            List.of(),
            List.of(),
            List.of(),
            Findings.NONE)
        .concluded(twin);
  }
}
