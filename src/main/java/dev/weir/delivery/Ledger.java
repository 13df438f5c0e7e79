package dev.weir.delivery;

import dev.weir.config.ConfigurationException;
import dev.weir.write.TransactionStep;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Which positions of a source are stored, kept in the database that holds the records, one row a
 * lane. The row moves in the transaction of the batch, so that ledger and records cannot disagree.
 *
 * <p>Lane k of L reads the positions p with p % L = k. When a source is read with another number of
 * lanes than before, what the former lanes had done counts all the same: each new lane starts at
 * its first position nobody has done, and what lies beyond and is done already is passed over (see
 * {@link Stripes}).
 */
public final class Ledger implements AutoCloseable {
  private static final Duration WAIT_FOR_LOCK = Duration.ofSeconds(5);

  private final DeliveryTables tables;
  private final LedgerKey key;
  private final LaneLocks locks;
  private final List<LaneLedger> lanes;

  private Ledger(DeliveryTables tables, LedgerKey key, LaneLocks locks, List<LaneLedger> lanes) {
    this.tables = tables;
    this.key = key;
    this.locks = locks;
    this.lanes = List.copyOf(lanes);
  }

  /**
   * Opens the ledger of a source, creating the table if need be, and keeps others from it.
   *
   * @param sessions gives one connection, which is kept until {@link #close}: not the lanes' pool,
   *     unless that holds one more than there are lanes
   * @throws ConfigurationException if another Weir holds the source
   * @throws SQLException if the server cannot be reached or refuses; {@link Patience} waits
   */
  public static Ledger open(DataSource sessions, DeliveryTables tables, LedgerKey key, int lanes)
      throws SQLException {
    return open(sessions, tables, key, lanes, WAIT_FOR_LOCK);
  }

  static Ledger open(
      DataSource sessions, DeliveryTables tables, LedgerKey key, int lanes, Duration waitForLock)
      throws SQLException {
    LaneLocks locks = new LaneLocks(sessions, key, lanes, waitForLock, Sleeper.REAL);
    locks.acquire();
    try {
      Connection session = locks.session();
      tables.createLedger(session);
      return new Ledger(tables, key, locks, lanes(session, tables, key, lanes, locks));
    } catch (SQLException | RuntimeException e) {
      locks.close();
      throw e;
    }
  }

  LaneLedger lane(int lane) {
    return lanes.get(lane);
  }

  /**
   * The move of a lane's row as a step of plain transactions. No batch may follow one that failed.
   */
  public TransactionStep step(int lane) {
    return new LedgerStep(lanes.get(lane));
  }

  /** Forgets all that is noted of the source, as if it had never been read. */
  public void forget() throws SQLException {
    locks.confirm();
    try (PreparedStatement statement =
        locks
            .session()
            .prepareStatement(
                "DELETE FROM " + tables.ledger() + " WHERE strategy = ? AND source = ?")) {
      statement.setString(1, key.strategy());
      statement.setString(2, key.source());
      statement.executeUpdate();
    }
  }

  /** Where each lane reads on. A lane moves by itself: read this before the lanes start. */
  public long[] nextPositions() {
    return lanes.stream().mapToLong(LaneLedger::next).toArray();
  }

  /** Lets others have the source. The lanes must have ended. */
  @Override
  public void close() {
    locks.close();
  }

  private static List<LaneLedger> lanes(
      Connection session, DeliveryTables tables, LedgerKey key, int lanes, LaneLocks locks)
      throws SQLException {
    session.setAutoCommit(false);
    try {
      Stripes stripes = read(session, tables, key);
      List<LaneLedger> ledgers = new ArrayList<>();
      long firstOpen = stripes.firstOpen();
      for (int lane = 0; lane < lanes; lane++) {
        Stripe stripe = stripes.goingOn(lanes, lane);
        LaneLedgerTable table = new LaneLedgerTable(tables, key, lanes, lane);
        table.start(session, stripe.next());
        ledgers.add(new LaneLedger(table, stripe, stripes.ofOthers(lanes, firstOpen), locks));
      }
      session.commit();
      return ledgers;
    } catch (SQLException e) {
      DeliveryTables.rollback(session, e);
      throw e;
    } finally {
      if (!session.isClosed()) {
        session.setAutoCommit(true);
      }
    }
  }

  static Stripes read(Connection connection, DeliveryTables tables, LedgerKey key)
      throws SQLException {
    List<Stripe> stripes = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT lanes, lane, next_position FROM "
                + tables.ledger()
                + " WHERE strategy = ? AND source = ? ORDER BY lanes, lane FOR UPDATE")) {
      statement.setString(1, key.strategy());
      statement.setString(2, key.source());
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          stripes.add(new Stripe(row.getInt(1), row.getInt(2), row.getLong(3)));
        }
      }
    }
    return new Stripes(stripes);
  }
}
