package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerSettingsFileTest {
  @TempDir Path folder;

  @Test
  void readsTheFormOfPostgresqlConf() throws Exception {
    Path file =
        write(
            """
            # a comment
            max_wal_size = 6GB   # another

            checkpoint_timeout='15 min'
            Wal_Compression on
            log_line_prefix = '%m ''x'' # not a comment'
            """);
    assertThat(ServerSettingsFile.read(file))
        .containsExactly(
            Map.entry("max_wal_size", "6GB"),
            Map.entry("checkpoint_timeout", "15 min"),
            Map.entry("wal_compression", "on"),
            Map.entry("log_line_prefix", "%m 'x' # not a comment"));
  }

  @Test
  void everyLineThatIsNoSettingIsNamed() throws Exception {
    Path file =
        write(
            """
            max_wal_size
            work_mem = 4MB
            port = 5433
            log_line_prefix = 'open
            """);
    assertThatThrownBy(() -> ServerSettingsFile.read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(file + ":1: line is \"max_wal_size\"")
        .hasMessageContaining(file + ":3: port is \"5433\"")
        .hasMessageContaining(file + ":4: line is \"log_line_prefix = 'open\"");
    assertThatThrownBy(() -> ServerSettingsFile.read(folder.resolve("missing.conf")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("missing.conf");
  }

  @Test
  void theFilesThatComeWithWeirAreTakenByTheServer() throws Exception {
    Path config = Path.of(System.getProperty("weir.home"), "config", "postgres");
    assertThat(ServerSettingsFile.read(config.resolve("default.conf"))).isEmpty();
    Map<String, String> settings = ServerSettingsFile.read(config.resolve("wal-6gb.conf"));
    try (EmbeddedServer server = TestServers.fresh(settings);
        Connection connection = TestServers.connect(server.address())) {
      assertThat(ServerProfile.read(connection).settings())
          .containsEntry("max_wal_size", "6GB")
          .containsEntry("checkpoint_timeout", "15min");
    }
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("some.conf"), text);
  }
}
