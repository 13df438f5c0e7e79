package dev.weir.delivery;

import dev.weir.dataset.Record;
import dev.weir.write.Batch;
import dev.weir.write.RowWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * At least once: nothing is kept beside the records. A batch whose COMMIT went unanswered is
 * written again, unless the table's own key tells that it is there: what a record of the batch
 * collides with can only be itself, since it was written without a collision just before that
 * COMMIT. A table without a key may then have the batch twice.
 */
final class AtLeastOnce implements Promise {
  private final RowWriter rows;

  AtLeastOnce(RowWriter rows) {
    this.rows = rows;
  }

  @Override
  public Delivery begin(Batch batch) {
    return new Delivery(batch, batch.lastPosition());
  }

  @Override
  public void beforeCommit(Connection connection, Delivery delivery) {
    // nothing goes with the batch
  }

  @Override
  public boolean isStored(Connection connection, Delivery delivery) throws SQLException {
    Record one = delivery.anyStored();
    if (one == null) {
      return false;
    }
    try {
      rows.write(connection, List.of(one));
      return false;
    } catch (SQLException e) {
      if (SqlState.of(Failure.of(e).sqlState()) == SqlState.DUPLICATE) {
        return true;
      }
      throw e;
    }
  }

  @Override
  public void stored(Delivery delivery) {
    // nothing to remember
  }

  @Override
  public void confirm() {
    // nobody is kept out
  }
}
