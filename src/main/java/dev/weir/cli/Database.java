package dev.weir.cli;

import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.EmbeddedSettings;
import dev.weir.postgres.Pools;
import dev.weir.postgres.RunningServer;
import dev.weir.postgres.ServerUpkeep;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;

/** The database a command works on: one that is there, or an embedded one started for it. */
final class Database implements AutoCloseable {
  /** What {@code --database} says for the embedded server. */
  static final String EMBEDDED = "embedded";

  private static final String SERVER = "postgres";

  private final DatabaseAddress address;
  private final Optional<EmbeddedServer> embedded;
  private final Optional<ServerVariants> variants;
  private Optional<ServerUpkeep> upkeep = Optional.empty();

  private Database(DatabaseAddress address, Optional<EmbeddedServer> embedded) {
    this(address, embedded, Optional.empty());
  }

  private Database(
      DatabaseAddress address,
      Optional<EmbeddedServer> embedded,
      Optional<ServerVariants> variants) {
    this.address = address;
    this.embedded = embedded;
    this.variants = variants;
  }

  /**
   * Embedded servers with settings of their own, the first of which runs.
   *
   * @param settings by the name of the server
   */
  static Database variants(Map<String, Map<String, String>> settings) throws IOException {
    ServerVariants servers = new ServerVariants(settings);
    return new Database(
        servers.enter(servers.names().get(0)), Optional.empty(), Optional.of(servers));
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
      try {
        addExtensions(server.address());
        return new Database(server.address(), Optional.of(server));
      } catch (RuntimeException | IOException e) {
        server.close();
        throw e;
      }
    }
    return new Database(DatabaseAddress.parse(given, environment), Optional.empty());
  }

  /**
   * The same, but an embedded server keeps its data.
   *
   * @param data the folder they are kept below
   */
  static Database keep(String given, Map<String, String> environment, Path data)
      throws IOException {
    if (!given.equals(EMBEDDED)) {
      return open(given, environment);
    }
    EmbeddedServer server = EmbeddedServer.start(data.resolve(SERVER), EmbeddedSettings.defaults());
    return new Database(server.address(), Optional.of(server));
  }

  /**
   * The same, but where a Weir at work has the embedded server, that one is joined.
   *
   * @param data the folder its data are kept below
   */
  static Database joinOrKeep(String given, Map<String, String> environment, Path data)
      throws IOException {
    if (given.equals(EMBEDDED)) {
      Optional<DatabaseAddress> running = RunningServer.in(data.resolve(SERVER));
      if (running.isPresent()) {
        return new Database(running.get(), Optional.empty());
      }
    }
    return keep(given, environment, data);
  }

  /** What a user's own database is not changed for: tells more about the log. */
  static void addExtensions(DatabaseAddress address) throws IOException {
    try (Connection connection = Pools.connect(address, "weir-start");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
    } catch (SQLException e) {
      throw new IOException("pg_walinspect not made in the embedded server", e);
    }
  }

  DatabaseAddress address() {
    return address;
  }

  /** A folder on the server's disk, where it is ours. */
  Optional<Path> volume() {
    return variants
        .map(ServerVariants::volume)
        .or(() -> embedded.map(EmbeddedServer::dataFolder).map(Path::getParent));
  }

  boolean isEmbedded() {
    return embedded.isPresent() || variants.isPresent();
  }

  Optional<ServerVariants> servers() {
    return variants;
  }

  /** From now on an embedded server that ends is started again, until {@link #leaveServer}. */
  void keepServer() {
    upkeep = embedded.map(ServerUpkeep::of);
  }

  /** Why the embedded server does not run; empty when it does, and when it is not kept by us. */
  Optional<String> serverProblem() {
    return upkeep.flatMap(ServerUpkeep::problem);
  }

  /** A server that ends is started no more. Returns at once. By any thread. */
  void leaveServer() {
    upkeep.ifPresent(ServerUpkeep::end);
  }

  @Override
  public void close() throws IOException {
    upkeep.ifPresent(ServerUpkeep::close);
    if (embedded.isPresent()) {
      embedded.get().close();
    }
    if (variants.isPresent()) {
      variants.get().close();
    }
  }
}
