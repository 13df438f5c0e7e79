package dev.weir.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Home;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class RunTablesTest {
  private static final Dataset DATASET = new Datasets(Home.locate().datasets()).open("sensors");

  private static boolean exists(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        var row = statement.executeQuery("SELECT to_regclass('" + name + "') IS NOT NULL")) {
      row.next();
      return row.getBoolean(1);
    }
  }

  @Test
  void whatAKilledComparisonLeftIsDroppedAndNothingElse() throws Exception {
    DatabaseAddress database = TestServers.address();
    Table left;
    Table atWork;
    try (Connection killed = TestServers.connect(database)) {
      RunTables tables = new RunTables(DATASET);
      tables.claim(killed);
      left = tables.create(killed, Results.strategy("wide-copy-1000"));
    }
    try (Connection other = TestServers.connect(database);
        Connection mine = TestServers.connect(database);
        Statement statement = mine.createStatement()) {
      RunTables others = new RunTables(DATASET);
      others.claim(other);
      atWork = others.create(other, Results.strategy("wide-copy-1000"));
      statement.execute("CREATE TABLE weir_run_0badcafe_1 (somebody text)");
      RunTables tables = new RunTables(DATASET);
      tables.claim(mine);
      Table own = tables.create(mine, Results.strategy("wide-copy-1000"));

      assertThat(tables.dropLeftovers(mine)).isEqualTo(1);
      assertThat(exists(mine, left.name())).isFalse();
      assertThat(exists(mine, atWork.name())).isTrue();
      assertThat(exists(mine, own.name())).isTrue();
      assertThat(exists(mine, "weir_run_0badcafe_1")).isTrue();
    }
  }
}
