package dev.weir.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the statistics say about known work, against what something else says about it. */
class FiguresAgainstOtherSourcesTest {
  private static final int COMMITS = 100;
  private static final int ROWS_PER_COMMIT = 20;
  private static final Duration LIMIT = Duration.ofSeconds(15);

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18})
  void knownWorkIsCounted(int major) throws SQLException, InterruptedException, IOException {
    TestDatabase database = TestDatabase.on(major);
    database.run(
        "CREATE TABLE wide (id bigint PRIMARY KEY, at timestamptz, series int, note text)",
        "ALTER TABLE wide ALTER note SET STORAGE EXTERNAL",
        "CREATE INDEX wide_at ON wide (at)",
        "ALTER TABLE wide SET (autovacuum_enabled = false)");
    if (major >= 15) {
      database.run("CREATE EXTENSION pg_walinspect");
    }
    try (StatisticsReader reader = database.reader()) {
      Snapshot before = reader.readSettled(List.of("wide"), LIMIT);
      load(database);
      Snapshot after = reader.readSettled(List.of("wide"), LIMIT);
      Difference difference = reader.between(before, after);
      RunCosts costs = difference.costs("wide");

      assertThat(difference.valid()).isTrue();
      assertThat(difference.notes()).isEmpty();
      assertThat(costs.rowsInserted()).hasValue(database.number("SELECT count(*) FROM wide"));
      assertThat(costs.commits().orElseThrow())
          .as("ours, and a few by those who read the statistics")
          .isBetween((long) COMMITS, COMMITS + 40L);
      checkWal(database, difference); // before a checkpoint removes the log
      if (major >= 15) {
        checkWalByInspection(database, difference);
      }
      checkSizes(database, costs);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18})
  void checkpointsAreThoseTheServerLogs(int major)
      throws SQLException, InterruptedException, IOException {
    TestDatabase database = TestDatabase.on(major);
    database.run("ALTER SYSTEM SET log_checkpoints = on", "SELECT pg_reload_conf()");
    await().until(() -> database.scalar("SHOW log_checkpoints").equals("on"));
    Path log = Path.of(database.scalar("SHOW data_directory")).resolveSibling("server.log");
    try (StatisticsReader reader = database.reader()) {
      long logged = checkpoints(log);
      Snapshot before = reader.readSettled(List.of(), LIMIT);
      database.run(
          "CHECKPOINT", "CREATE TABLE wide AS SELECT generate_series(1, 999)", "CHECKPOINT");
      RunCosts costs =
          reader.between(before, reader.readSettled(List.of("wide"), LIMIT)).costs("wide");

      assertThat(costs.checkpointsRequested()).hasValue(2);
      assertThat(costs.checkpointsTimed().orElseThrow() + 2).isEqualTo(checkpoints(log) - logged);
    }
  }

  private static long checkpoints(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.contains("checkpoint complete: wrote")).count();
    }
  }

  private static void load(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect()) {
      for (int i = 0; i < COMMITS; i++) {
        TestDatabase.execute(
            connection,
            "INSERT INTO wide SELECT %d + g, now(), g, CASE g WHEN 1 THEN repeat('x', 5000) END FROM generate_series(1, %d) g"
                .formatted(i * ROWS_PER_COMMIT, ROWS_PER_COMMIT));
      }
    }
  }

  /** The files' sizes on disk, found through the catalogs' file numbers. */
  private static void checkSizes(TestDatabase database, RunCosts costs)
      throws SQLException, IOException {
    database.run("CHECKPOINT");
    assertThat(costs.heapBytes()).hasValue(bytesOnDisk(database, "'wide'"));
    assertThat(costs.indexBytesByName())
        .containsOnlyKeys("wide_pkey", "wide_at")
        .containsEntry("wide_pkey", bytesOnDisk(database, "'wide_pkey'"))
        .containsEntry("wide_at", bytesOnDisk(database, "'wide_at'"));
    String toast = "(SELECT reltoastrelid FROM pg_class WHERE oid = 'wide'::regclass)";
    String toastIndex = "(SELECT indexrelid FROM pg_index WHERE indrelid = " + toast + ")";
    assertThat(costs.toastBytes())
        .hasValue(bytesOnDisk(database, toast) + bytesOnDisk(database, toastIndex));
    assertThat(costs.toastBytes().orElseThrow()).isGreaterThan(COMMITS * 5000L);
    assertThat(costs.diskBytes())
        .hasValue(database.number("SELECT pg_total_relation_size('wide')"));
  }

  private static long bytesOnDisk(TestDatabase database, String relation)
      throws SQLException, IOException {
    Path main =
        Path.of(
            database.scalar("SHOW data_directory"),
            database.scalar("SELECT pg_relation_filepath(%s)".formatted(relation)));
    try (Stream<Path> files = Files.list(main.getParent())) {
      return files
          .filter(file -> isOf(file.getFileName().toString(), main.getFileName().toString()))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private static boolean isOf(String file, String number) {
    return file.equals(number) || file.startsWith(number + "_") || file.startsWith(number + ".");
  }

  private static void checkWal(TestDatabase database, Difference difference)
      throws SQLException, IOException {
    database.run("CREATE TABLE written ()"); // a commit, behind all there is to read
    WalFiles files =
        WalFiles.read(
            Path.of(database.scalar("SHOW data_directory")),
            position(difference.before()),
            position(difference.after()));
    RunCosts costs = difference.costs("wide");
    assertThat(costs.walBytesByCounter().orElseThrow())
        .isCloseTo(files.bytes(), within(files.bytes() / 1000));
    assertThat(costs.walRecords().orElseThrow()).isCloseTo(files.records(), within(20L));
  }

  /** Every record of the same range, one by one. */
  private static void checkWalByInspection(TestDatabase database, Difference difference)
      throws SQLException {
    long from = position(difference.before());
    long to = position(difference.after());
    String[] records =
        database
            .scalar(
                "SELECT sum(record_length) || ' ' || count(*) || ' ' || count(*) FILTER (WHERE fpi_length > 0) FROM pg_get_wal_records_info('0/0'::pg_lsn + %d, '0/0'::pg_lsn + %d)"
                    .formatted(from, to))
            .split(" ");
    RunCosts costs = difference.costs("wide");
    long bytes = Long.parseLong(records[0]);
    assertThat(costs.walBytesByCounter().orElseThrow())
        .as("record bytes %s", Arrays.toString(records))
        .isCloseTo(bytes, within(bytes / 1000));
    assertThat(costs.walRecords().orElseThrow()).isCloseTo(Long.parseLong(records[1]), within(20L));
    assertThat(costs.walBytesByPosition()).hasValue(to - from);
  }

  private static long position(Snapshot snapshot) {
    return snapshot.figures().whole("wal_position", "inserted").orElseThrow();
  }
}
