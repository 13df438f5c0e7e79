package dev.weir.postgres;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How the connections of a pool behave.
 *
 * @param applicationName what the server's views show the sessions as
 * @param synchronousCommit what COMMIT waits for; empty leaves it to the server
 * @param rewriteBatchedInserts whether the driver makes one INSERT of many rows from a batch
 * @param rowsPerInsert rows of such an INSERT at most; 0 for as many as its parameters allow
 * @param connectTimeout for making a connection, and for how long a borrower waits for one
 * @param socketTimeout the longest wait for an answer before the connection counts as lost; zero
 *     waits for ever
 * @param statementTimeout the server ends a statement after this time; zero never
 * @param maxLifetime connections are replaced after this time; zero never, which is right while
 *     measuring
 * @param failFast whether opening the pool makes a connection, so that a wrong password or a server
 *     that is not there is said at once; else the pool opens without and borrowers wait. Once open,
 *     every pool looks for a server that has gone away every second
 * @param keepMemory whether the server's processes keep memory they have freed for what they do
 *     next
 * @param sessionSettings further server settings for the pool's sessions, by name
 */
public record PoolSettings(
    String applicationName,
    String synchronousCommit,
    boolean rewriteBatchedInserts,
    int rowsPerInsert,
    Duration connectTimeout,
    Duration socketTimeout,
    Duration statementTimeout,
    Duration maxLifetime,
    boolean failFast,
    boolean keepMemory,
    Map<String, String> sessionSettings) {

  public PoolSettings {
    sessionSettings = Map.copyOf(sessionSettings);
  }

  /** 10 s to connect, 60 s for an answer, no other limits, failing fast. */
  public static PoolSettings named(String applicationName) {
    return new PoolSettings(
        applicationName,
        "",
        false,
        0,
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ZERO,
        Duration.ZERO,
        true,
        false,
        Map.of());
  }

  public PoolSettings withSynchronousCommit(String value) {
    return but(draft -> draft.synchronousCommit = value);
  }

  public PoolSettings withRewriteBatchedInserts(boolean value) {
    return but(draft -> draft.rewriteBatchedInserts = value);
  }

  public PoolSettings withRowsPerInsert(int value) {
    return but(draft -> draft.rowsPerInsert = value);
  }

  public PoolSettings withTimeouts(Duration connect, Duration socket, Duration statement) {
    return but(
        draft -> {
          draft.connectTimeout = connect;
          draft.socketTimeout = socket;
          draft.statementTimeout = statement;
        });
  }

  public PoolSettings withMaxLifetime(Duration value) {
    return but(draft -> draft.maxLifetime = value);
  }

  public PoolSettings withFailFast(boolean value) {
    return but(draft -> draft.failFast = value);
  }

  public PoolSettings withKeepMemory(boolean value) {
    return but(draft -> draft.keepMemory = value);
  }

  public PoolSettings withSessionSetting(String name, String value) {
    return but(draft -> draft.sessionSettings.put(name, value));
  }

  private PoolSettings but(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /** The same, to be changed. */
  private static final class Draft {
    private final String applicationName;
    private String synchronousCommit;
    private boolean rewriteBatchedInserts;
    private int rowsPerInsert;
    private Duration connectTimeout;
    private Duration socketTimeout;
    private Duration statementTimeout;
    private Duration maxLifetime;
    private boolean failFast;
    private boolean keepMemory;
    private final Map<String, String> sessionSettings;

    Draft(PoolSettings settings) {
      applicationName = settings.applicationName;
      synchronousCommit = settings.synchronousCommit;
      rewriteBatchedInserts = settings.rewriteBatchedInserts;
      rowsPerInsert = settings.rowsPerInsert;
      connectTimeout = settings.connectTimeout;
      socketTimeout = settings.socketTimeout;
      statementTimeout = settings.statementTimeout;
      maxLifetime = settings.maxLifetime;
      failFast = settings.failFast;
      keepMemory = settings.keepMemory;
      sessionSettings = new LinkedHashMap<>(settings.sessionSettings);
    }

    PoolSettings settings() {
      return new PoolSettings(
          applicationName,
          synchronousCommit,
          rewriteBatchedInserts,
          rowsPerInsert,
          connectTimeout,
          socketTimeout,
          statementTimeout,
          maxLifetime,
          failFast,
          keepMemory,
          sessionSettings);
    }
  }
}
