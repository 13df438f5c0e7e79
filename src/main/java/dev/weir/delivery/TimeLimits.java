package dev.weir.delivery;

import dev.weir.postgres.PoolSettings;
import java.time.Duration;

/**
 * How long a lane waits for what before it counts as failed. Nothing waits for ever.
 *
 * @param connect for a connection to be made, and for one of the pool
 * @param answerAtLeast for a batch, and for any one answer within it, however quick batches have
 *     been so far
 * @param answerTimes for a batch: so many times the slowest batch seen
 * @param statement for one statement, at the server: it ends what a lost client has left behind
 * @param lock for a lock another session holds
 * @param deadPeer after which the server gives up a client that no longer answers
 * @param shutdown for the batch under way when the lane is closed
 */
public record TimeLimits(
    Duration connect,
    Duration answerAtLeast,
    int answerTimes,
    Duration statement,
    Duration lock,
    Duration deadPeer,
    Duration shutdown) {

  public static TimeLimits defaults() {
    return new TimeLimits(
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        10,
        Duration.ofMinutes(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30));
  }

  /** The same limit for an answer, for tests and for those who know their network. */
  public TimeLimits withAnswer(Duration atLeast) {
    return new TimeLimits(connect, atLeast, answerTimes, statement, lock, deadPeer, shutdown);
  }

  /** These limits as settings of a lane's pool. Opening it does not need the server: lanes wait. */
  public PoolSettings applyTo(PoolSettings settings) {
    int probes = 3;
    String interval = Long.toString(Math.max(1, deadPeer.toSeconds() / (probes + 1)));
    return settings
        .withTimeouts(connect, answerAtLeast, statement)
        .withFailFast(false)
        .withSessionSetting("lock_timeout", Long.toString(lock.toMillis()))
        .withSessionSetting(
            "idle_in_transaction_session_timeout", Long.toString(statement.toMillis()))
        .withSessionSetting("tcp_keepalives_idle", interval)
        .withSessionSetting("tcp_keepalives_interval", interval)
        .withSessionSetting("tcp_keepalives_count", Integer.toString(probes))
        .withSessionSetting("tcp_user_timeout", Long.toString(deadPeer.toMillis()));
  }
}
