package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.weir.config.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerTest {
  private final EmbeddedSettings settings = TestServers.settings(TestServers.NEWEST);

  @TempDir Path temporary;

  @Test
  void theServerWaitsForTheDiskAndListensOnLoopbackOnly() throws Exception {
    DatabaseAddress address = TestServers.address();
    try (Connection connection = TestServers.connect(address)) {
      Durability durability = Durability.read(connection);
      assertThat(durability).isEqualTo(new Durability(true, "on", true, "replica", true));
      assertThat(durability.isDurable()).isTrue();
    }
    assertThat(ask(address, "SHOW fsync")).isEqualTo("on");
    assertThat(ask(address, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
    assertThat(ask(address, "SHOW unix_socket_directories")).isEmpty();
    assertThat(ask(address, "SHOW server_encoding")).isEqualTo("UTF8");
    assertThat(ask(address, "SELECT datcollate FROM pg_database LIMIT 1")).isEqualTo("C");
  }

  @Test
  void otherUsersOfTheMachineDoNotGetInWithoutThePassword() throws Exception {
    DatabaseAddress address = TestServers.address();
    DatabaseAddress guessed =
        new DatabaseAddress(address.jdbcUrl(), address.user(), "guessed", address.display());
    assertThatThrownBy(() -> TestServers.connect(guessed))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("password authentication failed");
  }

  @Test
  void aServerThatIsNotDurableByASettingSaysSo() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of("fsync", "off"))) {
      assertThat(server.durability().fsync()).isFalse();
      assertThat(server.durability().isDurable()).isFalse();
    }
  }

  @Test
  void closingAFreshServerStopsItAndRemovesItsData() throws Exception {
    EmbeddedServer server = TestServers.fresh(Map.of());
    Postmaster postmaster = Postmaster.of(server.dataFolder()).orElseThrow();
    Path folder = server.dataFolder().getParent();
    assertThat(folder).isDirectory();
    server.close();
    assertThat(postmaster.isAlive()).isFalse();
    assertThat(folder).doesNotExist();
    server.close(); // again does nothing
  }

  @Test
  void anInterruptedThreadStopsItsServerToo() throws Exception {
    EmbeddedServer server = TestServers.fresh(Map.of());
    Postmaster postmaster = Postmaster.of(server.dataFolder()).orElseThrow();
    Thread.currentThread().interrupt();
    server.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(postmaster.isAlive()).isFalse();
    assertThat(server.dataFolder().getParent()).doesNotExist();
  }

  @Test
  void keptDataOutliveAStopAndAKilledServerInAFolderWithASpace() throws Exception {
    Path folder = temporary.resolve("kept data (1)");
    try (EmbeddedServer server = EmbeddedServer.start(folder, settings)) {
      execute(server, "CREATE TABLE kept AS SELECT 1 AS number");
    }
    EmbeddedServer killed = EmbeddedServer.start(folder, settings);
    execute(killed, "INSERT INTO kept VALUES (2)");
    killed.kill();
    killed.close();
    assertThat(killed.dataFolder().resolve("postmaster.pid")).exists();
    try (EmbeddedServer server = EmbeddedServer.start(folder, settings)) {
      assertThat(ask(server, "SELECT sum(number) FROM kept")).isEqualTo("3");
      assertThat(Files.readString(server.log())).contains("was not properly shut down");
    }
    assertThat(folder.resolve("data/PG_VERSION")).exists();
  }

  @Test
  void aProcessIdUsedAgainIsNotTakenForTheServer() throws Exception {
    Path folder = temporary.resolve("kept");
    EmbeddedServer killed = EmbeddedServer.start(folder, settings);
    killed.kill();
    killed.close();
    Path file = killed.dataFolder().resolve("postmaster.pid");
    String stale = Files.readString(file);
    Files.writeString(file, ProcessHandle.current().pid() + stale.substring(stale.indexOf('\n')));
    try (EmbeddedServer server = EmbeddedServer.start(folder, settings)) {
      assertThat(ask(server, "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void aServerStartsAgainOnItsPortAsSoonAsThatIsFree() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      execute(server, "CREATE TABLE kept AS SELECT 1 AS number");
      server.stopImmediately();
      assertThatThrownBy(server::postmasterPid).isInstanceOf(IllegalStateException.class);
      CompletableFuture<Void> start;
      try (ServerSocket other =
          new ServerSocket(server.port(), 1, InetAddress.getLoopbackAddress())) {
        assertThat(other.isBound()).isTrue();
        start = CompletableFuture.runAsync(() -> startAgain(server));
        await()
            .atMost(20, TimeUnit.SECONDS)
            .until(() -> Files.readString(server.log()).contains("could not bind"));
      }
      start.get(60, TimeUnit.SECONDS);
      assertThat(ask(server, "SELECT count(*) FROM kept")).isEqualTo("1");
    }
  }

  @Test
  void aSettingTheServerRefusesIsNamed() {
    assertThatThrownBy(
            () -> EmbeddedServer.startFresh(settings.with(Map.of("max_wal_size", "6XB"))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("max_wal_size is \"6XB\"; what PostgreSQL 18 takes");
    assertThatThrownBy(() -> settings.with(Map.of("port", "1")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("port is \"1\"");
  }

  @Test
  void aServerThatDoesNotStartShowsTheEndOfItsLog() {
    assertThatThrownBy(
            () -> EmbeddedServer.startFresh(settings.with(Map.of("shared_buffers", "8000GB"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("did not start")
        .hasMessageContaining("could not map");
  }

  @Test
  void aFolderInUseOrWithOtherThingsInItOrOfAnotherVersionIsRefused() throws Exception {
    Path folder = temporary.resolve("kept");
    try (EmbeddedServer server = EmbeddedServer.start(folder, settings)) {
      assertThatThrownBy(() -> EmbeddedServer.start(folder, settings))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("process " + ProcessHandle.current().pid());
      assertThat(ask(server, "SELECT 1")).isEqualTo("1");
    }
    Files.writeString(folder.resolve("data/PG_VERSION"), "13\n");
    assertThatThrownBy(() -> EmbeddedServer.start(folder, settings))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("PG_VERSION is \"13\"");
    Path other = Files.createDirectory(temporary.resolve("other"));
    Files.writeString(other.resolve("letter.txt"), "mine");
    assertThatThrownBy(() -> EmbeddedServer.start(other, settings))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("an empty folder");
    assertThat(other).isDirectoryContaining(path -> path.endsWith("letter.txt"));
    assertThat(other.resolve("weir.lock")).doesNotExist();
  }

  @Test
  void theServerOfAKilledWeirIsEndedAndThatOfALivingOneIsLeftAlone() throws Exception {
    EmbeddedSettings own =
        new EmbeddedSettings(
            null, settings.cacheFolder(), temporary.resolve("work folder"), Map.of());
    try (OtherWeir killed = OtherWeir.start(own);
        OtherWeir living = OtherWeir.start(own)) {
      Postmaster orphan = killed.awaitServer().postmaster();
      Postmaster neighbour = living.awaitServer().postmaster();
      killed.kill();
      assertThat(orphan.isAlive()).isTrue();
      try (EmbeddedServer server = EmbeddedServer.startFresh(own)) {
        assertThat(orphan.isAlive()).isFalse();
        assertThat(killed.dataFolder().getParent()).doesNotExist();
        assertThat(neighbour.isAlive()).isTrue();
        assertThat(living.dataFolder()).isDirectory();
        assertThat(ask(server, "SELECT 1")).isEqualTo("1");
      }
      living.end();
      assertThat(neighbour.isAlive()).isFalse();
      assertThat(living.dataFolder().getParent()).doesNotExist();
    }
  }

  @Test
  void twoWeirsThatUnpackAtTheSameMomentBothGetTheWholeServer() throws Exception {
    Path cache = temporary.resolve("new cache");
    // what a Weir killed while unpacking leaves
    Files.createDirectories(cache.resolve(".unpacking-postgres-killed/bin"));
    EmbeddedSettings own = new EmbeddedSettings(null, cache, temporary.resolve("work"), Map.of());
    try (OtherWeir first = OtherWeir.start(own);
        OtherWeir second = OtherWeir.start(own)) {
      assertThat(first.awaitServer().postmaster().isAlive()).isTrue();
      assertThat(second.awaitServer().postmaster().isAlive()).isTrue();
    }
    try (var left = Files.list(cache)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .hasSize(2)
          .contains("unpack.lock")
          .noneMatch(name -> name.startsWith("."));
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderInMemoryIsKnownAsSuch() throws Exception {
    Path shared = Path.of("/dev/shm");
    assumeThat(shared).isDirectory();
    assertThat(Folders.isInMemory(shared)).isTrue();
  }

  @Test
  void aPlatformWithoutProgramsIsToldWhatToUseInstead() {
    assertThat(Installation.resourceName("Mac OS X", "aarch64"))
        .isEqualTo("postgres-darwin-arm_64.txz");
    assertThat(Installation.resourceName("Windows 11", "amd64"))
        .isEqualTo("postgres-windows-x86_64.txz");
    Path missing = temporary.resolve("missing.jar");
    assertThatThrownBy(() -> Installation.unpack(missing, temporary))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("missing.jar");
  }

  private static void startAgain(EmbeddedServer server) {
    try {
      server.startAgain();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void execute(EmbeddedServer server, String sql) throws SQLException {
    try (Connection connection = TestServers.connect(server.address());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(EmbeddedServer server, String sql) throws SQLException {
    return ask(server.address(), sql);
  }

  private static String ask(DatabaseAddress address, String sql) throws SQLException {
    try (Connection connection = TestServers.connect(address);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
