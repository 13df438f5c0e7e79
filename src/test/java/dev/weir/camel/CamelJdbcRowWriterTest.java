package dev.weir.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import dev.weir.layout.TableCreation;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.postgres.TestServers;
import dev.weir.write.AwkwardRecords;
import dev.weir.write.Batch;
import dev.weir.write.LaneWriter;
import dev.weir.write.StoredRecords;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CamelJdbcRowWriterTest {
  private static final int MEASUREMENTS = 70;

  private static CamelContext context;
  private static DatabaseAddress database;

  static List<Layout> layouts() {
    return Layouts.ALL;
  }

  @BeforeAll
  static void start() {
    context = new DefaultCamelContext();
    context.start();
    database = TestServers.address();
  }

  @AfterAll
  static void stop() {
    context.stop();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void awkwardValuesNullsAndTimesAreStoredBitForBit(Layout layout) throws SQLException {
    Table table = create(layout);
    List<Record> records = AwkwardRecords.of(0, 60, MEASUREMENTS);
    try (HikariDataSource pool = pool();
        LaneWriter lane = LaneWriter.to(table, pool, new CamelJdbcRowWriter(context, table))) {
      lane.store(batch(records.subList(0, 1)));
      lane.store(batch(records.subList(1, 40)));
      lane.store(batch(records.subList(40, 60)));
    }
    assertThat(StoredRecords.in(database, table)).isEqualTo(StoredRecords.exactly(records));
  }

  @Test
  void aBatchThatFailsInTheMiddleStoresNothingAndTheNextOneIsStored() throws SQLException {
    Table table = create(Layouts.WIDE);
    List<Record> records = AwkwardRecords.of(0, 20, MEASUREMENTS);
    List<Record> twice = new ArrayList<>(records);
    twice.set(13, records.get(5));
    try (HikariDataSource pool = pool();
        LaneWriter lane = LaneWriter.to(table, pool, new CamelJdbcRowWriter(context, table))) {
      assertThatThrownBy(() -> lane.store(batch(twice)))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
      assertThat(StoredRecords.in(database, table).records()).isZero();
      lane.store(batch(records));
    }
    assertThat(StoredRecords.in(database, table)).isEqualTo(StoredRecords.exactly(records));
  }

  private static HikariDataSource pool() {
    return Pools.open(database, "test", 1, PoolSettings.named("weir-test"));
  }

  private static Batch batch(List<Record> records) {
    Batch batch = new Batch(0, records.size());
    records.forEach(batch::add);
    return batch;
  }

  private static Table create(Layout layout) throws SQLException {
    Table table =
        new Table("", "camel_" + layout.name(), layout, MEASUREMENTS, TableOptions.defaults());
    try (Connection connection = TestServers.connect(database)) {
      new TableCreation(table, List.of()).replace(connection);
    }
    return table;
  }
}
