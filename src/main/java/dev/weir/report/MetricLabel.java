package dev.weir.report;

import dev.weir.compare.Metric;
import java.util.Locale;
import java.util.Map;

/**
 * A metric as people read it. Label and unit are read off the key, which has the unit in it; those
 * that read badly so are given.
 *
 * @param label without the unit
 * @param better which of two values one would rather have; empty where that is not known
 * @param unit "B" for bytes, which are shown as kB, MB, GB; empty for a bare number
 */
record MetricLabel(String key, String label, String unit, String better) {
  private static final Map<String, String> LABELS =
      Map.ofEntries(
          Map.entry("recordsPerSecond", "loading"),
          Map.entry("walBytesPerRecord", "WAL a record"),
          Map.entry("diskBytesPerRecord", "disk a record"),
          Map.entry("readOneMillis", "reading one record"),
          Map.entry("updatesPerSecond", "changing one value"),
          Map.entry("commitsPerSecond", "commits"),
          Map.entry("clientCpuMicrosPerRecord", "client CPU a record"),
          Map.entry("averageMillis", "average over a time range"),
          Map.entry("latestMillis", "latest values of a series"),
          Map.entry("rangeMillis", "a series over a time range"));

  private static final Map<String, String> UNITS =
      Map.of("recordsPerSecond", "records/s", "updatesPerSecond", "/s", "commitsPerSecond", "/s");

  static MetricLabel of(Metric metric) {
    MetricLabel label = named(metric.key());
    return new MetricLabel(
        label.key,
        label.label,
        label.unit,
        metric.better() == Metric.Better.HIGHER ? "more is better" : "less is better");
  }

  /** The metric of a key, of which it is not known what is better. */
  static MetricLabel named(String key) {
    return new MetricLabel(key, label(key), UNITS.getOrDefault(key, unit(key)), "");
  }

  /** "loading, records/s". */
  String heading() {
    return unit.isEmpty() || unit.equals("B") ? label : label + ", " + unit;
  }

  /** "loading, records/s; more is better". */
  String caption() {
    return better.isEmpty() ? heading() : heading() + "; " + better;
  }

  /** A figure beneath the heading. */
  String bare(double value) {
    return unit.equals("B") ? Figures.bytes(value) : Figures.number(value);
  }

  /** The label of a key that may be no metric of this Weir. */
  static String label(String key) {
    return LABELS.getOrDefault(key, words(key));
  }

  /** A figure with its unit. */
  static String figure(double value, String unit) {
    if (unit.equals("B")) {
      return Figures.bytes(value);
    }
    return unit.isEmpty() ? Figures.number(value) : Figures.number(value) + " " + unit;
  }

  private static String unit(String key) {
    if (key.contains("Bytes")) {
      return "B";
    }
    if (key.contains("Micros")) {
      return "\u00b5s";
    }
    if (key.endsWith("Millis")) {
      return "ms";
    }
    return key.endsWith("PerSecond") ? "/s" : "";
  }

  /** "walBytesPerRecord" becomes "wal bytes per record". */
  private static String words(String key) {
    return key.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
  }
}
