package dev.weir.camel;

import static dev.weir.camel.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Datasets;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import dev.weir.layout.TableCreation;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code --vary delivery=...}: the ledger's work is in the figures of exactly-once, and only there.
 */
class MeasuredLedgerTest {
  private static final int BATCHES = 3;

  @ParameterizedTest
  @CsvSource({"exactly-once, 3", "at-least-once, 0"})
  void theLedgerMovesWithEveryBatchThatIsMeasuredAndLeavesNothing(String delivery, long moves)
      throws Exception {
    Home home = Home.locate();
    DatabaseAddress database = TestServers.address();
    Dataset sensors = new Datasets(home.datasets()).open("sensors");
    Table table =
        new Table("", "measured", Layouts.WIDE, sensors.measurements(), TableOptions.defaults());
    try (Connection connection = TestServers.connect(database)) {
      new TableCreation(table, List.of()).createIfMissing(connection);
    }
    Strategy strategy =
        new StrategyFiles(home).load("wide-copy-1000").with(StrategySetting.DELIVERY, delivery);
    try (Pipeline pipeline = new Pipeline(home, database);
        Ingestion ingestion =
            pipeline.ingest(strategy, IngestionRequest.of(sensors, table, BATCHES * 1_000))) {
      assertThat(ingestion.awaitEnd(Duration.ofSeconds(30))).isTrue();
      assertThat(ingestion.commits()).isEqualTo(BATCHES);
    }
    await()
        .untilAsserted(
            () -> {
              assertThat(
                      number(
                          database,
                          "SELECT n_live_tup FROM pg_stat_user_tables WHERE relname = 'measured'"))
                  .isEqualTo(BATCHES * 1_000);
              assertThat(
                      number(
                          database,
                          "SELECT coalesce(sum(n_tup_upd), 0) FROM pg_stat_user_tables"
                              + " WHERE relname = 'weir_ledger'"))
                  .isEqualTo(moves);
            });
    assertThat(
            number(
                database,
                "SELECT coalesce(sum(n_tup_ins - n_tup_del), 0) FROM pg_stat_user_tables"
                    + " WHERE relname = 'weir_ledger'"))
        .isZero();
  }

  private static long number(DatabaseAddress database, String query) throws SQLException {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }
}
