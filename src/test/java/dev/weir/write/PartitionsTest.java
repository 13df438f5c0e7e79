package dev.weir.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.config.ConfigurationException;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionsTest {
  private static final long DAY = 86_400_000_000L;
  private static DatabaseAddress address;

  @BeforeAll
  static void makeDatabase() {
    address = TestServers.address();
  }

  private static TableOptions partitionedBy(Duration range) {
    return new TableOptions(
        true, 90, true, List.of("btree-series-time", "brin-time"), Optional.of(range));
  }

  private static Record at(long id, long micros) {
    return new Record(id, id, micros, 1, new double[] {id, 0.5}, null);
  }

  private static String partitions(TestTable table) throws SQLException {
    return table.query(
        "SELECT string_agg(c.relname || ' ' || pg_get_expr(c.relpartbound, c.oid), E'\\n'"
            + " ORDER BY c.relname) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
            + " WHERE i.inhparent = '"
            + table.table.name()
            + "'::regclass");
  }

  static List<Layout> layouts() {
    return Layouts.ALL;
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void partitionsAreMadeAheadAsRecordsCome(Layout layout) throws SQLException {
    List<Record> records = new ArrayList<>();
    for (int id = 0; id < 100; id++) {
      records.add(at(id, AwkwardRecords.micros("2026-01-30T23:00:00Z") + id * (DAY / 50)));
    }
    try (TestTable table = new TestTable(address, layout, 2, partitionedBy(Duration.ofDays(1)))) {
      table.store(WriteMethod.COPY_BINARY, records, 10);
      assertThat(table.stored()).isEqualTo(TestTable.expected(records));
      String name = table.table.name();
      assertThat(partitions(table))
          .isEqualTo(
              String.join(
                  "\n",
                  name
                      + "_20260130t000000000 FOR VALUES FROM ('2026-01-30 00:00:00+00') TO"
                      + " ('2026-01-31 00:00:00+00')",
                  name
                      + "_20260131t000000000 FOR VALUES FROM ('2026-01-31 00:00:00+00') TO"
                      + " ('2026-02-01 00:00:00+00')",
                  name
                      + "_20260201t000000000 FOR VALUES FROM ('2026-02-01 00:00:00+00') TO"
                      + " ('2026-02-02 00:00:00+00')",
                  name
                      + "_20260202t000000000 FOR VALUES FROM ('2026-02-02 00:00:00+00') TO"
                      + " ('2026-02-03 00:00:00+00')"));
      assertThat(
              table.query(
                  "SELECT relpersistence::text || ' ' || reloptions::text || ' ' || (SELECT"
                      + " count(*) FROM pg_index WHERE indrelid = pg_class.oid)"
                      + " FROM pg_class WHERE relname = '"
                      + name
                      + "_20260201t000000000'"))
          .isEqualTo("u {fillfactor=90} 3");
    }
  }

  @Test
  void anyTimeHasItsPartition() throws SQLException {
    List<Record> records = AwkwardRecords.of(0, 50, 2);
    try (TestTable table =
        new TestTable(address, Layouts.WIDE, 2, partitionedBy(Duration.ofMinutes(90)))) {
      table.store(WriteMethod.COPY_TEXT, records, 50);
      assertThat(table.stored()).isEqualTo(TestTable.expected(records));
    }
  }

  @Test
  void aPartitionBeforeChristIsNamedSo() throws SQLException {
    List<Record> records = List.of(at(1, AwkwardRecords.micros("-0043-03-15T12:00:00Z")));
    try (TestTable table =
        new TestTable(address, Layouts.WIDE, 2, partitionedBy(Duration.ofDays(1)))) {
      table.store(WriteMethod.COPY_BINARY, records, 1);
      assertThat(table.stored()).isEqualTo(TestTable.expected(records));
      assertThat(partitions(table)).startsWith("measurements_wide_bc00440315t000000000 ");
    }
  }

  @Test
  void severalLanesMayNeedTheSamePartitionAtOnce() throws Exception {
    severalLanes(TestServers.NEWEST);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17})
  void severalLanesOnEveryServer(int major) throws Exception {
    severalLanes(major);
  }

  private static void severalLanes(int major) throws Exception {
    int lanes = 4;
    List<Record> all = new ArrayList<>();
    try (TestTable table =
            new TestTable(
                TestServers.address(major), Layouts.WIDE, 2, partitionedBy(Duration.ofHours(1)));
        HikariDataSource pool = table.pool(WriteMethod.COPY_BINARY, lanes)) {
      CyclicBarrier eachBatch = new CyclicBarrier(lanes);
      ExecutorService threads = Executors.newFixedThreadPool(lanes);
      try {
        List<Callable<Integer>> work = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
          List<Record> own = new ArrayList<>();
          for (int i = 0; i < 200; i++) {
            long id = (long) i * lanes + lane;
            own.add(at(id, id * 60_000_000L));
          }
          all.addAll(own);
          work.add(
              () -> {
                try (LaneWriter writer =
                    LaneWriter.to(
                        table.table,
                        pool,
                        RowWriters.create(WriteMethod.COPY_BINARY, table.table, 1))) {
                  for (int from = 0; from < own.size(); from += 20) {
                    eachBatch.await();
                    writer.store(TestTable.batch(own.subList(from, from + 20)));
                  }
                }
                return own.size();
              });
        }
        for (Future<Integer> result : threads.invokeAll(work)) {
          result.get();
        }
      } finally {
        threads.shutdownNow();
      }
      assertThat(table.stored()).isEqualTo(TestTable.expected(all));
    }
  }

  @Test
  void aRangeFarTooShortIsRefusedBeforeTheServerDrownsInPartitions() throws SQLException {
    List<Record> records = new ArrayList<>();
    for (int id = 0; id < 1001; id++) {
      records.add(at(id, id * DAY));
    }
    try (TestTable table =
        new TestTable(address, Layouts.WIDE, 2, partitionedBy(Duration.ofHours(1)))) {
      assertThatThrownBy(() -> table.store(WriteMethod.COPY_BINARY, records, 1001))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("partition is \"PT1H\"; a longer time");
    }
  }

  @Test
  void aPartitionDroppedMeanwhileIsMadeAgainAfterTheFailure() throws SQLException {
    try (TestTable table =
            new TestTable(address, Layouts.WIDE, 2, partitionedBy(Duration.ofDays(1)));
        HikariDataSource pool = table.pool(WriteMethod.UNNEST, 1);
        LaneWriter lane =
            LaneWriter.to(
                table.table, pool, RowWriters.create(WriteMethod.UNNEST, table.table, 1))) {
      lane.store(TestTable.batch(List.of(at(1, 5))));
      table.execute("DROP TABLE measurements_wide_19700101t000000000");
      Batch late = TestTable.batch(List.of(at(2, 6)));
      assertThatThrownBy(() -> lane.store(late))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23514"));
      lane.store(late);
      assertThat(table.stored()).isEqualTo(TestTable.expected(late.records()));
    }
  }
}
