package dev.weir.layout;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.zip.CRC32C;

/**
 * Lets one session at a time change the definition of a table. Held to the end of the transaction.
 *
 * @param key what the server knows it by, one number for all of Weir and one for the table
 */
record AdvisoryLock(int key) {
  /** "Weir": tells these locks from those of other programs in the same database. */
  private static final int SPACE = 0x57656972;

  static AdvisoryLock forTable(Table table) {
    CRC32C sum = new CRC32C();
    sum.update(table.qualifiedName().getBytes(StandardCharsets.UTF_8));
    return new AdvisoryLock((int) sum.getValue());
  }

  void take(Connection connection) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT pg_advisory_xact_lock(?, ?)")) {
      statement.setInt(1, SPACE);
      statement.setInt(2, key);
      statement.execute();
    }
  }
}
