package dev.weir.write;

import dev.weir.dataset.Record;
import dev.weir.dataset.RecordDigest;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * What a table holds, so far as it can be compared with what it should.
 *
 * @param records how many
 * @param digest the xor of every record's md5
 * @param misplaced records that have not exactly measurements 1 to N
 */
public record StoredRecords(long records, String digest, long misplaced) {

  public static StoredRecords in(DatabaseAddress database, Table table) throws SQLException {
    try (Connection connection = TestServers.connect(database)) {
      return in(connection, table);
    }
  }

  public static StoredRecords in(Connection connection, Table table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(table.digestQuery())) {
      row.next();
      return new StoredRecords(
          row.getLong("records"), row.getString("digest"), row.getLong("misplaced"));
    }
  }

  /** What a table holds that has exactly these, each once, bit for bit. */
  public static StoredRecords exactly(RecordDigest expected) {
    return new StoredRecords(expected.records(), expected.hex(), 0);
  }

  public static StoredRecords exactly(List<Record> records) {
    RecordDigest expected = new RecordDigest();
    records.forEach(expected::add);
    return exactly(expected);
  }
}
