package dev.weir.service;

import dev.weir.delivery.Account;
import java.util.List;

/** Is told what the service does, on the thread that runs it. */
public interface ServiceListener {

  /**
   * The database is there and records will flow.
   *
   * @param table where they go
   * @param positions where each lane goes on in the dataset
   */
  void begins(String table, List<Long> positions);

  /**
   * Every few seconds and at the end.
   *
   * @param account since this start
   * @param recordsPerSecond stored since it was told last
   */
  void progress(Account account, double recordsPerSecond);
}
