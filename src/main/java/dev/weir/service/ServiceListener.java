package dev.weir.service;

import dev.weir.config.Strategy;
import dev.weir.delivery.Account;
import java.util.List;

/** Is told what the service does. Each slot tells on a thread of its own. */
public interface ServiceListener {

  /**
   * The database is there and records will flow: at the start, and after each swap.
   *
   * @param table where they go
   * @param positions where each lane goes on in the dataset
   */
  default void begins(Slot slot, Strategy strategy, String table, List<Long> positions) {}

  /**
   * Every few seconds and at the end.
   *
   * @param account since this start
   * @param recordsPerSecond stored since it was told last
   */
  default void progress(Slot slot, Account account, double recordsPerSecond) {}

  /** What is to replace the strategy that runs is no good; the one that runs goes on. */
  default void refused(Slot slot, String problem) {}
}
