package dev.weir.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Real servers for tests, each major version started once a JVM on first demand and stopped at its
 * end. What a killed JVM left is removed by the next.
 */
public final class TestServers {
  /** The major version of the server on the class path. */
  public static final int NEWEST = 18;

  public static final int OLDEST = 14;

  private static final Map<Integer, EmbeddedServer> SERVERS = new TreeMap<>();
  private static final AtomicInteger DATABASES = new AtomicInteger();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(TestServers::stopAll, "stop test servers"));
  }

  private TestServers() {}

  /** A new, empty database on the newest PostgreSQL, as superuser. */
  public static DatabaseAddress address() {
    return address(NEWEST);
  }

  /** A new, empty database on a major version, as superuser. */
  public static DatabaseAddress address(int major) {
    DatabaseAddress server = shared(major).address();
    String name = "test_" + DATABASES.incrementAndGet();
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("no database " + name + " on PostgreSQL " + major, e);
    }
    return server.withDatabase(name);
  }

  public static Connection connect(DatabaseAddress address) {
    return Pools.connect(address, "weir-test");
  }

  /** A server of one test's own, which may kill it; the test closes it, which removes its data. */
  public static EmbeddedServer fresh(Map<String, String> serverSettings) {
    try {
      return EmbeddedServer.startFresh(settings(NEWEST).with(serverSettings));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How embedded servers of a major version are run in tests. */
  public static EmbeddedSettings settings(int major) {
    Path work = folder("weir.test.work");
    return new EmbeddedSettings(
        major == NEWEST ? null : jar(major),
        work.resolve("cache"),
        work.resolve("servers"),
        Map.of());
  }

  private static EmbeddedServer shared(int major) {
    synchronized (SERVERS) {
      return SERVERS.computeIfAbsent(
          major,
          wanted -> {
            try {
              return EmbeddedServer.startFresh(settings(wanted));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  private static Path jar(int major) {
    Path jar = folder("weir.test.postgres").resolve(major + ".jar");
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          jar + " is missing: mvn generate-test-resources copies PostgreSQL " + major + " there");
    }
    return jar;
  }

  private static Path folder(String property) {
    String folder = System.getProperty(property);
    if (folder == null) {
      throw new IllegalStateException(
          "-D" + property + " is not set; mvn sets it for every test, so run them by mvn");
    }
    return Path.of(folder);
  }

  private static void stopAll() {
    synchronized (SERVERS) {
      for (EmbeddedServer server : SERVERS.values()) {
        try {
          server.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
