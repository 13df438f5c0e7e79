package dev.weir.compare;

import dev.weir.postgres.ExtensionAccess;
import dev.weir.postgres.Permissions;
import dev.weir.statistics.Snapshot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many bytes of the log are full-page images: pg_stat_wal counts images only, pg_walinspect
 * reads the log itself. To be asked before the next checkpoint, which may do away with that part.
 */
final class WalImages {
  private static final Logger LOG = LoggerFactory.getLogger(WalImages.class);

  private WalImages() {}

  /**
   * @return bytes between the two readings; empty where the account may not call the extension, or
   *     the server has none
   */
  static OptionalLong bytes(
      Connection connection, Permissions permissions, Snapshot before, Snapshot after) {
    OptionalLong from = before.figures().whole("wal_position", "inserted");
    OptionalLong to = after.figures().whole("wal_position", "inserted");
    if (permissions.walInspect() != ExtensionAccess.USABLE || from.isEmpty() || to.isEmpty()) {
      return OptionalLong.empty();
    }
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT sum(fpi_size)::bigint FROM pg_get_wal_stats("
                + "'0/0'::pg_lsn + ?::numeric, '0/0'::pg_lsn + ?::numeric)")) {
      query.setLong(1, from.getAsLong());
      query.setLong(2, to.getAsLong());
      try (ResultSet row = query.executeQuery()) {
        row.next();
        long bytes = row.getLong(1);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(bytes);
      }
    } catch (SQLException e) {
      // A checkpoint during the run may have done away with its beginning.
      LOG.info("full-page images not read from the log", e);
      return OptionalLong.empty();
    }
  }
}
