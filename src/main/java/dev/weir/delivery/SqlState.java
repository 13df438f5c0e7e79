package dev.weir.delivery;

/**
 * The one table of what each SQLState means to a lane. An entry covers every state that begins with
 * its code; of several the longest counts.
 *
 * <p>Source: appendix "PostgreSQL Error Codes" of the PostgreSQL manual, and the states pgjdbc
 * makes up for failures on its own side (org.postgresql.util.PSQLState).
 */
public enum SqlState {
  // The connection
  CONNECTION("08", Meaning.RETRY, "no connection to the server", "waits until the server answers"),
  CONNECTION_REJECTED(
      "08004",
      Meaning.STOP,
      "the server and this client do not agree how to log in",
      "give a password, or the sslmode the server asks for"),
  LOGIN(
      "28",
      Meaning.STOP,
      "the server refuses this account",
      "correct user or password, or pg_hba.conf on the server"),
  NO_DATABASE(
      "3D000", Meaning.STOP, "there is no such database", "create it or name another database"),

  // The server is busy with itself
  OPERATOR("57", Meaning.RETRY, "the server is stopping or starting", "waits until it is back"),
  CANCELED(
      "57014",
      Meaning.RETRY,
      "the statement was canceled, by its time limit or by someone",
      "tries again; raise the statement time limit if this goes on"),
  RESOURCES("53", Meaning.RETRY, "the server is out of something", "waits until there is more"),
  DISK_FULL("53100", Meaning.RETRY, "the server's disk is full", "free some room on it"),
  TOO_MANY_CONNECTIONS(
      "53300",
      Meaning.RETRY,
      "the server takes no more connections",
      "close some, or raise max_connections"),
  SYSTEM("58", Meaning.RETRY, "the server's operating system failed it", "see the server's log"),
  READ_ONLY(
      "25006",
      Meaning.RETRY,
      "the server or the session is read-only, as after a failover",
      "waits until it takes writes; name the primary in the address if this goes on"),
  FOREIGN_SERVER(
      "HV00N", Meaning.RETRY, "a foreign server does not answer", "waits until it is back"),

  // The transaction
  ROLLED_BACK("40", Meaning.RETRY, "the server rolled the transaction back", "tries again"),
  DEADLOCK("40P01", Meaning.RETRY, "a deadlock with another session", "tries again"),
  LOCKED(
      "55P03",
      Meaning.RETRY,
      "a lock was not had within its time limit",
      "waits; see pg_locks for the holder if this goes on"),
  IN_USE("55006", Meaning.RETRY, "the object is in use", "waits until it is free"),
  TRANSACTION_BROKEN(
      "25P", Meaning.RETRY, "the transaction had already ended", "tries again in a new one"),
  STATEMENT_LOST(
      "26000",
      Meaning.RETRY,
      "the server does not know a prepared statement",
      "tries again on a new connection; a pooler needs session mode"),
  STATEMENT_DOUBLE(
      "42P05",
      Meaning.RETRY,
      "the server knows a prepared statement already",
      "tries again on a new connection; a pooler needs session mode"),

  // The record
  DATA("22", Meaning.BAD_DATA, "a value the column does not take", "correct the record"),
  CONSTRAINT("23", Meaning.BAD_DATA, "a constraint of the table", "correct the record"),
  NOT_NULL("23502", Meaning.BAD_DATA, "a null where the table forbids it", "correct the record"),
  DUPLICATE("23505", Meaning.BAD_DATA, "the key is in the table already", "give it another key"),
  CHECK(
      "23514",
      Meaning.BAD_DATA,
      "a check constraint, or no partition for it",
      "correct the record, or create the partition and retry it"),
  CARDINALITY("21", Meaning.BAD_DATA, "one row was to be written twice", "correct the record"),
  CASE("20000", Meaning.BAD_DATA, "a trigger has no case for it", "correct record or trigger"),
  TRIGGER("09", Meaning.BAD_DATA, "a trigger refused it", "correct the record"),
  TRIGGER_CHANGE("27", Meaning.BAD_DATA, "a trigger changed it", "correct record or trigger"),
  VIEW_CHECK("44", Meaning.BAD_DATA, "it would not show in the view", "correct the record"),
  RAISED("P0", Meaning.BAD_DATA, "a trigger refused it", "correct the record"),
  TOO_LARGE(
      "54000",
      Meaning.BAD_DATA,
      "the row is larger than a page takes",
      "fewer measurements, or a layout that takes more"),

  // The table, the account, the program
  BINARY_FORM(
      "22P03",
      Meaning.STOP,
      "a column is of another type than Weir writes",
      "compare the table with the layout's columns, or let Weir create it"),
  COPY_FORM(
      "22P04",
      Meaning.STOP,
      "COPY data of another shape than the server expects",
      "compare the table with the layout's columns, or let Weir create it"),
  LIMIT("54", Meaning.STOP, "more than a statement may hold", "fewer measurements a record"),
  RULE("42", Meaning.STOP, "the server does not accept the statement", "see the message it gives"),
  NO_PERMISSION(
      "42501", Meaning.STOP, "this account may not do it", "GRANT INSERT on the table to it"),
  NO_TABLE("42P01", Meaning.STOP, "there is no such table", "create it, or mend the search_path"),
  NO_COLUMN(
      "42703",
      Meaning.STOP,
      "the table lacks a column",
      "compare the table with the layout's columns, or let Weir create it"),
  OTHER_TYPE(
      "42804",
      Meaning.STOP,
      "a column is of another type than Weir writes",
      "compare the table with the layout's columns, or let Weir create it"),
  NO_SCHEMA("3F000", Meaning.STOP, "there is no such schema", "create it or name another"),
  NOT_SUPPORTED(
      "0A", Meaning.STOP, "this server cannot do it", "another method, or a newer server"),
  PARAMETER("07", Meaning.STOP, "the driver cannot send a value", "report it as a fault of Weir"),
  FUNCTION("38", Meaning.STOP, "a function of the table failed", "correct the function"),
  FUNCTION_CALL("39", Meaning.STOP, "a trigger function is wrong", "correct the function"),
  ROUTINE("2F", Meaning.STOP, "a routine of the table failed", "correct the routine"),
  FOREIGN_TABLE("HV", Meaning.STOP, "a foreign table refused it", "see the foreign server's log"),
  DATA_DAMAGED("XX001", Meaning.STOP, "the server found damaged data", "see the server's log"),
  INDEX_DAMAGED("XX002", Meaning.STOP, "the server found a damaged index", "REINDEX the table"),

  /** Everything else: losing nothing is certain when waiting, not when guessing. */
  OTHER("", Meaning.RETRY, "a failure Weir does not know", "tries again; see the server's log");

  private final String code;
  private final Meaning meaning;
  private final String what;
  private final String advice;

  SqlState(String code, Meaning meaning, String what, String advice) {
    this.code = code;
    this.meaning = meaning;
    this.what = what;
    this.advice = advice;
  }

  /**
   * The entry for a state.
   *
   * @param state five characters as the driver gives them; null, as of an I/O failure that never
   *     reached the server, is {@link #OTHER}
   */
  public static SqlState of(String state) {
    SqlState best = OTHER;
    if (state != null) {
      for (SqlState entry : values()) {
        if (state.startsWith(entry.code) && entry.code.length() > best.code.length()) {
          best = entry;
        }
      }
    }
    return best;
  }

  /** What the states covered have in common at their beginning; empty for {@link #OTHER}. */
  public String code() {
    return code;
  }

  public Meaning meaning() {
    return meaning;
  }

  /** What happened, as a phrase. */
  public String what() {
    return what;
  }

  /** What to do, or what Weir does, as a phrase. */
  public String advice() {
    return advice;
  }
}
