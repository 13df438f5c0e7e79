package dev.weir.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogOnServersTest {
  private static final StatisticsCatalog CATALOG = StatisticsCatalog.load();
  private static final Map<Integer, TestDatabase> DATABASES = new HashMap<>();
  private static final List<String> TABLES = List.of("wide", "parted");

  /** Columns of the server's views that the catalog leaves out, and why that loses nothing. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          // names of rows, given as labels or by the choice of the row
          "datid",
          "datname",
          "relid",
          "indexrelid",
          "schemaname",
          "relname",
          "indexrelname",
          "pid",
          "command",
          "type",
          // folded into read_bytes, write_bytes, extend_bytes
          "op_bytes",
          // text, or a moment that says nothing about a cost
          "last_archived_wal",
          "last_failed_wal",
          "checksum_last_failure",
          "last_seq_scan",
          "last_idx_scan",
          // COPY FROM the client has no size known ahead
          "bytes_total",
          // of standbys, which Weir refuses
          "restartpoints_timed",
          "restartpoints_req",
          "restartpoints_done",
          // unified under the newest version's names
          "checkpoints_timed",
          "checkpoints_req",
          "checkpoint_write_time",
          "checkpoint_sync_time",
          "buffers_checkpoint");

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18})
  void everyQueryRunsAndGivesWhatItsFileDeclares(int major) throws SQLException {
    TestDatabase database = withTables(major);
    try (Connection connection = database.connect()) {
      for (StatisticsView view : CATALOG.views(major)) {
        for (StatisticsQuery query : queries(view, major)) {
          Set<String> declared = new HashSet<>(view.columns().keySet());
          declared.addAll(view.labels());
          view.reset().ifPresent(declared::add);
          assertThat(declared).as(query.name()).containsAll(columns(connection, query.sql()));
          assertThat(columns(connection, query.sql()))
              .as(query.name())
              .containsAll(view.labels())
              .containsAll(view.reset().stream().toList());
        }
      }
    }
  }

  @Test
  void everyDeclaredColumnIsGivenBySomeVersion() throws SQLException {
    Set<String> missing = new TreeSet<>();
    CATALOG
        .views()
        .forEach(view -> view.columns().keySet().forEach(c -> missing.add(view.name() + "." + c)));
    for (int major = 14; major <= 18; major++) {
      try (Connection connection = withTables(major).connect()) {
        for (StatisticsView view : CATALOG.views(major)) {
          columns(connection, queries(view, major).get(0).sql())
              .forEach(column -> missing.remove(view.name() + "." + column));
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18})
  void everythingAServersViewHasIsRead(int major) throws SQLException {
    TestDatabase database = withTables(major);
    try (Connection connection = database.connect()) {
      for (StatisticsView view : CATALOG.views(major)) {
        if (view.name().startsWith("pg_stat") && exists(connection, view.name())) {
          Set<String> given = columns(connection, queries(view, major).get(0).sql());
          Set<String> there = columns(connection, "SELECT * FROM " + view.name());
          there.removeAll(LEFT_OUT);
          assertThat(given).as(view.name()).containsAll(there);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18})
  void aReadingHasEveryViewOfItsVersionAndNoGap(int major) throws SQLException {
    TestDatabase database = withTables(major);
    try (StatisticsReader reader = database.reader()) {
      Snapshot snapshot = reader.read(Occasion.ENDS, TABLES);

      assertThat(snapshot.major()).isEqualTo(major);
      assertThat(snapshot.gaps()).isEmpty();
      assertThat(reader.notPermitted()).isEmpty();
      assertThat(snapshot.inRecovery()).isFalse();
      assertThat(snapshot.figures().views())
          .containsExactlyElementsOf(
              CATALOG.views(major).stream()
                  .filter(view -> view.occasion() != Occasion.SESSIONS)
                  .map(StatisticsView::name)
                  .toList());
      assertThat(reader.readSessions("nobody").figures().views())
          .containsExactlyElementsOf(
              major < 18
                  ? List.of("session_waits")
                  : List.of("session_wal", "session_io", "session_waits"));
      assertThat(snapshot.figures().rows("pg_stat_io").isEmpty()).isEqualTo(major < 16);
      assertThat(snapshot.figures().whole("pg_stat_wal", "wal_sync").isPresent())
          .isEqualTo(major < 18);
      assertThat(snapshot.figures().whole("pg_stat_checkpointer", "num_requested")).isPresent();
      assertThat(snapshot.figures().whole("pg_stat_database", "xact_commit")).isPresent();
      assertThat(snapshot.figures().whole("wal_directory", "bytes").orElseThrow()).isPositive();
      assertThat(snapshot.figures().number("pg_stat_database", "blk_read_time"))
          .as("not measured while track_io_timing is off")
          .isEmpty();
    }
  }

  private static List<StatisticsQuery> queries(StatisticsView view, int major) {
    return view.occasion() == Occasion.SESSIONS
        ? view.sessionQuery(major, "it's me").stream().toList()
        : view.queries(major, TABLES);
  }

  /** One database a major version for all tests here: they only read. */
  private static synchronized TestDatabase withTables(int major) throws SQLException {
    TestDatabase database = DATABASES.get(major);
    return database != null ? database : create(major);
  }

  private static TestDatabase create(int major) throws SQLException {
    TestDatabase database = TestDatabase.on(major);
    database.run(
        "CREATE TABLE wide (id bigint PRIMARY KEY, note text)",
        "CREATE TABLE parted (id bigint PRIMARY KEY) PARTITION BY RANGE (id)",
        "CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (1000)",
        "CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (1000) TO (2000)");
    DATABASES.put(major, database);
    return database;
  }

  /** The checkpointer's view has another name before 17. */
  private static boolean exists(Connection connection, String view) throws SQLException {
    return TestDatabase.scalar(connection, "SELECT to_regclass('" + view + "')") != null;
  }

  private static Set<String> columns(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      ResultSetMetaData shape = result.getMetaData();
      Set<String> columns = new LinkedHashSet<>();
      for (int i = 1; i <= shape.getColumnCount(); i++) {
        columns.add(shape.getColumnLabel(i));
      }
      return columns;
    }
  }
}
