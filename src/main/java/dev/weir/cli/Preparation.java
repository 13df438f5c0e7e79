package dev.weir.cli;

import dev.weir.camel.StrategyFiles;
import dev.weir.compare.CrossoverSearch;
import dev.weir.compare.Inquiry;
import dev.weir.compare.Protocol;
import dev.weir.compare.RateGoal;
import dev.weir.config.Home;
import dev.weir.config.Kind;
import dev.weir.config.Problems;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.layout.Layout;
import dev.weir.report.ReportFolder;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes of flags what a comparison needs, and collects all that is wrong with them. */
final class Preparation {
  private static final String WHERE = "command line";
  private static final int USUAL_PAGE_BYTES = 8192;

  /** The questions the project comes from. */
  private static final List<String> DEFAULT_STRATEGIES =
      List.of(
          "wide-copy-1000",
          "narrow-copy-1000",
          "wide-insert-1000",
          "narrow-insert-1000",
          "wide-insert-50",
          "wide-insert-1",
          "wide-insert-1-nosync",
          "wide-insert-1-x4");

  /** So that all of the default comparison takes less than three minutes on two cores. */
  private static final Duration DEFAULT_WARM_UP = Duration.ofMillis(2_500);

  private static final Duration DEFAULT_AT_LEAST = Duration.ofMillis(1_500);
  private static final Duration AT_LEAST = Duration.ofSeconds(5);
  private static final Duration WARM_UP = Duration.ofSeconds(10);
  private static final Duration SHORTEST_SAMPLE_PERIOD = Duration.ofMillis(100);

  private static final Kind RECORDS = new Kind.WholeNumber(1, 1_000_000_000_000L);
  private static final Kind RATE = new Kind.WholeNumber(1, 100_000_000);
  private static final Kind P99 = new Kind.Time("1ms", "1h");
  private static final Kind ROUNDS = new Kind.WholeNumber(1, 1_000);

  private final CompareFlags flags;
  private final Problems problems;
  private List<Strategy> strategies = List.of();
  private Dataset dataset;
  private Protocol protocol;
  private Baseline baseline;
  private RateGoal rate;
  private Optional<CrossoverSearch> crossover = Optional.empty();
  private Map<String, Map<String, String>> servers = Map.of();
  private final Map<String, String> onServer = new HashMap<>();
  private int rounds;
  private long seed;

  /**
   * @param problems gets what is wrong; what was prepared may be used only if it stays empty
   */
  Preparation(CompareFlags flags, Home home, Problems problems) {
    this.flags = flags;
    this.problems = problems;
    problems.collect(() -> dataset = new Datasets(home.datasets()).open(flags.dataset));
    long records = whole("--records", flags.records, RECORDS);
    Duration atLeast =
        seconds("--min-seconds", flags.minSeconds, isDefault() ? DEFAULT_AT_LEAST : AT_LEAST);
    Duration warmUp = seconds("--warm-up", flags.warmUp, isDefault() ? DEFAULT_WARM_UP : WARM_UP);
    rounds = (int) whole("--rounds", flags.rounds, ROUNDS);
    seed = parseSeed();
    protocol = Protocol.of(records, atLeast, warmUp).samplingEvery(samplePeriod());
    rate = rate();
    Variations variations = new Variations(new StrategyFiles(home), problems);
    List<String> names = isDefault() ? DEFAULT_STRATEGIES : flags.strategies;
    List<String> vary = CrossoverFlag.vary(flags.findCrossover, flags.vary, problems);
    strategies = variations.of(names, ServerSettings.others(vary));
    if (flags.findCrossover != null) {
      crossover =
          CrossoverFlag.search(
              flags.findCrossover, variations.of(flags.strategies, List.of()), problems);
    }
    servers = new ServerSettings(flags.vary, flags.database, home, problems).byName();
    if (!servers.isEmpty()) {
      strategies = Variations.onServers(strategies, servers.keySet(), onServer);
    }
    if (dataset != null) {
      checkFit(records);
    }
    problems.collect(() -> ReportFolder.check(out()));
    if (flags.baseline != null) {
      problems.collect(() -> baseline = Baseline.read(flags.baseline));
      if (baseline != null) {
        baseline.check(strategies, dataset, problems);
      }
    }
  }

  /** Whether the user named no strategies: then the project's own questions are asked. */
  private boolean isDefault() {
    return flags.strategies.isEmpty();
  }

  List<Strategy> strategies() {
    return strategies;
  }

  Dataset dataset() {
    return dataset;
  }

  Protocol protocol() {
    return protocol;
  }

  Optional<Baseline> baseline() {
    return Optional.ofNullable(baseline);
  }

  Inquiry inquiry() {
    return new Inquiry(
        !flags.noNoiseFloor,
        true,
        Optional.empty(),
        Optional.ofNullable(rate),
        Optional.empty(),
        crossover);
  }

  /** Named server settings that are varied; empty where none are. */
  Map<String, Map<String, String>> servers() {
    return servers;
  }

  /** The name of each strategy's server, where server settings are varied. */
  Map<String, String> onServer() {
    return onServer;
  }

  private RateGoal rate() {
    if (flags.atRate == null) {
      if (flags.p99 != null) {
        problems.add(WHERE, "--p99", flags.p99, "--at-rate beside it");
      }
      if (flags.rateSeconds != null) {
        problems.add(WHERE, "--rate-seconds", flags.rateSeconds, "--at-rate beside it");
      }
      return null;
    }
    long perSecond = whole("--at-rate", flags.atRate, RATE);
    String p99 = flags.p99 == null ? "100ms" : flags.p99;
    if (!P99.accepts(p99)) {
      problems.add(WHERE, "--p99", p99, P99.wanted());
      return null;
    }
    Duration time = seconds("--rate-seconds", flags.rateSeconds, Duration.ofSeconds(10));
    if (time.isZero()) {
      problems.add(WHERE, "--rate-seconds", flags.rateSeconds, "more than 0");
    }
    return new RateGoal(perSecond, Kind.Time.parse(p99), time);
  }

  int rounds() {
    return rounds;
  }

  long seed() {
    return seed;
  }

  Optional<Path> out() {
    return Optional.ofNullable(flags.out).map(Path::of);
  }

  private void checkFit(long records) {
    if (dataset.size() < records) {
      problems.add(
          WHERE,
          "--records",
          Long.toString(records),
          "at most the " + dataset.size() + " records of dataset " + dataset.name());
    }
    List<String> layouts =
        strategies.stream().map(s -> s.get(StrategySetting.LAYOUT)).distinct().toList();
    for (String layout : layouts) {
      Layout.named(layout)
          .limit("dataset " + dataset.name(), dataset.measurements(), USUAL_PAGE_BYTES, false)
          .ifPresent(problems::add);
    }
  }

  private long whole(String flag, String written, Kind kind) {
    if (!kind.accepts(written)) {
      problems.add(WHERE, flag, written, kind.wanted());
      return 1;
    }
    return Long.parseLong(written);
  }

  private Duration seconds(String flag, String written, Duration otherwise) {
    if (written == null) {
      return otherwise;
    }
    if (!written.matches("\\d{1,5}(\\.\\d{1,3})?")) {
      problems.add(WHERE, flag, written, "a number of seconds from 0 to 99999");
      return otherwise;
    }
    return Duration.ofMillis(new BigDecimal(written).movePointRight(3).longValueExact());
  }

  private Duration samplePeriod() {
    Duration period = seconds("--sample-every", flags.sampleEvery, Duration.ofSeconds(1));
    if (period.compareTo(SHORTEST_SAMPLE_PERIOD) < 0) {
      problems.add(WHERE, "--sample-every", flags.sampleEvery, "at least 0.1 seconds");
      return SHORTEST_SAMPLE_PERIOD;
    }
    return period;
  }

  private long parseSeed() {
    if (flags.seed == null) {
      return System.currentTimeMillis();
    }
    if (!flags.seed.matches("-?\\d{1,18}")) {
      problems.add(WHERE, "--seed", flags.seed, "a whole number of at most 18 digits");
      return 0;
    }
    return Long.parseLong(flags.seed);
  }
}
