package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.dataset.Record;
import dev.weir.dataset.RecordDigest;
import dev.weir.layout.Layout;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.write.WriteMethod;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BadRecordTest {
  private static final int RECORDS = 1_000;
  private static final int BATCH = 250;

  @TempDir Path folder;

  /** A kind of bad record: what it does to a good one, and the reason it is refused for. */
  private record Kind(String name, UnaryOperator<Record> spoil, List<String> states) {}

  private static Record with(Record of, long id, long micros, int series, double[] values) {
    return new Record(of.position(), id, micros, series, values, null);
  }

  private static Record inSeries(Record of, int series) {
    return with(of, of.id(), of.recordedAtMicros(), series, new double[] {1, 2, 3});
  }

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "key of a record before it",
              r -> with(r, 0, r.recordedAtMicros(), 1, new double[] {1, 2, 3}),
              List.of("23505")),
          new Kind(
              "key that was in the table",
              r -> with(r, -1, r.recordedAtMicros(), 1, new double[] {1, 2, 3}),
              List.of("23505")),
          new Kind("check constraint", r -> inSeries(r, -1), List.of("23514")),
          new Kind("division by zero in a constraint", r -> inSeries(r, 1042), List.of("22012")),
          new Kind("foreign key", r -> inSeries(r, 1077), List.of("23503")),
          new Kind("trigger", r -> inSeries(r, 1066), List.of("P0001")),
          new Kind(
              "time before PostgreSQL's first",
              r -> with(r, r.id(), Long.MIN_VALUE, 1, new double[] {1, 2, 3}),
              List.of("22008", "22000")),
          new Kind(
              "null where the table forbids it",
              r ->
                  new Record(
                      r.position(),
                      r.id(),
                      r.recordedAtMicros(),
                      1,
                      new double[] {1, 2, 3},
                      new long[] {1 << 2}),
              List.of("23502", "23514")),
          new Kind(
              "too few measurements",
              r -> with(r, r.id(), r.recordedAtMicros(), 1, new double[] {1}),
              List.of("22000")),
          new Kind(
              "too many measurements",
              r -> with(r, r.id(), r.recordedAtMicros(), 1, new double[] {1, 2, 3, 4}),
              List.of("22000")));

  private static Stream<Arguments> everyMethodAndLayout() {
    return Methods.all()
        .flatMap(
            method ->
                Stream.of("wide", "narrow", "array", "jsonb")
                    .map(layout -> Arguments.of(method, layout)));
  }

  private static void forbidMuch(Scene scene) throws Exception {
    String nullFree =
        switch (scene.table.layout().name()) {
          case "wide" -> "ALTER TABLE measurements ALTER m003 SET NOT NULL";
          case "narrow" ->
              "ALTER TABLE measurements ADD CHECK (measurement <> 3 OR value IS NOT NULL)";
          case "array" -> "ALTER TABLE measurements ADD CHECK (measurements[3] IS NOT NULL)";
          default -> "ALTER TABLE measurements ADD CHECK (measurements ->> 'm003' IS NOT NULL)";
        };
    scene.execute(
        nullFree,
        "CREATE TABLE device (series integer PRIMARY KEY)",
        "INSERT INTO device SELECT * FROM generate_series(-10, 1076)",
        "ALTER TABLE measurements ADD CHECK (series >= 0),"
            + " ADD CHECK (1 / (series - 1042) IS NOT NULL),"
            + " ADD FOREIGN KEY (series) REFERENCES device",
        "CREATE FUNCTION no_66() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$BEGIN IF new.series = 1066 THEN RAISE 'not 66'; END IF; RETURN new; END$$",
        "CREATE TRIGGER no_66 BEFORE INSERT ON measurements FOR EACH ROW"
            + " EXECUTE FUNCTION no_66()");
  }

  /** Every fifth record has a null in places one to three; the third must not be one here. */
  private static Record good(Scene scene, long position) {
    Record record = scene.dataset.record(position);
    return record.isNull(2) ? inSeries(record, record.series()) : record;
  }

  @ParameterizedTest
  @MethodSource("everyMethodAndLayout")
  void exactlyTheBadRecordsAreDeadLettersWithTheirReason(WriteMethod method, String layout)
      throws Exception {
    DatabaseAddress address = Scene.emptyDatabase();
    var table = Scene.create(address, Layout.named(layout), TableOptions.defaults());
    try (Scene scene = new Scene(address, address, table, method, 1, Scene.QUICK, folder)) {
      forbidMuch(scene);
      Map<Long, Kind> bad = new HashMap<>();
      Random random = new Random((method.key() + layout).hashCode());
      for (Kind kind : KINDS) {
        long position;
        do {
          position = 1L + random.nextInt(RECORDS - 1);
        } while (bad.putIfAbsent(position, kind) != null);
      }
      RecordDigest expected = new RecordDigest();
      Record before = inSeries(new Record(0, -1, 0, 1, new double[3], null), 1);
      try (Connection connection = scene.pool.getConnection()) {
        scene.rows().write(connection, List.of(before));
      }
      expected.add(before);

      try (DeliveringStore store = scene.exactlyOnce(0)) {
        for (int first = 0; first < RECORDS; first += BATCH) {
          List<Record> records = new ArrayList<>();
          for (long position = first; position < first + BATCH; position++) {
            Record record = good(scene, position);
            if (bad.containsKey(position)) {
              records.add(bad.get(position).spoil().apply(record));
            } else {
              records.add(record);
              expected.add(record);
            }
          }
          store.store(scene.read(records));
        }
      }

      scene.assertStored(expected);
      List<DeadLetter> letters = scene.letters();
      assertThat(letters).extracting(DeadLetter::position).containsExactlyElementsOf(sorted(bad));
      assertThat(letters)
          .allSatisfy(
              letter -> {
                Kind kind = bad.get(letter.position());
                assertThat(letter.sqlState()).as(kind.name()).isIn(kind.states());
                assertThat(letter.message()).as(kind.name()).isNotBlank();
                assertThat(letter.record()).isPresent();
              });
      Account account = scene.accounts.now();
      assertThat(account)
          .isEqualTo(new Account(RECORDS, RECORDS - KINDS.size(), KINDS.size(), 0, 0));
      assertThat(
              scene.query(
                  "SELECT concat_ws(' ', next_position, records, dead_letters) FROM weir_ledger"))
          .isEqualTo("1000 990 10");
      assertThat(scene.deadLetterFile.path()).doesNotExist();
    }
  }

  private static List<Long> sorted(Map<Long, Kind> bad) {
    return bad.keySet().stream().sorted().toList();
  }

  /** Case 3. */
  @Test
  void oneDuplicateAmongAThousandLeavesTheOthersStored() throws Exception {
    try (Scene scene = Scene.simple(folder);
        DeliveringStore store = scene.exactlyOnce(0)) {
      List<Record> records = new ArrayList<>(scene.read(0, 0, 1_000).records());
      records.set(510, new Record(510, 3, 0, 1, new double[] {1, 2, 3}, null));
      store.store(scene.read(records));

      assertThat(scene.query("SELECT count(*) FROM measurements")).isEqualTo("999");
      assertThat(scene.letters())
          .singleElement()
          .satisfies(
              letter -> {
                assertThat(letter.position()).isEqualTo(510);
                assertThat(letter.sqlState()).isEqualTo("23505");
                assertThat(letter.message()).contains("Key (id)=(3) already exists");
                assertThat(letter.key()).isEqualTo(Scene.KEY);
              });
    }
  }

  @Test
  void aBatchOfOneBadRecordMovesTheLedger() throws Exception {
    try (Scene scene = Scene.simple(folder);
        DeliveringStore store = scene.exactlyOnce(0)) {
      store.store(scene.read(List.of(new Record(0, 0, 0, 1, new double[5], null))));
      store.store(scene.read(0, 1, 9));

      assertThat(scene.letters()).hasSize(1);
      assertThat(scene.query("SELECT next_position FROM weir_ledger")).isEqualTo("10");
    }
  }

  @Test
  void aConstraintThatWaitsForTheCommitIsFoundToo() throws Exception {
    try (Scene scene = Scene.simple(folder);
        DeliveringStore store = scene.exactlyOnce(0)) {
      scene.execute(
          "ALTER TABLE measurements DROP CONSTRAINT measurements_pkey,"
              + " ADD UNIQUE (id) DEFERRABLE INITIALLY DEFERRED");
      List<Record> records = new ArrayList<>(scene.read(0, 0, 100).records());
      records.set(77, new Record(77, 76, 0, 1, new double[] {1, 2, 3}, null));
      store.store(scene.read(records));

      assertThat(scene.query("SELECT count(*) FROM measurements")).isEqualTo("99");
      assertThat(scene.letters()).extracting(DeadLetter::position).containsExactly(77L);
    }
  }

  @Test
  void aTimeThatNoPartitionTakesIsADeadLetter() throws Exception {
    DatabaseAddress address = Scene.emptyDatabase();
    var table =
        Scene.create(
            address,
            Layout.named("wide"),
            new TableOptions(false, 100, true, List.of(), Optional.of(Duration.ofDays(1))));
    try (Scene scene =
            new Scene(address, address, table, WriteMethod.COPY_BINARY, 1, Scene.QUICK, folder);
        DeliveringStore store = scene.exactlyOnce(0)) {
      List<Record> records = new ArrayList<>(scene.read(0, 0, 100).records());
      records.set(42, new Record(42, 42, Long.MAX_VALUE, 1, new double[] {1, 2, 3}, null));
      records.set(43, new Record(43, 43, Long.MIN_VALUE, 1, new double[] {1, 2, 3}, null));
      store.store(scene.read(records));
      store.store(scene.read(0, 100, 100));

      assertThat(scene.query("SELECT count(*) FROM measurements")).isEqualTo("198");
      assertThat(scene.letters()).extracting(DeadLetter::position).containsExactly(42L, 43L);
    }
  }

  @Test
  void aTableOfSomeoneElsesPartitionsTellsTheRecordNoneTakes() throws Exception {
    try (Scene scene = Scene.simple(folder);
        DeliveringStore store = scene.exactlyOnce(0)) {
      scene.execute(
          "ALTER TABLE measurements RENAME TO model",
          "CREATE TABLE measurements (LIKE model) PARTITION BY RANGE (recorded_at)",
          "CREATE TABLE measurements_2026 PARTITION OF measurements"
              + " FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')");
      List<Record> records = new ArrayList<>(scene.read(0, 0, 100).records());
      records.set(42, new Record(42, 42, 0, 1, new double[] {1, 2, 3}, null));
      store.store(scene.read(records));

      assertThat(scene.letters())
          .singleElement()
          .extracting(DeadLetter::sqlState, DeadLetter::position)
          .containsExactly("23514", 42L);
    }
  }
}
