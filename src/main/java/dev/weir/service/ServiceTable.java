package dev.weir.service;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableOptions;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * The table a strategy stores a dataset in: {@code weir_wide_copy_1000_sensors}. The dataset is in
 * the name because two of them may have the same ids.
 */
final class ServiceTable {
  /** What {@link Table} takes, which leaves room for the names of indexes and partitions. */
  private static final int LONGEST = 40;

  private static final int SUM_DIGITS = 8;

  private ServiceTable() {}

  static Table of(Strategy strategy, Dataset dataset) {
    return new Table(
        "",
        name(strategy.name(), dataset.name()),
        Layout.named(strategy.get(StrategySetting.LAYOUT)),
        dataset.measurements(),
        TableOptions.of(strategy));
  }

  static String name(String strategy, String dataset) {
    String written = "weir_" + strategy + "_" + dataset;
    String name = written.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]+", "_");
    if (name.length() <= LONGEST) {
      return name;
    }
    CRC32C sum = new CRC32C();
    sum.update(written.getBytes(StandardCharsets.UTF_8));
    return name.substring(0, LONGEST - SUM_DIGITS - 1)
        + String.format(Locale.ROOT, "_%08x", sum.getValue());
  }
}
