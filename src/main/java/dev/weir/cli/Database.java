package dev.weir.cli;

import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.EmbeddedSettings;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** The database a command works on: one that is there, or an embedded one started for it. */
final class Database implements AutoCloseable {
  /** What {@code --database} says for the embedded server. */
  static final String EMBEDDED = "embedded";

  private final DatabaseAddress address;
  private final Optional<EmbeddedServer> embedded;

  private Database(DatabaseAddress address, Optional<EmbeddedServer> embedded) {
    this.address = address;
    this.embedded = embedded;
  }

  /**
   * @param given a libpq URI, a JDBC URL, empty for the PG* variables alone, or {@link #EMBEDDED}
   * @throws dev.weir.config.ConfigurationException if the address is wrong or the embedded server
   *     cannot run here
   * @throws IOException if the embedded server does not start
   */
  static Database open(String given, Map<String, String> environment) throws IOException {
    if (given.equals(EMBEDDED)) {
      EmbeddedServer server = EmbeddedServer.startFresh(EmbeddedSettings.defaults());
      return new Database(server.address(), Optional.of(server));
    }
    return new Database(DatabaseAddress.parse(given, environment), Optional.empty());
  }

  DatabaseAddress address() {
    return address;
  }

  boolean isEmbedded() {
    return embedded.isPresent();
  }

  @Override
  public void close() throws IOException {
    if (embedded.isPresent()) {
      embedded.get().close();
    }
  }
}
