package dev.weir.delivery;

import dev.weir.config.ConfigurationException;
import java.sql.SQLException;
import java.time.DateTimeException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Why a batch was not stored, and what that asks of the lane.
 *
 * @param meaning wait, find the record, or stop
 * @param sqlState five characters; {@code 22000} for a record that failed on our side, empty where
 *     there is none
 * @param message what the server or the encoder said, on one line, without statement or password
 * @param advice what to do, as a phrase
 */
public record Failure(Meaning meaning, String sqlState, String message, String advice) {
  /** The state given to a record that cannot be encoded: data_exception. */
  public static final String CANNOT_ENCODE = "22000";

  /** Where the server says that a plan fits the table no longer; a new connection mends it. */
  private static final String STALE_PLAN = "RevalidateCachedQuery";

  /** Reads what went wrong from an exception of a driver, a pool or an encoder. */
  public static Failure of(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = next(cause)) {
      if (cause instanceof PSQLException refused && refused.getSQLState() != null) {
        return ofServer(refused);
      }
    }
    for (Throwable cause = thrown; cause != null; cause = next(cause)) {
      if (cause instanceof SQLException failed && failed.getSQLState() != null) {
        return ofState(failed.getSQLState(), text(failed));
      }
    }
    for (Throwable cause = thrown; cause != null; cause = next(cause)) {
      if (isOfTheRecord(cause)) {
        return badRecord(text(cause));
      }
    }
    return thrown instanceof SQLException ? ofState("", text(thrown)) : ofProgram(thrown);
  }

  /** A record that was found to be bad before the server saw it. */
  static Failure badRecord(String reason) {
    return new Failure(
        Meaning.BAD_DATA, CANNOT_ENCODE, reason, SqlState.of(CANNOT_ENCODE).advice());
  }

  /** The same, where no record can be at fault: waits rather than looking for one. */
  Failure notOfTheData() {
    return meaning == Meaning.BAD_DATA
        ? new Failure(Meaning.RETRY, sqlState, message, SqlState.OTHER.advice())
        : this;
  }

  /**
   * Whether no connection could be had: nobody listens, or the server is starting or stopping. A
   * connection that was lost at work is another matter: perhaps this very batch ends the server.
   */
  boolean isOfAbsence() {
    return sqlState.equals("08001") || sqlState.equals("57P03");
  }

  /** One line: what happened, the state, what to do. */
  @Override
  public String toString() {
    return message + (sqlState.isEmpty() ? "" : " (SQLState " + sqlState + ")") + "; " + advice;
  }

  private static Throwable next(Throwable thrown) {
    if (thrown.getCause() != null) {
      return thrown.getCause();
    }
    return thrown instanceof SQLException failed ? failed.getNextException() : null;
  }

  private static Failure ofServer(PSQLException refused) {
    ServerErrorMessage server = refused.getServerErrorMessage();
    if (server == null) {
      return ofState(refused.getSQLState(), text(refused));
    }
    if (STALE_PLAN.equals(server.getRoutine())) {
      SqlState lost = SqlState.STATEMENT_LOST;
      return new Failure(Meaning.RETRY, refused.getSQLState(), text(refused), lost.advice());
    }
    String detail = server.getDetail() == null ? "" : "; " + server.getDetail();
    return ofState(refused.getSQLState(), oneLine(server.getMessage() + detail));
  }

  private static Failure ofState(String state, String message) {
    SqlState entry = SqlState.of(state);
    return new Failure(entry.meaning(), state, message, entry.advice());
  }

  /** What an encoder throws when it cannot write a value. */
  private static boolean isOfTheRecord(Throwable thrown) {
    return thrown instanceof IllegalArgumentException
        || thrown instanceof ArithmeticException
        || thrown instanceof DateTimeException
        || thrown instanceof IndexOutOfBoundsException;
  }

  private static Failure ofProgram(Throwable thrown) {
    if (thrown instanceof ConfigurationException wrong) {
      return new Failure(Meaning.STOP, "", oneLine(wrong.getMessage()), "correct the setting");
    }
    return new Failure(
        Meaning.STOP,
        "",
        thrown.getClass().getSimpleName() + ": " + text(thrown),
        "report it as a fault of Weir");
  }

  private static String text(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null ? thrown.getClass().getSimpleName() : oneLine(message);
  }

  private static String oneLine(String message) {
    return message.strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ");
  }
}
