package dev.weir.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferenceTest {
  private static final StatisticsCatalog CATALOG = StatisticsCatalog.load();

  @Test
  void countersAreSubtractedAndGaugesAreTheLaterOnes() {
    Snapshot before =
        snapshot(server(100, 50), database(10, 3, null), table("t", 8192L), table("u", 1L));
    Snapshot after =
        snapshot(server(107, 50), database(25, 2, null), table("t", 16384L), table("u", 2L));

    Difference difference = Difference.between(CATALOG, before, after);

    assertThat(difference.valid()).isTrue();
    assertThat(difference.notes()).isEmpty();
    assertThat(difference.figures().whole("pg_stat_database", "xact_commit")).hasValue(15);
    assertThat(difference.figures().whole("pg_stat_database", "numbackends")).hasValue(2);
    assertThat(difference.costs("t").heapBytes()).hasValue(16384);
    assertThat(difference.costs("t").commits()).hasValue(15);
  }

  @Test
  void whatIsMissingIsAbsentAndNotZero() {
    Difference difference =
        Difference.between(
            CATALOG,
            snapshot(server(100, 50), database(10, 1, null)),
            snapshot(server(100, 50), database(10, 1, null), wal(500, 100, 1)));

    assertThat(difference.valid()).isTrue();
    assertThat(difference.costs("t").walBytesByCounter()).isEmpty();
    assertThat(difference.costs("t").walBytesByPosition()).isEmpty();
    assertThat(difference.costs("t").heapBytes()).isEmpty();
    assertThat(difference.costs("t").indexBytes()).isEmpty();
    assertThat(difference.costs("t").diskBytes()).isEmpty();
    assertThat(difference.figures().whole("pg_stat_database", "checksum_failures")).isEmpty();
  }

  @Test
  void aResetMakesItInvalidAndItsCountersAbsent() {
    Difference difference =
        Difference.between(
            CATALOG,
            snapshot(server(100, 50), wal(500, 100, 7)),
            snapshot(server(100, 50), wal(700, 150, 99)));

    assertThat(difference.valid()).isFalse();
    assertThat(difference.voidedBy()).containsExactly("pg_stat_wal was reset meanwhile");
    assertThat(difference.figures().whole("pg_stat_wal", "wal_bytes")).isEmpty();
  }

  @Test
  void theFirstResetOfADatabaseIsSeenToo() {
    Difference difference =
        Difference.between(
            CATALOG,
            snapshot(server(100, 50), database(1, 1, null)),
            snapshot(server(100, 50), database(5, 1, new BigDecimal("1700000000.25"))));

    assertThat(difference.voidedBy()).containsExactly("pg_stat_database was reset meanwhile");
  }

  @Test
  void aCounterThatWentBackMakesItInvalid() {
    Difference difference =
        Difference.between(
            CATALOG,
            snapshot(server(100, 50), wal(500, 100, 7)),
            snapshot(server(100, 50), wal(499, 150, 7)));

    assertThat(difference.voidedBy()).containsExactly("pg_stat_wal.wal_bytes went back meanwhile");
    assertThat(difference.figures().whole("pg_stat_wal", "wal_bytes")).isEmpty();
    assertThat(difference.figures().whole("pg_stat_wal", "wal_records")).hasValue(50);
  }

  @Test
  void aRestartMakesItInvalid() {
    Difference difference =
        Difference.between(CATALOG, snapshot(server(100, 50)), snapshot(server(130, 120)));

    assertThat(difference.voidedBy()).containsExactly("the server was restarted meanwhile");
    assertThat(difference.notes())
        .containsExactly("Counters are void: the server was restarted meanwhile.");
  }

  @Test
  void aStandbyMakesItInvalid() {
    Rows standby = server(100, 50);
    standby.rows.get(0).put("in_recovery", 1);

    assertThat(Difference.between(CATALOG, snapshot(standby), snapshot(standby)).valid()).isFalse();
  }

  @Test
  void positionAndCounterApartByMoreThanAHundredthAreNoted() {
    long megabytes = 1 << 20;
    Snapshot before = snapshot(server(1, 0), position(0), wal(0, 0, 7));

    assertThat(
            Difference.between(
                    CATALOG,
                    before,
                    snapshot(server(1, 0), position(16 * megabytes), wal(12 * megabytes, 9, 7)))
                .notes())
        .containsExactly(
            "The WAL position moved by 16777216 bytes while pg_stat_wal counted 12582912: a"
                + " segment was switched, or other sessions were at work.");
    assertThat(
            Difference.between(
                    CATALOG,
                    before,
                    snapshot(server(1, 0), position(1003 * megabytes), wal(1000 * megabytes, 9, 7)))
                .notes())
        .isEmpty();
  }

  @Test
  void aGapIsNotedAndItsFigureAbsent() {
    StatisticsQuery size =
        CATALOG.view("index_size").orElseThrow().queries(18, List.of("t")).get(0);
    SnapshotBuilder after = new SnapshotBuilder(18);
    server(1, 0).into(after);
    table("t", 8192L).into(after);
    after.addGap(size, new SQLException("canceling statement due to lock timeout", "55P03"));

    Difference difference = Difference.between(CATALOG, snapshot(server(1, 0)), after.build());

    assertThat(difference.costs("t").heapBytes()).hasValue(8192);
    assertThat(difference.costs("t").indexBytes()).isEmpty();
    assertThat(difference.notes())
        .containsExactly(
            "After: index_size of t is locked by another session: canceling statement due to lock"
                + " timeout.");
  }

  @Test
  void figuresOfAnyNumberTypeAreTreatedAlike() {
    Rows rows = wal(0, 0, 7);
    rows.rows.get(0).put("wal_bytes", new BigDecimal("123456789012345678"));
    rows.rows.get(0).put("wal_sync_time", new BigDecimal("1.50"));
    Figures figures = snapshot(server(1, 0), rows).figures();

    assertThat(figures.whole("pg_stat_wal", "wal_bytes")).hasValue(123456789012345678L);
    assertThat(figures.number("pg_stat_wal", "wal_sync_time")).hasValue(1.5);
    assertThat(figures.rows("pg_stat_wal").get(0).values().get("wal_records"))
        .isInstanceOf(Long.class);
  }

  private record Rows(String view, List<Map<String, Object>> rows) {
    void into(SnapshotBuilder snapshot) {
      StatisticsView of = CATALOG.view(view).orElseThrow();
      snapshot.add(of.queries(18, List.of("t")).get(0), rows);
    }
  }

  private static Snapshot snapshot(Rows... views) {
    SnapshotBuilder snapshot = new SnapshotBuilder(18);
    Arrays.stream(views).forEach(view -> view.into(snapshot));
    return snapshot.build();
  }

  private static Rows row(String view, Object... keysAndValues) {
    Map<String, Object> row = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      row.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return new Rows(view, List.of(row));
  }

  private static Rows server(long clock, long started) {
    return row("server", "clock", clock, "started", started, "in_recovery", 0);
  }

  private static Rows position(long inserted) {
    return row("wal_position", "inserted", BigDecimal.valueOf(inserted));
  }

  private static Rows wal(long bytes, long records, long reset) {
    return row(
        "pg_stat_wal", "wal_bytes", bytes, "wal_records", (int) records, "stats_reset", reset);
  }

  private static Rows database(long commits, int backends, BigDecimal reset) {
    return row(
        "pg_stat_database",
        "xact_commit",
        commits,
        "numbackends",
        backends,
        "checksum_failures",
        null,
        "stats_reset",
        reset);
  }

  private static Rows table(String name, long bytes) {
    return row("table_size", "relation", name, "bytes", bytes);
  }
}
