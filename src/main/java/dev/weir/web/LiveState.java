package dev.weir.web;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * How a running service stands. What is not known is null and left out of the JSON.
 *
 * @param version Weir's own
 * @param startedAt when this service was started
 * @param health how it does, in plain words
 * @param server the database server
 * @param strategies those that run, in the order they were started
 * @param swapErrors route files that were changed and are not good, the latest first; one that was
 *     mended or removed is no longer here
 */
public record LiveState(
    String version,
    Instant startedAt,
    Health health,
    Server server,
    List<RunningStrategy> strategies,
    List<SwapError> swapErrors) {

  public LiveState {
    strategies = List.copyOf(strategies);
    swapErrors = List.copyOf(swapErrors);
  }

  /** How well it does. */
  public enum Level {
    /** Records get through. */
    WELL,
    /** They get through, and somebody should look at something. */
    WARNING,
    /** They do not get through now; it goes on by itself when what is missing is back. */
    WAITING,
    /** They do not get through, and somebody has to do something. */
    FAILED
  }

  /**
   * @param level the worst there is
   * @param sentences what there is to say, the most important first, each a sentence that anybody
   *     understands; not empty
   */
  public record Health(Level level, List<String> sentences) {
    public Health {
      sentences = List.copyOf(sentences);
    }
  }

  /**
   * @param address without user and password
   * @param version as it names itself: {@code 18.3}
   * @param up whether it answered last time
   * @param since when it began to be so
   * @param settings those that a figure depends on, by name, as the server shows them: {@code
   *     max_wal_size}, {@code synchronous_commit}
   * @param durability null where the server promises to keep what is committed, else a sentence
   */
  public record Server(
      String address,
      String version,
      boolean up,
      Instant since,
      Map<String, String> settings,
      String durability) {
    public Server {
      settings = Map.copyOf(settings);
    }
  }

  /**
   * @param name of the strategy
   * @param file its route file, as in {@code routes/strategies/}
   * @param dataset what it stores
   * @param table where
   * @param period the number of the period it is in
   * @param since when it was started
   * @param condition {@code running}, {@code waiting}, {@code draining}, {@code paused}, {@code
   *     stopped}
   * @param reason why it is in this condition; null while it runs
   * @param rate records a second it is held to; null when as fast as it goes
   * @param settings every key of the strategy and its value
   */
  public record RunningStrategy(
      String name,
      String file,
      String dataset,
      String table,
      Integer period,
      Instant since,
      String condition,
      String reason,
      Double rate,
      Long read,
      Long stored,
      Long deadLettered,
      Long inFlight,
      Map<String, String> settings) {
    public RunningStrategy {
      settings = Map.copyOf(settings);
    }
  }

  /**
   * A route file that could not be taken.
   *
   * @param file as in {@code routes/strategies/}
   * @param problems what is wrong with it, one line each
   * @param running what runs instead; null when nothing does
   */
  public record SwapError(Instant at, String file, List<String> problems, String running) {
    public SwapError {
      problems = List.copyOf(problems);
    }
  }
}
