package dev.weir.statistics;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;

/**
 * Reads snapshots on one connection of its own, outside the pool of the workload: view by view in
 * one fresh transaction, each query within its time limits. What cannot be read now is a gap; what
 * this account may not read is asked for once. A lost connection is replaced at the next reading.
 *
 * <p>Safe for use by several threads: one reading is in flight at a time.
 */
public final class StatisticsReader implements AutoCloseable {
  /** The first major version that counts for each session what WAL and IO it did. */
  public static final int FIRST_WITH_SESSIONS = 18;

  private final StatisticsCatalog catalog;
  private final StatisticsConnection connection;

  /**
   * @param source where the one connection is taken from. It should have a socket time limit, so
   *     that a reading ends when the network does
   */
  public StatisticsReader(DataSource source, StatisticsCatalog catalog, TimeLimits limits) {
    this.catalog = catalog;
    this.connection = new StatisticsConnection(source, catalog, limits);
  }

  /**
   * Reads now; waits for a reading of another thread to end first.
   *
   * @param tables the tables of interest, as the server resolves their names
   * @throws SQLException if there is no connection to be had or it is lost meanwhile; the next call
   *     tries anew
   */
  public Snapshot read(Occasion occasion, List<String> tables) throws SQLException {
    return connection.read(plan -> plan.queries(occasion, tables));
  }

  /** Reads now unless a reading is in flight. For samplers, which must never queue up. */
  public Optional<Snapshot> readUnlessBusy(Occasion occasion, List<String> tables)
      throws SQLException {
    return connection.readUnlessBusy(plan -> plan.queries(occasion, tables));
  }

  /**
   * Waits until the server has counted everything that was done, then reads all views. The
   * workload's sessions must be closed before, or have run {@link #flushStatement}: one that falls
   * idle keeps its last counts for up to ten seconds. Autovacuum at work on one of the tables is
   * waited for, too.
   *
   * @param limit how long at most; then the last reading stands
   * @throws InterruptedException if interrupted while waiting
   */
  public Snapshot readSettled(List<String> tables, Duration limit)
      throws SQLException, InterruptedException {
    return new Settling(connection, tables, limit).settle();
  }

  /**
   * Reads what the server tells about the sessions of one application that are connected now, by
   * the views {@code session_wal}, {@code session_io} (18 and later) and {@code session_waits}.
   * Their counts are complete once they ran {@link #flushStatement}, and gone once they are closed.
   *
   * @param applicationName what the sessions call themselves
   * @throws SQLException as {@link #read}
   */
  public Snapshot readSessions(String applicationName) throws SQLException {
    return connection.read(plan -> plan.sessionQueries(applicationName));
  }

  /**
   * What makes a session that stays open hand on its counts at once; empty where only closing it
   * does (before version 15).
   */
  public static Optional<String> flushStatement(int major) {
    return major >= 15 ? Optional.of("SELECT pg_stat_force_next_flush()") : Optional.empty();
  }

  /**
   * What the WAL between two snapshots consists of. Read it before the next checkpoint, which may
   * remove the beginning; costs some hundred milliseconds.
   *
   * @param run the difference of the run
   * @param tables the tables whose WAL is told apart
   * @param alongside tables that belong to the run but are not what is measured, such as the
   *     ledger: their WAL is {@code other}, not foreign
   * @throws SQLException if the connection is lost
   */
  public WalBudget walBudget(Difference run, List<String> tables, List<String> alongside)
      throws SQLException {
    WalRelations relations = new WalRelations(connection, tables, alongside);
    return new WalInspection(connection, run, relations).budget();
  }

  /**
   * What a checkpoint costs that is made now: the bill a run left behind.
   *
   * @param payment makes it, on a connection of its own
   * @throws SQLException if a connection is lost
   */
  public <E extends Exception> CheckpointBill checkpoint(CheckpointBill.Payment<E> payment)
      throws SQLException, InterruptedException, E {
    return CheckpointBill.of(connection, payment);
  }

  /**
   * How many shared buffers hold changes not yet written to their files.
   *
   * @param limit how long looking may take
   * @return empty where pg_buffercache is not to be had
   * @throws SQLException if the connection is lost
   */
  public OptionalLong dirtyBuffers(Duration limit) throws SQLException {
    return SharedBuffers.dirty(connection, limit);
  }

  /**
   * The process id of the server's first process, if the server runs on this machine.
   *
   * @throws SQLException if the connection is lost
   */
  public OptionalLong localPostmaster() throws SQLException {
    return ServerProcesses.postmasterOf(connection);
  }

  /** What this account may not read, for the report to name once; complete after a reading. */
  public List<Gap> notPermitted() {
    return connection.notPermitted();
  }

  /** The difference of two snapshots of this reader's catalog. */
  public Difference between(Snapshot before, Snapshot after) {
    return Difference.between(catalog, before, after);
  }

  @Override
  public void close() {
    connection.close();
  }
}
