package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerProfileTest {
  private static final String WHERE = "me@host:5432/db";

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18})
  void everyMajorVersionIsRead(int major) throws Exception {
    try (Connection connection = TestServers.connect(TestServers.address(major))) {
      ServerProfile profile = ServerProfile.read(connection);
      assertThat(profile.major()).isEqualTo(major);
      assertThat(profile.version()).startsWith(major + ".");
      assertThat(profile.standby()).isFalse();
      assertThat(profile.schema()).isEqualTo("public");
      assertThat(profile.durability().isDurable()).isTrue();
      assertThat(profile.settings())
          .containsEntry("shared_buffers", "128MB")
          .containsEntry("max_wal_size", "1GB")
          .containsEntry("checkpoint_timeout", "5min")
          .containsEntry("wal_segment_size", "16MB")
          .containsEntry("block_size", "8192")
          .containsKeys("wal_compression", "wal_buffers", "autovacuum", "max_connections");
      assertThat(profile.settings().containsKey("io_method")).isEqualTo(major >= 18);
      assertThat(profile.settings().containsKey("reserved_connections")).isEqualTo(major >= 16);
      ExtensionAccess walInspect =
          major >= 15 ? ExtensionAccess.INSTALLABLE : ExtensionAccess.ABSENT;
      assertThat(profile.permissions())
          .isEqualTo(
              new Permissions(
                  true, true, true, true, true, walInspect, ExtensionAccess.INSTALLABLE));
      assertThat(profile.freeConnections()).isBetween(80, 99);
      assertThat(profile.problems(WHERE, 8)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18})
  void aPlainAccountMayDoLessAndEachThingGrantedIsSeen(int major) throws Exception {
    DatabaseAddress address = TestServers.address(major);
    String role = "plain_" + address.display().replaceAll(".*/", "");
    try (Connection superuser = TestServers.connect(address);
        Statement admin = superuser.createStatement()) {
      admin.execute("CREATE ROLE " + role + " LOGIN PASSWORD 'plain'");
      admin.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
      admin.execute("CREATE SCHEMA own AUTHORIZATION " + role);
      DatabaseAddress plain =
          new DatabaseAddress(address.jdbcUrl(), role, "plain", address.display());
      try (Connection connection = TestServers.connect(plain)) {
        ExtensionAccess walInspect =
            major >= 15 ? ExtensionAccess.FORBIDDEN : ExtensionAccess.ABSENT;
        ServerProfile profile = ServerProfile.read(connection);
        assertThat(profile.permissions())
            .isEqualTo(
                new Permissions(
                    false, false, false, false, false, walInspect, ExtensionAccess.FORBIDDEN));
        assertThat(profile.problems(WHERE, 1))
            .singleElement()
            .hasToString(
                WHERE
                    + ": schema is \"public\"; one that exists and this account may make tables in"
                    + " (GRANT CREATE ON SCHEMA) is needed");
        assertThat(ServerProfile.read(connection, "own").permissions().createTable()).isTrue();
        assertThat(ServerProfile.read(connection, "No \"such").permissions().createTable())
            .isFalse();

        admin.execute("GRANT pg_monitor TO " + role);
        admin.execute("CREATE EXTENSION pg_buffercache");
        if (major >= 15) {
          admin.execute("GRANT pg_checkpoint TO " + role);
          admin.execute("CREATE EXTENSION pg_walinspect");
          assertThat(ServerProfile.read(connection).permissions().walInspect())
              .isEqualTo(ExtensionAccess.FORBIDDEN);
          admin.execute("GRANT pg_read_server_files TO " + role);
        }
        admin.execute("ALTER ROLE " + role + " CONNECTION LIMIT 3");
        ServerProfile granted = ServerProfile.read(connection);
        assertThat(granted.permissions())
            .isEqualTo(
                new Permissions(
                    false,
                    major >= 15,
                    true,
                    false,
                    true,
                    major >= 15 ? ExtensionAccess.USABLE : ExtensionAccess.ABSENT,
                    ExtensionAccess.USABLE));
        assertThat(granted.freeConnections()).isEqualTo(2);
        assertThat(granted.problems(WHERE, 3).toString())
            .contains("schema is \"public\"")
            .contains("free connections is \"2\"; at least 3");
        if (major >= 15) {
          try (Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT"); // what was read is so
          }
        }
      }
    }
  }

  @Test
  void aStandbyIsRefusedWithTheReason() throws Exception {
    try (EmbeddedServer server = TestServers.fresh(Map.of())) {
      server.stopImmediately();
      Files.createFile(server.dataFolder().resolve("standby.signal"));
      server.startAgain();
      try (Connection connection = TestServers.connect(server.address())) {
        ServerProfile profile = ServerProfile.read(connection);
        assertThat(profile.standby()).isTrue();
        assertThat(profile.problems(WHERE, 1))
            .singleElement()
            .hasToString(
                WHERE
                    + ": server is \"in recovery\"; a primary (a standby takes no writes)"
                    + " is needed");
      }
    }
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() throws Exception {
    DatabaseAddress address = TestServers.address();
    try (Connection connection = TestServers.connect(address);
        Statement statement = connection.createStatement()) {
      statement.execute("SET search_path TO nowhere");
      statement.execute("SET default_transaction_read_only TO on");
      assertThat(ServerProfile.read(connection).problems(WHERE, 1000))
          .extracting(problem -> problem.key())
          .containsExactly("default_transaction_read_only", "search_path", "free connections");
    }
  }

  @Test
  void aServerThatIsTooOldIsRefused() throws Exception {
    try (Connection connection = TestServers.connect(TestServers.address())) {
      ServerProfile now = ServerProfile.read(connection);
      ServerProfile old =
          new ServerProfile(
              13,
              "13.21",
              true,
              "",
              false,
              "",
              0,
              now.durability(),
              now.settings(),
              Permissions.NONE);
      assertThat(old.problems(WHERE, 1))
          .singleElement()
          .hasToString(WHERE + ": server version is \"13.21\"; PostgreSQL 14 or later is needed");
    }
  }
}
