package dev.weir.statistics;

/**
 * One figure of a view.
 *
 * @param name the column of the query's result
 * @param kind whether a difference of two readings means something
 * @param unit bytes, seconds, milliseconds, flag, or what is counted
 * @param description what the figure tells, as a phrase
 */
public record StatisticsColumn(String name, Kind kind, String unit, String description) {

  /** What a difference of two readings is. */
  public enum Kind {
    /** Only grows until it is reset: the difference is what happened in between. */
    COUNTER,
    /** Goes up and down: the later reading stands. */
    GAUGE
  }
}
