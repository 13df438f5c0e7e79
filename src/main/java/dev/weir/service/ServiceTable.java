package dev.weir.service;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.layout.TableOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/**
 * The table a strategy stores a dataset in: {@code weir_live_sensors_wide}, by slot, dataset and
 * layout. What else makes a table another one, such as a fillfactor, is a sum at the end. So
 * strategies of a slot that want the same table share it, and a swap that wants another one begins
 * it where the one before ends: what a slot has read is in its tables together, each record in one.
 * The dataset is in the name because two of them may have the same ids.
 */
final class ServiceTable {
  /** What {@link Table} takes, which leaves room for the names of indexes and partitions. */
  private static final int LONGEST = 40;

  private static final int SUM_DIGITS = 8;

  /** What makes tables of one layout different. */
  private static final List<StrategySetting> OPTIONS =
      List.of(
          StrategySetting.UNLOGGED,
          StrategySetting.FILLFACTOR,
          StrategySetting.PRIMARY_KEY,
          StrategySetting.INDEXES,
          StrategySetting.PARTITION);

  private ServiceTable() {}

  /** The table of a slot that has the strategy's name. */
  static Table of(Strategy strategy, Dataset dataset) {
    return of(strategy.name(), strategy, dataset);
  }

  static Table of(String slot, Strategy strategy, Dataset dataset) {
    return new Table(
        "",
        name(slot, strategy, dataset),
        Layout.named(strategy.get(StrategySetting.LAYOUT)),
        dataset.measurements(),
        TableOptions.of(strategy));
  }

  private static String name(String slot, Strategy strategy, Dataset dataset) {
    String written =
        "weir_" + slot + "_" + dataset.name() + "_" + strategy.get(StrategySetting.LAYOUT);
    String options = options(strategy);
    String name = written.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]+", "_");
    if (options.isEmpty() && name.length() <= LONGEST) {
      return name;
    }
    CRC32C sum = new CRC32C();
    sum.update((written + options).getBytes(StandardCharsets.UTF_8));
    return name.substring(0, Math.min(name.length(), LONGEST - SUM_DIGITS - 1))
        + String.format(Locale.ROOT, "_%08x", sum.getValue());
  }

  /** The options that are not as they are by default: {@code " fillfactor=90"}. */
  private static String options(Strategy strategy) {
    return OPTIONS.stream()
        .filter(option -> !strategy.get(option).equals(option.defaultValue()))
        .map(option -> " " + option.key() + "=" + strategy.get(option))
        .collect(Collectors.joining());
  }
}
