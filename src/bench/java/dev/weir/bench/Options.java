package dev.weir.bench;

import java.util.List;

/**
 * What the user asked for.
 *
 * @param rounds how often each contender is measured
 * @param records of one load; 0 for what the mode thinks right
 * @param only what to measure of all there is; empty for all
 * @param writers the numbers of them to measure, where that is the question
 * @param seed of the order within rounds
 */
record Options(
    boolean quick, int rounds, long records, List<String> only, List<Integer> writers, long seed) {

  long recordsOr(long usual) {
    return records == 0 ? usual : records;
  }

  /**
   * Whether a contender is asked for: one of the selections names nothing it is not. {@code
   * wide/copy-binary} asks for everyone who does that, {@code weir} for all of Weir.
   */
  boolean asksFor(Contender contender) {
    List<String> words = List.of(contender.peer(), contender.layout().name(), contender.method());
    return only.isEmpty()
        || only.stream().anyMatch(selection -> words.containsAll(List.of(selection.split("/"))));
  }
}
