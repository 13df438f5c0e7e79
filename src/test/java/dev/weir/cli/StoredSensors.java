package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Home;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.dataset.RecordDigest;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import dev.weir.write.StoredRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** What {@code weir run} has stored of the dataset sensors by a wide strategy. */
final class StoredSensors {
  private final String strategy;
  private final Dataset sensors = new Datasets(Home.locate().datasets()).open("sensors");

  private StoredSensors(String strategy) {
    this.strategy = strategy;
  }

  /** What the strategy wide-copy-1000 stores as it comes. */
  static StoredSensors byWideCopy() {
    return new StoredSensors("wide-copy-1000");
  }

  /** Writes the strategy {@code exact}: wide-copy-1000, exactly once. */
  static StoredSensors byStrategyIn(Path folder) throws IOException {
    Path file = folder.resolve("exact.camel.yaml");
    Files.writeString(
        file,
        Files.readString(Home.locate().strategies().resolve("wide-copy-1000.camel.yaml"))
                .replace("wide-copy-1000", "exact")
            + "      - name: delivery\n        value: exactly-once\n");
    return new StoredSensors(file.toString());
  }

  /** As {@code weir run} takes it. */
  String strategy() {
    return strategy;
  }

  /** The one table of records there is; fails where there is none. */
  String table(DatabaseAddress database) throws SQLException {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT relname FROM pg_class WHERE relkind = 'r'"
                    + " AND relname LIKE 'weir\\_%sensors%'")) {
      assertThat(row.next()).isTrue();
      String table = row.getString(1);
      assertThat(row.next()).isFalse();
      return table;
    }
  }

  /** Records in the table. */
  long count(DatabaseAddress database) throws SQLException {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table(database))) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Lost 0, twice 0: the table holds a first part of the dataset, bit for bit. */
  long assertFirstPart(DatabaseAddress database) throws SQLException {
    return assertFirstPartBut(database, Set.of());
  }

  /**
   * @param missing positions that are not in the table, below those that are last
   * @return the records there are
   */
  long assertFirstPartBut(DatabaseAddress database, Set<Long> missing) throws SQLException {
    Table wide =
        new Table(
            "", table(database), Layouts.WIDE, sensors.measurements(), TableOptions.defaults());
    StoredRecords stored = StoredRecords.in(database, wide);
    RecordDigest expected = new RecordDigest();
    for (long position = 0; expected.records() < stored.records(); position++) {
      if (!missing.contains(position)) {
        expected.add(sensors.record(position));
      }
    }
    assertThat(stored)
        .as("%d of the first records are missing", missing.size())
        .isEqualTo(StoredRecords.exactly(expected));
    return stored.records();
  }
}
