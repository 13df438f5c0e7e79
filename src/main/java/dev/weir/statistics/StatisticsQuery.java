package dev.weir.statistics;

import java.util.Optional;

/**
 * One statement of a reading, ready to be sent.
 *
 * @param view the view it reads
 * @param table the table it reads it for, where there is one query a table
 * @param sql one SELECT without parameters
 */
public record StatisticsQuery(StatisticsView view, Optional<String> table, String sql) {

  /** The view, and the table where there is one: {@code table_size of measurements_wide}. */
  public String name() {
    return table.map(name -> view.name() + " of " + name).orElse(view.name());
  }
}
