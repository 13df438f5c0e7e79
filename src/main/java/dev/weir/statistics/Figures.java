package dev.weir.statistics;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** Figures by view, row and column, of one reading or of the difference of two. Immutable. */
public final class Figures {
  private final Map<String, List<StatisticsRow>> rows;

  Figures(Map<String, List<StatisticsRow>> rows) {
    this.rows = rows;
  }

  /** The views there is anything of. */
  public Set<String> views() {
    return rows.keySet();
  }

  /** Every row of a view; none when the server, the account or the moment did not give it. */
  public List<StatisticsRow> rows(String view) {
    return rows.getOrDefault(view, List.of());
  }

  /** The figure of a view with one row, or the sum over its rows; empty where no row has it. */
  public OptionalLong whole(String view, String column) {
    return whole(view, column, Map.of());
  }

  /**
   * The figure of the row with these labels, or the sum over all rows that have them.
   *
   * @param labels some or all labels of the rows wanted
   * @return the sum as a whole number; empty where no such row has the column
   */
  public OptionalLong whole(String view, String column, Map<String, String> labels) {
    List<Number> values = values(view, column, labels);
    return values.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(values.stream().mapToLong(Figures::rounded).sum());
  }

  /** As {@link #whole(String, String)}, with fractions. */
  public OptionalDouble number(String view, String column) {
    return number(view, column, Map.of());
  }

  /** As {@link #whole(String, String, Map)}, with fractions. */
  public OptionalDouble number(String view, String column, Map<String, String> labels) {
    List<Number> values = values(view, column, labels);
    return values.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(values.stream().mapToDouble(Number::doubleValue).sum());
  }

  private List<Number> values(String view, String column, Map<String, String> labels) {
    return rows(view).stream()
        .filter(row -> row.values().get(column) != null && hasLabels(row, labels))
        .map(row -> row.values().get(column))
        .toList();
  }

  private static long rounded(Number value) {
    return value instanceof Double fraction ? Math.round(fraction) : value.longValue();
  }

  private static boolean hasLabels(StatisticsRow row, Map<String, String> wanted) {
    return row.labels().entrySet().containsAll(wanted.entrySet());
  }
}
