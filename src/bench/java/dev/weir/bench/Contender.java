package dev.weir.bench;

import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import java.util.Optional;

/** One way of loading records into a table: Weir, a loop written by hand, someone else's tool. */
public interface Contender {

  /** Who loads: {@code weir}, {@code bare}, {@code psql}. */
  String peer();

  /** How rows are written, by Weir's word where it has one. */
  String method();

  Layout layout();

  /**
   * How many of the usual records it gets, so that a slow one does not take the whole sitting: 10
   * for a tenth. Contenders that are held against each other should agree.
   */
  default int fraction() {
    return 1;
  }

  /** Whether records are in the table after it; what drops them measures only the way there. */
  default boolean stores() {
    return true;
  }

  /** Why it cannot run on this machine; empty when it can. */
  default Optional<String> missing() {
    return Optional.empty();
  }

  /**
   * Stores the first records of the dataset, in order, in transactions of {@link Bed#batch} records
   * where it has a say in that. Connecting and preparing are not part of the load's time.
   *
   * @param table empty, just made
   */
  Load load(Bed bed, Table table, long records) throws Exception;

  /** What it does otherwise than its peer usually does: {@code " writers=4"}; empty for nothing. */
  default String variation() {
    return "";
  }

  /** What tells it from every other: {@code weir/wide/copy-binary}. */
  default String label() {
    return peer() + "/" + layout().name() + "/" + method() + variation();
  }
}
