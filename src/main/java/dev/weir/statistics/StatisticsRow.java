package dev.weir.statistics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One row of a view in a snapshot or a difference.
 *
 * @param labels what names the row, by label; empty where a view has one row
 * @param values figures by column: a Long where the figure is whole, else a Double. A figure the
 *     server does not have is not there
 * @param reset when the counters were last set back, in seconds since 1970; empty where the server
 *     does not tell, or they never were
 */
public record StatisticsRow(
    Map<String, String> labels, Map<String, Number> values, Optional<Double> reset) {

  public StatisticsRow {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
