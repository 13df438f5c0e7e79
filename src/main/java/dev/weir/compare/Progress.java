package dev.weir.compare;

/**
 * Where a comparison is.
 *
 * @param run the number of the run at work, from 1; 0 while warming up
 * @param runs how many there are
 * @param round the round at work; 0 while warming up
 * @param phase what is being done: "warm-up", "load", "verify", "probe"
 * @param strategy the strategy at work
 * @param stored records stored by this run so far
 * @param recordsPerSecond of this run so far; 0 where nothing is being loaded
 * @param done the share of the comparison that is done, 0 to 1, estimated
 */
public record Progress(
    int run,
    int runs,
    int round,
    String phase,
    String strategy,
    long stored,
    double recordsPerSecond,
    double done) {}
