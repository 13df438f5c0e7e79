package dev.weir.compare;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a comparison is to find out beside figures and verdicts.
 *
 * @param noiseFloor whether one strategy runs twice, to know what a difference is worth
 * @param predictions whether ceilings and floors are worked out before the runs
 * @param volume a folder on the server's disk, where this process may write; else empty
 * @param rate a rate each strategy is then loaded at
 * @param servers what runs where, when server settings are varied
 * @param crossover what is to be found by halving, over again
 */
public record Inquiry(
    boolean noiseFloor,
    boolean predictions,
    Optional<Path> volume,
    Optional<RateGoal> rate,
    Optional<ServerTurns> servers,
    Optional<CrossoverSearch> crossover) {
  /** Nothing beside. */
  public static final Inquiry NONE =
      new Inquiry(
          false, false, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** The same, with a folder on the server's disk. */
  public Inquiry on(Path folder) {
    return new Inquiry(noiseFloor, predictions, Optional.of(folder), rate, servers, crossover);
  }

  /** The same, the runs taking turns on several servers. */
  public Inquiry on(ServerTurns turns) {
    return new Inquiry(noiseFloor, predictions, volume, rate, Optional.of(turns), crossover);
  }
}
