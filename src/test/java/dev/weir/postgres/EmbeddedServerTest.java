package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class EmbeddedServerTest {
  @Test
  void theServerIsDurable() throws Exception {
    try (Connection connection = TestServers.connect(TestServers.address());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT current_setting('fsync')")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("on");
    }
  }
}
