package dev.weir.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What a COMMIT promises on this server, as seen by this session; part of every result.
 *
 * @param fsync whether the server waits for the disk at all
 * @param synchronousCommit what COMMIT waits for: off, local, remote_write, on, remote_apply
 * @param fullPageWrites whether a page is written whole after a checkpoint, against torn pages
 * @param walLevel minimal, replica or logical
 * @param dataChecksums whether pages carry checksums
 */
public record Durability(
    boolean fsync,
    String synchronousCommit,
    boolean fullPageWrites,
    String walLevel,
    boolean dataChecksums) {

  /** Reads it from the server. */
  public static Durability read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT current_setting('fsync')::boolean, current_setting('synchronous_commit'),"
                    + " current_setting('full_page_writes')::boolean,"
                    + " current_setting('wal_level'),"
                    + " current_setting('data_checksums')::boolean")) {
      row.next();
      return new Durability(
          row.getBoolean(1),
          row.getString(2),
          row.getBoolean(3),
          row.getString(4),
          row.getBoolean(5));
    }
  }

  /** Whether what was committed outlives a crash of the machine: COMMIT waits for the disk. */
  public boolean isDurable() {
    return fsync && fullPageWrites && !synchronousCommit.equals("off");
  }
}
