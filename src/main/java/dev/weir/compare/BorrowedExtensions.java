package dev.weir.compare;

import dev.weir.postgres.ExtensionAccess;
import dev.weir.postgres.ServerProfile;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The extensions the figures come from: pg_walinspect and pg_buffercache. Where they are not in the
 * database and this account may add them, they are added for the comparison and dropped after it. A
 * comment marks those that are Weir's, and a lock tells whether another comparison still uses them:
 * the last one drops them, and what a killed one left.
 */
final class BorrowedExtensions {
  private static final Logger LOG = LoggerFactory.getLogger(BorrowedExtensions.class);

  static final String WAL = "pg_walinspect";
  static final String BUFFERS = "pg_buffercache";

  private static final String COMMENT = "Weir: for the time of a comparison";

  /** "Wext": tells this lock from those of other programs in the same database. */
  private static final int LOCK = 0x57657874;

  private final List<String> added = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  /** Adds what may be added. Nothing fails when it may not. */
  void borrow(Connection connection, ServerProfile server) throws SQLException {
    lock(connection, "SELECT pg_advisory_lock_shared(?, 0)");
    borrow(connection, WAL, server.permissions().walInspect());
    borrow(connection, BUFFERS, server.permissions().bufferCache());
  }

  /** The session that had the lock was lost: takes it again. */
  void claim(Connection connection) throws SQLException {
    lock(connection, "SELECT pg_advisory_lock_shared(?, 0)");
  }

  /** Drops what Weir added, unless another comparison is using it. */
  void giveBack(Connection connection) throws SQLException {
    lock(connection, "SELECT pg_advisory_unlock_shared(?, 0)");
    if (!lock(connection, "SELECT pg_try_advisory_lock(?, 0)")) {
      return;
    }
    try {
      for (String extension : ownedByWeir(connection)) {
        execute(connection, "DROP EXTENSION IF EXISTS " + extension);
      }
    } finally {
      lock(connection, "SELECT pg_advisory_unlock(?, 0)");
    }
  }

  /** What the reader of the results should know of them. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!added.isEmpty()) {
      notes.add(
          String.join(" and ", added)
              + " added to the database for this comparison, dropped at its end");
    }
    notes.addAll(missing);
    return notes;
  }

  private void borrow(Connection connection, String extension, ExtensionAccess access) {
    switch (access) {
      case USABLE -> {}
      case INSTALLABLE -> {
        try {
          add(connection, extension);
          added.add(extension);
        } catch (SQLException e) {
          LOG.info("{} not added", extension, e);
          missing.add(extension + " could not be added: " + e.getMessage());
        }
      }
      case FORBIDDEN -> missing.add(without(extension, "this account may not use it"));
      case ABSENT -> missing.add(without(extension, "the server has none"));
    }
  }

  /** Both in one transaction: one without the mark would be taken for the user's, and stay. */
  private static void add(Connection connection, String extension) throws SQLException {
    connection.setAutoCommit(false);
    try {
      execute(connection, "CREATE EXTENSION " + extension);
      execute(connection, "COMMENT ON EXTENSION " + extension + " IS '" + COMMENT + "'");
      connection.commit();
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  private static String without(String extension, String why) {
    return extension.equals(WAL)
        ? "the WAL is told apart by counters only: pg_walinspect is needed for more, and " + why
        : "no count of dirty buffers: pg_buffercache is needed, and " + why;
  }

  private static List<String> ownedByWeir(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT extname FROM pg_extension"
                + " WHERE extname IN (?, ?) AND obj_description(oid, 'pg_extension') = ?"
                + " AND pg_has_role(extowner, 'USAGE')")) {
      query.setString(1, WAL);
      query.setString(2, BUFFERS);
      query.setString(3, COMMENT);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    return names;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Waiting for the shared lock takes as long as another comparison needs to drop them. */
  private static boolean lock(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, LOCK);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getString(1).equals("t");
      }
    }
  }
}
