package dev.weir.layout;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Makes the partitions records need before they are written, and the one after, in transactions of
 * their own. Any number of lanes and instances may do so at once, each with its own maker; used by
 * one thread at a time.
 */
public final class PartitionMaker {
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
   * Notes that a record of this time is to be written. Costs a comparison as long as times stay in
   * one range.
   *
   * @param micros microseconds since 1970-01-01T00:00:00Z
   */
  public void need(long micros) {
    if (last != null && last.contains(micros)) {
      return;
    }
    last = Partition.of(table, micros);
    if (!known.contains(last)) {
      missing.add(last);
    }
  }

  /**
   * Makes what is missing for the times noted, and for each the range after it, so that it is there
   * before its first record comes. Commits.
   *
   * @param connection with no transaction open; its autocommit is left as it was
   */
  public void make(Connection connection) throws SQLException {
    if (missing.isEmpty()) {
      return;
    }
    Set<Partition> wanted = new LinkedHashSet<>(missing);
    missing.forEach(partition -> wanted.add(partition.next()));
    wanted.removeAll(known);
    Transaction.run(
        connection,
        () -> {
          AdvisoryLock.forTable(table).take(connection);
          for (Partition partition : wanted) {
            makeIfMissing(connection, partition);
          }
          return wanted.size();
        });
    known.addAll(wanted);
    missing.clear();
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
