package dev.weir.statistics;

import java.sql.SQLException;

/**
 * A query of a reading that gave nothing: the figure is absent, and this says why.
 *
 * @param query the view, and the table where there is one
 * @param reason what kept it
 * @param message the server's own words, or what the account would need
 */
public record Gap(String query, Reason reason, String message) {

  /** What kept a figure from being read. */
  public enum Reason {
    /** Another session holds or awaits a lock in the way. */
    LOCKED("is locked by another session"),
    /** The query took longer than its time limit. */
    TOO_SLOW("took longer than its time limit"),
    /** The account may not read it. */
    NOT_PERMITTED("is not permitted to this account"),
    /** Anything else. */
    FAILED("could not be read");

    private final String phrase;

    Reason(String phrase) {
      this.phrase = phrase;
    }
  }

  /** The gap a query that failed leaves. */
  public static Gap of(StatisticsQuery query, Throwable failure) {
    return new Gap(query.name(), reason(failure), String.valueOf(failure.getMessage()));
  }

  /** One line: {@code table_size of t is locked by another session: ...}. */
  @Override
  public String toString() {
    return query + " " + reason.phrase + ": " + message;
  }

  private static Reason reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException exception && exception.getSQLState() != null) {
        return switch (exception.getSQLState()) {
          case "55P03" -> Reason.LOCKED;
          case "57014" -> Reason.TOO_SLOW;
          case "42501" -> Reason.NOT_PERMITTED;
          default -> Reason.FAILED;
        };
      }
    }
    return Reason.FAILED;
  }
}
