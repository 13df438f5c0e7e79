package dev.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.camel.Management;
import dev.weir.config.Home;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.dataset.RecordDigest;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;

/** A folder of route files that a test changes, the service that watches it, and what it stored. */
final class Scenery {
  static final String SLOT = "slot";

  final Home home = Home.locate();
  final Dataset sensors = new Datasets(home.datasets()).open("sensors");
  private final Path folder;

  Scenery(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(routes());
  }

  Path routes() {
    return folder.resolve("routes");
  }

  Path data() {
    return folder.resolve("data");
  }

  /** Puts a strategy that comes with Weir into the folder. */
  void put(String strategy) {
    put(strategy, "");
  }

  /** The same, with lines of further parameters. */
  void put(String strategy, String... settings) {
    try {
      StringBuilder text =
          new StringBuilder(Files.readString(home.strategies().resolve(strategy + ".camel.yaml")));
      for (String setting : settings) {
        if (!setting.isEmpty()) {
          String[] parts = setting.split("=", 2);
          text.append("      - name: ").append(parts[0]);
          text.append("\n        value: \"").append(parts[1]).append("\"\n");
        }
      }
      write(strategy, text.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write(String strategy, String text) {
    try {
      Path written = folder.resolve("written");
      Files.writeString(written, text);
      Files.move(
          written, routes().resolve(strategy + ".camel.yaml"), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void remove(String strategy) {
    try {
      Files.deleteIfExists(routes().resolve(strategy + ".camel.yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ServiceRequest request(DatabaseAddress database, OptionalDouble rate) {
    return request(database, rate, List.of(Slot.watching(SLOT, routes())));
  }

  /** With pages, metrics and health, at the ports of a home. */
  ServiceRequest served(DatabaseAddress database, OptionalDouble rate, Home at) {
    List<Slot> slots = List.of(Slot.watching(SLOT, routes()));
    return new ServiceRequest(at, slots, sensors, database, data(), rate, Management.ON);
  }

  ServiceRequest request(DatabaseAddress database, OptionalDouble rate, List<Slot> slots) {
    return new ServiceRequest(home, slots, sensors, database, data(), rate, Management.OFF);
  }

  static CompletableFuture<Void> start(Service service) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            service.run();
          } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** Lost 0, twice 0: all tables of a slot together hold a first part of the dataset. */
  long assertFirstPart(DatabaseAddress database, String slot) throws SQLException {
    long records = 0;
    BigInteger digest = BigInteger.ZERO;
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement()) {
      // the digest of millions of records takes the server longer than an answer may else take
      connection.setNetworkTimeout(Runnable::run, 0);
      for (Table table : new SlotTables(slot, sensors).all(connection)) {
        try (ResultSet row = statement.executeQuery(table.digestQuery())) {
          row.next();
          records += row.getLong("records");
          digest = digest.xor(new BigInteger(row.getString("digest"), 16));
          assertThat(row.getLong("misplaced")).as("misplaced in %s", table.name()).isZero();
        }
      }
    }
    assertThat("%032x".formatted(digest))
        .as("digest of %d records", records)
        .isEqualTo(RecordDigest.of(sensors, 0, 1, records).hex());
    return records;
  }

  List<String> tables(DatabaseAddress database, String slot) throws SQLException {
    try (Connection connection = TestServers.connect(database)) {
      return new SlotTables(slot, sensors).all(connection).stream().map(Table::name).toList();
    }
  }
}
