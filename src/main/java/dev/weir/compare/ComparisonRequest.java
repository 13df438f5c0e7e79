package dev.weir.compare;

import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.dataset.Dataset;
import dev.weir.postgres.DatabaseAddress;
import java.util.List;

/**
 * What is to be compared where.
 *
 * @param weir the version of Weir, for the result
 * @param strategies with names that differ
 * @param seed of the order of runs and the choice of records probed
 * @param inquiry what is to be found out beside
 */
public record ComparisonRequest(
    String weir,
    Home home,
    DatabaseAddress database,
    Dataset dataset,
    List<Strategy> strategies,
    int rounds,
    long seed,
    Protocol protocol,
    Inquiry inquiry) {

  public ComparisonRequest {
    strategies = List.copyOf(strategies);
  }

  /** The same at another place. */
  ComparisonRequest at(DatabaseAddress address) {
    return new ComparisonRequest(
        weir, home, address, dataset, strategies, rounds, seed, protocol, inquiry);
  }
}
