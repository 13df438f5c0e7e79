package dev.weir.compare;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A figure of a run that is summed up over the rounds; the name is the field's in results.json. */
public enum Metric {
  RECORDS_PER_SECOND(
      "recordsPerSecond", Better.HIGHER, true, 0.05, run -> run.loading().recordsPerSecond()),
  WAL_BYTES_PER_RECORD(
      "walBytesPerRecord", Better.LOWER, true, 0.02, run -> run.wal().walBytesPerRecord()),
  DISK_BYTES_PER_RECORD(
      "diskBytesPerRecord", Better.LOWER, true, 0.02, run -> run.disk().diskBytesPerRecord()),
  READ_ONE_MILLIS("readOneMillis", Better.LOWER, true, 0.05, run -> run.probes().readOneMillis()),
  UPDATES_PER_SECOND(
      "updatesPerSecond", Better.HIGHER, true, 0.05, run -> run.probes().updatesPerSecond()),
  AVERAGE_MILLIS("averageMillis", Better.LOWER, true, 0.05, run -> run.probes().averageMillis()),
  LATEST_MILLIS("latestMillis", Better.LOWER, true, 0.05, run -> run.probes().latestMillis()),
  RANGE_MILLIS("rangeMillis", Better.LOWER, true, 0.05, run -> run.probes().rangeMillis()),
  COMMITS_PER_SECOND(
      "commitsPerSecond", Better.HIGHER, false, 0.05, run -> run.loading().commitsPerSecond()),
  CLIENT_CPU_MICROS_PER_RECORD(
      "clientCpuMicrosPerRecord",
      Better.LOWER,
      false,
      0.05,
      run -> run.loading().clientCpuMicrosPerRecord());

  /** Which of two values of a metric one would rather have. */
  public enum Better {
    HIGHER,
    LOWER
  }

  private static final int LARGEST_GROWTH_BYTES = 64 * 8192;

  private final String key;
  private final Better better;
  private final boolean compared;
  private final double leastDifference;
  private final Function<RunResult, Double> figure;

  Metric(
      String key,
      Better better,
      boolean compared,
      double leastDifference,
      Function<RunResult, Double> figure) {
    this.key = key;
    this.better = better;
    this.compared = compared;
    this.leastDifference = leastDifference;
    this.figure = figure;
  }

  /** The name of the field in results.json, unit included. */
  public String key() {
    return key;
  }

  public Better better() {
    return better;
  }

  /** The metrics verdicts are given on; the others are only summed up. */
  static List<Metric> compared() {
    return Arrays.stream(values()).filter(metric -> metric.compared).toList();
  }

  /**
   * The smallest difference of medians, as a fraction, that is ever claimed. Three runs of one
   * strategy fall apart into "every run beats every run" once in ten by chance alone; times and
   * rates of repeated runs differ by some percent then, bytes by less, as a table grows by more
   * than a page at a time.
   */
  double leastDifference() {
    return leastDifference;
  }

  /**
   * What the run's figure moves by at the least, in its own unit; 0 where it moves freely. A table
   * grows by up to 64 pages at a time from PostgreSQL 16 on, more than it needs (RelationAddBlocks
   * in hio.c): of two runs that stored the same, one may be such a step larger.
   */
  double step(RunResult run) {
    Long records = run.loading().records();
    return this == DISK_BYTES_PER_RECORD && records != null && records > 0
        ? (double) LARGEST_GROWTH_BYTES / records
        : 0;
  }

  /** The run's figure; empty where the server or the run has none. */
  public OptionalDouble of(RunResult run) {
    Double value = figure.apply(run);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
