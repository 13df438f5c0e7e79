package dev.weir.delivery;

import dev.weir.write.Batch;
import java.sql.Connection;
import java.sql.SQLException;

/** What a lane promises about a batch, and how it keeps that when a COMMIT goes unanswered. */
interface Promise {

  /**
   * What of a batch is still to be stored.
   *
   * @throws SQLException if the batch cannot be this lane's next one
   */
  Delivery begin(Batch batch) throws SQLException;

  /**
   * Whether a record that collides with one in the table may be that one, stored before this Weir
   * was started again.
   */
  boolean isRepeating();

  /** The last step in the transaction of an attempt. */
  void beforeCommit(Connection connection, Delivery delivery) throws SQLException;

  /**
   * Whether the last attempt, which reached COMMIT, is committed: the final truth, for which a
   * transaction still at work is waited for.
   *
   * @param connection new, with autocommit off; rolled back by the caller
   */
  boolean isStored(Connection connection, Delivery delivery) throws SQLException;

  /** The batch is stored. */
  void stored(Delivery delivery);

  /** Makes sure that nobody else has taken this lane's place. */
  void confirm() throws SQLException;

  /** Whether there is something left to {@link #close}. */
  boolean isOpen();

  /**
   * Notes where the lane has ended.
   *
   * @param connection with autocommit on
   */
  void close(Connection connection) throws SQLException;
}
