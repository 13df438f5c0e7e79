package dev.weir.report;

import dev.weir.compare.Metric;

/** What a metric is called in sentences and tables, and how its figures are written. */
final class MetricText {
  private MetricText() {}

  static String name(Metric metric) {
    return switch (metric) {
      case RECORDS_PER_SECOND -> "records/s";
      case WAL_BYTES_PER_RECORD -> "WAL a record";
      case DISK_BYTES_PER_RECORD -> "disk a record";
      case READ_ONE_MILLIS -> "reading one record";
      case UPDATES_PER_SECOND -> "updates/s";
      case AVERAGE_MILLIS -> "an average over a time";
      case LATEST_MILLIS -> "the latest of a series";
      case RANGE_MILLIS -> "a range of a series";
      case COMMITS_PER_SECOND -> "commits/s";
      case CLIENT_CPU_MICROS_PER_RECORD -> "client CPU a record";
    };
  }

  /** A figure with its unit where the name does not say it. */
  static String figure(Metric metric, double value) {
    return switch (metric) {
      case RECORDS_PER_SECOND, UPDATES_PER_SECOND, COMMITS_PER_SECOND -> Figures.number(value);
      case WAL_BYTES_PER_RECORD, DISK_BYTES_PER_RECORD -> Figures.bytes(value);
      case READ_ONE_MILLIS, AVERAGE_MILLIS, LATEST_MILLIS, RANGE_MILLIS ->
          Figures.number(value) + " ms";
      case CLIENT_CPU_MICROS_PER_RECORD -> Figures.number(value) + " us";
    };
  }
}
