package dev.weir.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same records come out bit for bit the same, however they went in. */
class EveryMethodAndLayoutTest {
  private static final List<WriteMethod> METHODS =
      List.of(
          WriteMethod.BATCH_INSERT,
          WriteMethod.MULTIROW_INSERT,
          WriteMethod.UNNEST,
          WriteMethod.COPY_TEXT,
          WriteMethod.COPY_BINARY);

  private static final Map<Integer, DatabaseAddress> DATABASES = new ConcurrentHashMap<>();

  static List<WriteMethod> methods() {
    return METHODS;
  }

  static Stream<Arguments> pairs() {
    return Layouts.ALL.stream()
        .flatMap(layout -> METHODS.stream().map(method -> Arguments.of(layout, method)));
  }

  static Stream<Arguments> pairsOnEveryServer() {
    return IntStream.rangeClosed(TestServers.OLDEST, TestServers.NEWEST)
        .boxed()
        .flatMap(major -> pairs().map(pair -> Arguments.of(major, pair.get()[0], pair.get()[1])));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void awkwardValuesNullsAndTimesAreStoredBitForBit(Layout layout, WriteMethod method)
      throws SQLException {
    storesEverything(TestServers.NEWEST, layout, method);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("pairsOnEveryServer")
  void everyServerStoresThemAlike(int major, Layout layout, WriteMethod method)
      throws SQLException {
    storesEverything(major, layout, method);
  }

  /** In batches with and without nulls, and a last one of a single record. */
  private static void storesEverything(int major, Layout layout, WriteMethod method)
      throws SQLException {
    List<Record> records = new ArrayList<>(AwkwardRecords.plain(0, 154, 70));
    records.addAll(AwkwardRecords.of(154, 309, 70));
    try (TestTable table = new TestTable(database(major), layout, 70)) {
      table.store(method, records, 77);
      assertThat(table.stored()).isEqualTo(TestTable.expected(records));
    }
  }

  /** 102 parameters a wide row: 642 rows have 65,484 of them, 643 would have 65,586. */
  @ParameterizedTest
  @MethodSource("methods")
  void batchesBeyondTheLimitOfParametersAreStoredWhole(WriteMethod method) throws SQLException {
    storesInBatchesOf(List.of(642, 643, 1000, 10_000), Layouts.WIDE, 99, method);
  }

  /** 5 parameters a narrow row: 13,107 rows fit in a statement, 14,000 do not. */
  @ParameterizedTest
  @MethodSource("methods")
  void recordsOfMoreRowsThanAStatementTakesAreStoredWhole(WriteMethod method) throws SQLException {
    storesInBatchesOf(List.of(1000), Layouts.NARROW, 14, method);
  }

  private static void storesInBatchesOf(
      List<Integer> sizes, Layout layout, int measurements, WriteMethod method)
      throws SQLException {
    List<Record> records = new ArrayList<>();
    try (TestTable table = new TestTable(database(TestServers.NEWEST), layout, measurements);
        HikariDataSource pool = table.pool(method, 1);
        LaneWriter lane =
            LaneWriter.to(table.table, pool, RowWriters.create(method, table.table, 65_535))) {
      for (int size : sizes) {
        List<Record> batch = AwkwardRecords.plain(records.size(), size, measurements);
        lane.store(TestTable.batch(batch));
        records.addAll(batch);
      }
      assertThat(table.stored()).isEqualTo(TestTable.expected(records));
    }
  }

  private static DatabaseAddress database(int major) {
    return DATABASES.computeIfAbsent(major, TestServers::address);
  }
}
