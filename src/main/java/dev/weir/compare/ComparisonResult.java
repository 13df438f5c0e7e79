package dev.weir.compare;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A comparison, finished or as far as it came: what results.json holds.
 *
 * @param format the version of this shape
 * @param weir the version of Weir that measured
 * @param startedAt ISO 8601, UTC
 * @param endedAt when the last run ended, ISO 8601, UTC
 * @param complete whether every planned run was done
 * @param plannedRuns how many runs were to be done
 * @param notes what holds for the comparison as a whole
 * @param findings what else was found; its parts stand beside the others in results.json
 */
public record ComparisonResult(
    int format,
    String weir,
    String startedAt,
    String endedAt,
    boolean complete,
    int plannedRuns,
    Conditions conditions,
    List<Compared> strategies,
    List<RunResult> runs,
    List<Summary> summary,
    List<Verdict> verdicts,
    List<String> notes,
    Findings findings) {
  /** The version of the shape this Weir writes. */
  public static final int FORMAT = 1;

  public ComparisonResult {
    strategies = whole(strategies, "strategies");
    runs = whole(runs, "runs");
    summary = whole(summary, "summary");
    verdicts = whole(verdicts, "verdicts");
    notes = whole(notes, "notes");
    findings = findings == null ? Findings.NONE : findings;
  }

  /** A file that was edited may lack a list, or hold an empty place in one. */
  private static <T> List<T> whole(List<T> parts, String key) {
    if (parts == null || parts.stream().anyMatch(Objects::isNull)) {
      throw new IllegalArgumentException(key + " is missing, or one of it is");
    }
    return List.copyOf(parts);
  }

  /** Whether every run done was verified and none failed. */
  public boolean isVerified() {
    return runs.stream().allMatch(run -> run.verified() && run.failure() == null);
  }

  /**
   * What every run had in common.
   *
   * @param measurements of each record
   * @param records the floor: what every run stored at least
   * @param minSeconds how long every run went on at least
   * @param seed of the order of runs and the choice of records probed
   */
  public record Conditions(
      String dataset,
      int measurements,
      long records,
      double minSeconds,
      int rounds,
      long seed,
      double sampleSeconds) {}

  /**
   * A strategy that was compared.
   *
   * @param settings every setting by key, as it was in force; {@code server} names the server
   *     settings, where they are varied
   * @param promise what its commits were worth
   */
  public record Compared(String name, String file, Map<String, String> settings, Promise promise) {

    /**
     * The settings that must agree for two strategies to differ in one key only; those without
     * effect on the strategy need not.
     */
    public Map<String, String> settingsBut(String key) {
      Map<String, String> others = new LinkedHashMap<>(settings);
      others.remove(key);
      others.remove(StrategySetting.BATCH_TIMEOUT.key());
      if (!"multirow-insert".equals(settings.get(StrategySetting.METHOD.key()))) {
        others.remove(StrategySetting.ROWS_PER_STATEMENT.key());
      }
      return others;
    }

    /**
     * @param server the name of the server settings it ran with, where they are varied
     */
    static Compared of(Strategy strategy, Promise promise, Optional<String> server) {
      Map<String, String> settings = new LinkedHashMap<>();
      for (StrategySetting setting : StrategySetting.values()) {
        settings.put(setting.key(), strategy.get(setting));
      }
      server.ifPresent(name -> settings.put(Sweeps.SERVER, name));
      return new Compared(
          strategy.name(), strategy.file().getFileName().toString(), settings, promise);
    }
  }

  /** This result held against an earlier one. */
  public ComparisonResult against(String file, ComparisonResult earlier) {
    return with(findings.with(new TwoResults(this, earlier).regressions(file)));
  }

  ComparisonResult with(Findings found) {
    return new ComparisonResult(
        format,
        weir,
        startedAt,
        endedAt,
        complete,
        plannedRuns,
        conditions,
        strategies,
        runs,
        summary,
        verdicts,
        notes,
        found);
  }

  /**
   * This result with all worked out from its runs.
   *
   * @param twin the strategy that ran twice
   */
  ComparisonResult concluded(Optional<Twin> twin) {
    Noise noise = twin.map(names -> Noise.of(names, runs)).orElseGet(Noise::unknown);
    List<String> names = strategies.stream().map(Compared::name).toList();
    Map<String, Promise> promises =
        strategies.stream().collect(Collectors.toMap(Compared::name, Compared::promise));
    List<Summary> summaries = Summary.of(names, runs);
    List<Verdict> concluded = Verdicts.of(names, runs, promises, noise);
    Sweeps sweeps = new Sweeps(strategies, summaries);
    return new ComparisonResult(
        format,
        weir,
        startedAt,
        endedAt,
        complete,
        plannedRuns,
        conditions,
        strategies,
        runs,
        summaries,
        Causes.added(concluded, runs),
        notes,
        findings
            .with(twin.flatMap(noise::floor).orElse(null))
            .withPredictions(Predictions.scored(findings.predictions(), summaries))
            .withCurves(sweeps.curves())
            .withCrossovers(sweeps.crossovers(concluded)));
  }
}
