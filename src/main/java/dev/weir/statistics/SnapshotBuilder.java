package dev.weir.statistics;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Gathers the rows of a reading's queries into a snapshot, whoever ran the queries. Made when the
 * reading begins; for one thread.
 */
public final class SnapshotBuilder {
  private final long nanoTime = System.nanoTime();
  private final int major;
  private final Map<String, List<StatisticsRow>> rows = new LinkedHashMap<>();
  private final List<Gap> gaps = new ArrayList<>();

  SnapshotBuilder(int major) {
    this.major = major;
  }

  /**
   * Adds what a query gave.
   *
   * @param found the result, one map a row, column names to values as JDBC gives them. Columns the
   *     catalog does not declare are left out, nulls too
   */
  public SnapshotBuilder add(StatisticsQuery query, List<Map<String, Object>> found) {
    List<StatisticsRow> viewRows =
        rows.computeIfAbsent(query.view().name(), name -> new ArrayList<>());
    for (Map<String, Object> row : found) {
      viewRows.add(row(query.view(), row));
    }
    return this;
  }

  /** Marks that a query gave nothing. */
  public SnapshotBuilder addGap(StatisticsQuery query, Throwable failure) {
    gaps.add(Gap.of(query, failure));
    return this;
  }

  public Snapshot build() {
    Map<String, List<StatisticsRow>> complete = new LinkedHashMap<>();
    rows.forEach((view, viewRows) -> complete.put(view, List.copyOf(viewRows)));
    Figures figures = new Figures(complete);
    return new Snapshot(clock(figures), nanoTime, major, figures, gaps);
  }

  private static Instant clock(Figures figures) {
    OptionalDouble clock = figures.number(StatisticsCatalog.SERVER, "clock");
    return clock.isPresent()
        ? Instant.EPOCH.plusNanos(Math.round(clock.getAsDouble() * 1e6) * 1000)
        : Instant.now();
  }

  private static StatisticsRow row(StatisticsView view, Map<String, Object> found) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (String label : view.labels()) {
      Object value = found.get(label);
      if (value != null) {
        labels.put(label, value.toString());
      }
    }
    Map<String, Number> values = new LinkedHashMap<>();
    for (String column : view.columns().keySet()) {
      if (found.get(column) instanceof Number number) {
        values.put(column, uniform(number));
      }
    }
    Optional<Double> reset =
        view.reset()
            .map(found::get)
            .filter(Number.class::isInstance)
            .map(value -> ((Number) value).doubleValue());
    return new StatisticsRow(labels, values, reset);
  }

  /** A Long where the number is whole and fits, else a Double, whatever type the driver made. */
  private static Number uniform(Number number) {
    if (number instanceof Long || number instanceof Integer || number instanceof Short) {
      return number.longValue();
    }
    if (number instanceof BigDecimal decimal
        && decimal.stripTrailingZeros().scale() <= 0
        && decimal.toBigInteger().bitLength() < Long.SIZE) {
      return decimal.longValueExact();
    }
    return number.doubleValue();
  }
}
