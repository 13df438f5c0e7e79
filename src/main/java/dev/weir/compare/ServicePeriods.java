package dev.weir.compare;

import dev.weir.config.StrategySetting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The periods of a service as a comparison, so that what may be claimed of them is decided by the
 * same rules. They followed each other as somebody swapped them, not in a random order, and their
 * records are accounted for by the ledger, not by a digest: the notes say so.
 */
public final class ServicePeriods {
  private ServicePeriods() {}

  /**
   * What the periods that have ended come to.
   *
   * @param weir the version of Weir, for the result
   * @param periods in order; those that go on are left out
   */
  public static ComparisonResult result(String weir, List<ServicePeriod> periods) {
    // what its commits were worth is not known where the server could not be asked
    List<ServicePeriod> ended =
        periods.stream().filter(p -> p.endedAt() != null && p.promise() != null).toList();
    Map<String, ComparisonResult.Compared> compared = new LinkedHashMap<>();
    Map<String, Integer> rounds = new HashMap<>();
    List<RunResult> runs = new ArrayList<>();
    for (ServicePeriod period : ended) {
      String name = names(ended, period);
      compared.putIfAbsent(
          name,
          new ComparisonResult.Compared(
              name, period.strategy() + ".camel.yaml", period.settings(), period.promise()));
      runs.add(run(name, period, rounds.merge(name, 1, Integer::sum)));
    }
    return new ComparisonResult(
            ComparisonResult.FORMAT,
            weir,
            ended.isEmpty() ? "" : ended.get(0).startedAt(),
            ended.isEmpty() ? "" : ended.get(ended.size() - 1).endedAt(),
            true,
            runs.size(),
            conditions(ended, rounds),
            List.copyOf(compared.values()),
            runs,
            List.of(),
            List.of(),
            List.of(
                "these are periods of a service, one after the other as they were swapped, into"
                    + " tables that held records already",
                "verified means here that the ledger accounts for every record that was read; no"
                    + " digest was made"),
            Findings.NONE)
        .concluded(Optional.empty());
  }

  /**
   * Two files of one name with other settings are two strategies: the later one says what is
   * different.
   */
  private static String names(List<ServicePeriod> all, ServicePeriod period) {
    ServicePeriod first =
        all.stream().filter(p -> p.strategy().equals(period.strategy())).findFirst().orElseThrow();
    List<String> changed = new ArrayList<>();
    for (StrategySetting setting : StrategySetting.values()) {
      String value = period.settings().get(setting.key());
      if (value != null && !value.equals(first.settings().get(setting.key()))) {
        changed.add(setting.key() + "=" + value);
      }
    }
    return changed.isEmpty()
        ? period.strategy()
        : period.strategy() + "[" + String.join(",", changed) + "]";
  }

  private static ComparisonResult.Conditions conditions(
      List<ServicePeriod> periods, Map<String, Integer> rounds) {
    ServicePeriod any = periods.isEmpty() ? null : periods.get(0);
    return new ComparisonResult.Conditions(
        any == null ? "" : any.dataset(),
        any == null ? 0 : any.measurements(),
        periods.stream().mapToLong(ServicePeriod::records).min().orElse(0),
        periods.stream()
            .filter(period -> period.seconds() != null)
            .mapToDouble(ServicePeriod::seconds)
            .min()
            .orElse(0),
        rounds.values().stream().mapToInt(Integer::intValue).max().orElse(0),
        0,
        1);
  }

  private static RunResult run(String name, ServicePeriod period, int round) {
    Double rate = period.recordsPerSecond();
    Double seconds = period.seconds();
    RunResult.Loading loading =
        new RunResult.Loading(
            period.records(),
            seconds,
            rate,
            rate == null ? null : rate * period.measurements(),
            null,
            period.commits(),
            seconds == null || seconds == 0 ? null : period.commits() / seconds,
            period.batchMillis(),
            null);
    return new RunResult(
        name,
        round,
        1,
        period.startedAt(),
        loading,
        new RunResult.Wal(
            period.walBytes(),
            period.walBytesPerRecord(),
            null,
            period.walRecords(),
            period.walFpi(),
            null),
        new RunResult.Checkpoints(
            period.checkpointsTimed(), period.checkpointsRequested(), null, null),
        new RunResult.Disk(
            period.heapBytes(),
            period.indexBytes(),
            period.toastBytes(),
            period.diskGrowthBytes(),
            period.diskBytesPerRecord()),
        Costs.NONE,
        RunResult.Probes.NONE,
        period.accounted(),
        period.valid(),
        failure(period),
        period.notes());
  }

  /** Lines of periods that ended before reasons were kept have none. */
  private static String failure(ServicePeriod period) {
    if (period.failure() != null || period.accounted()) {
      return period.failure();
    }
    return "it ended before all it had read was stored; why was not kept";
  }
}
