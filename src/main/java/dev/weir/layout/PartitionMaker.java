package dev.weir.layout;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Makes the partitions records need before they are written, and those after, in transactions of
 * their own. Any number of lanes and instances may do so at once, each with its own maker; used by
 * one thread at a time.
 */
public final class PartitionMaker {
  /** Each costs the server a lock and a file or more; tables of thousands plan slowly, too. */
  private static final int MOST_AT_ONCE = 1000;

  private final Table table;
  private final Set<Partition> known = new HashSet<>();
  private final Set<Partition> missing = new LinkedHashSet<>();
  private Partition last;

  public PartitionMaker(Table table) {
    if (!table.isPartitioned()) {
      throw new IllegalArgumentException("not partitioned: " + table.qualifiedName());
    }
    this.table = table;
  }

  /**
   * Notes that a record of this time is to be written, so that its range is needed, and the one
   * after before its first record comes. Costs a comparison as long as times stay in one range.
   *
   * @param micros microseconds since 1970-01-01T00:00:00Z
   */
  public void need(long micros) {
    if (last != null && last.contains(micros)) {
      return;
    }
    last = Partition.of(table, micros);
    addUnlessKnown(last);
    addUnlessKnown(last.next());
  }

  private void addUnlessKnown(Partition partition) {
    if (!known.contains(partition)) {
      missing.add(partition);
    }
  }

  /**
   * Makes what is missing for the times noted. Commits.
   *
   * @param connection with no transaction open; its autocommit is left as it was
   * @throws ConfigurationException if the records at hand need so many partitions that their range
   *     is plainly too short
   */
  public void make(Connection connection) throws SQLException {
    if (missing.isEmpty()) {
      return;
    }
    checkNumber();
    Transaction.run(
        connection,
        () -> {
          AdvisoryLock.forTable(table).take(connection);
          for (Partition partition : missing) {
            makeIfMissing(connection, partition);
          }
          return missing.size();
        });
    known.addAll(missing);
    missing.clear();
  }

  private void checkNumber() {
    if (missing.size() > MOST_AT_ONCE) {
      throw new ConfigurationException(
          new Problem(
              "table " + table.qualifiedName(),
              "partition",
              table.options().partition().orElseThrow().toString(),
              "a longer time (one batch has records for "
                  + missing.size()
                  + " partitions; at most "
                  + MOST_AT_ONCE
                  + " are made at once)"));
    }
  }

  /** Forgets what was there: after a failure it may be there no longer. */
  public void forget() {
    known.clear();
    missing.clear();
    last = null;
  }

  private void makeIfMissing(Connection connection, Partition partition) throws SQLException {
    try (PreparedStatement exists =
        connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
      exists.setString(1, table.qualified(partition.name()));
      try (ResultSet row = exists.executeQuery()) {
        row.next();
        if (row.getBoolean(1)) {
          return;
        }
      }
    }
    try (Statement statement = connection.createStatement()) {
      for (String sql : partition.createStatements()) {
        statement.addBatch(sql);
      }
      statement.executeBatch();
    }
  }
}
