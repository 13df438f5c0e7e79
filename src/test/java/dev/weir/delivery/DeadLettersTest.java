package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import dev.weir.write.RowWriter;
import dev.weir.write.RowWriters;
import dev.weir.write.WriteMethod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of dead letters: the table, the file where that does not take them, and back. */
class DeadLettersTest {
  @TempDir Path folder;

  @Test
  void deadLettersTheTableDoesNotTakeGoToTheFile() throws Exception {
    try (Scene scene = Scene.simple(folder);
        DeliveringStore store = scene.exactlyOnce(0)) {
      scene.execute("CREATE TABLE weir_dead_letters (of_another_shape integer)");
      List<Record> records = new ArrayList<>(scene.read(0, 0, 10).records());
      records.set(4, new Record(4, 3, 0, 1, new double[] {1, 2, 3}, null));
      store.store(scene.read(records));

      assertThat(scene.query("SELECT count(*) FROM measurements")).isEqualTo("9");
      assertThat(scene.deadLetterFile.read())
          .singleElement()
          .extracting(DeadLetter::position)
          .isEqualTo(4L);
      assertThat(scene.accounts.now().deadLettered()).isEqualTo(1);
    }
  }

  @Test
  void lettersOfTheFileArePutIntoTheTableOnce() throws Exception {
    try (Scene scene = Scene.simple(folder);
        Connection connection = TestServers.connect(scene.direct)) {
      DeadLetter letter =
          DeadLetter.ofText(Scene.KEY, 0, 1, "?", "no record", FakeTime.START.plusNanos(1_999));
      scene.deadLetterFile.append(List.of(letter));
      List<String> lines = new ArrayList<>();
      assertThat(scene.deadLetters.export(connection, DeadLetterChoice.all(), lines::add))
          .isEqualTo(1);
      assertThat(lines).singleElement().asString().contains("no record");
      assertThat(scene.deadLetters.inFile(DeadLetterChoice.of(new LedgerKey("other", "x"))))
          .isEmpty();
      assertThat(scene.deadLetters.takeIn(connection)).isEqualTo(1);
      assertThat(scene.deadLetterFile.read()).isEmpty();
      scene.deadLetterFile.append(List.of(letter)); // as after a crash before it was emptied
      assertThat(scene.deadLetters.takeIn(connection)).isZero();
      assertThat(scene.deadLetters.takeIn(connection)).isZero();

      assertThat(scene.letters()).hasSize(1);
      scene.execute("DROP TABLE weir_dead_letters", "CREATE TABLE weir_dead_letters (of integer)");
      scene.deadLetterFile.append(List.of(letter));
      assertThatThrownBy(() -> scene.deadLetters.takeIn(connection))
          .isInstanceOf(java.sql.SQLException.class);
      assertThat(scene.deadLetterFile.read()).containsExactly(letter);
    }
  }

  @Test
  void withNeitherTableNorFileTheBatchWaits() throws Exception {
    Path blocked = Files.createFile(folder.resolve("not a folder"));
    FakeTime time = new FakeTime();
    DatabaseAddress address = Scene.emptyDatabase();
    var table = Scene.create(address, Layout.named("wide"), TableOptions.defaults());
    try (Scene scene =
        new Scene(address, address, table, WriteMethod.COPY_BINARY, 1, Scene.QUICK, blocked)) {
      scene.execute("CREATE TABLE weir_dead_letters (of_another_shape integer)");
      DeliveringStore store =
          scene.exactlyOnce(
              0,
              time.inPause(
                      pause -> {
                        if (pause == 2) {
                          scene.execute("DROP TABLE weir_dead_letters");
                        }
                      })
                  .time());
      List<Record> records = new ArrayList<>(scene.read(0, 0, 10).records());
      records.set(4, new Record(4, 3, 0, 1, new double[] {1, 2, 3}, null));
      store.store(scene.read(records));

      assertThat(time.pauses).hasSize(2);
      assertThat(scene.letters()).hasSize(1);
      assertThat(scene.query("SELECT count(*) FROM measurements")).isEqualTo("9");
    }
  }

  @Test
  void deadLettersAreListedExportedAndPutBack() throws Exception {
    try (Scene scene = Scene.simple(folder);
        DeliveringStore store = scene.exactlyOnce(0);
        Connection connection = TestServers.connect(scene.direct)) {
      scene.execute("ALTER TABLE measurements ADD CONSTRAINT small CHECK (series < 20)");
      store.store(scene.read(0, 0, 100)); // series is position % 50
      DeadLetters letters = scene.deadLetters;
      assertThat(letters.count(connection, DeadLetterChoice.all())).isEqualTo(60);
      assertThat(letters.list(connection, DeadLetterChoice.of(Scene.KEY), 7))
          .hasSize(7)
          .extracting(DeadLetter::position)
          .startsWith(20L, 21L);
      assertThat(letters.keys(connection, DeadLetterChoice.all())).containsExactly(Scene.KEY);
      List<String> lines = new ArrayList<>();
      assertThat(letters.export(connection, DeadLetterChoice.all(), lines::add)).isEqualTo(60);
      assertThat(lines).hasSize(60).allMatch(line -> line.startsWith("{\"id\":"));

      scene.execute(
          "ALTER TABLE measurements DROP CONSTRAINT small",
          "ALTER TABLE measurements ADD CONSTRAINT fewer CHECK (series < 45)",
          "INSERT INTO weir_dead_letters (strategy, source, lane, position, sqlstate, message,"
              + " record) VALUES ('test', 'numbered', 0, 1, '22000', 'no record', '{\"text\": \"?\"}')");
      // its inserts register types of their own with the connection the letters are read by
      RowWriter inserts = RowWriters.create(WriteMethod.BATCH_INSERT, scene.table, 128);
      assertThat(letters.retry(connection, DeadLetterChoice.all(), inserts))
          .isEqualTo(new DeadLetters.Retried(50, 10, 1));
      assertThat(letters.list(connection, DeadLetterChoice.all(), 100))
          .hasSize(11)
          .anySatisfy(letter -> assertThat(letter.message()).contains("fewer"));
      scene.execute("ALTER TABLE measurements DROP CONSTRAINT fewer");
      assertThat(letters.retry(connection, DeadLetterChoice.all(), scene.rows()).stored())
          .isEqualTo(10);
      scene.assertStored(100);
    }
  }

  @Test
  void textNoDatabaseTakesIsStillADeadLetter() throws Exception {
    try (Scene scene = Scene.simple(folder);
        Connection connection = TestServers.connect(scene.direct)) {
      connection.setAutoCommit(false);
      scene.deadLetters.prepare(connection);
      DeadLetter letter =
          DeadLetter.ofText(
              Scene.KEY, 0, 1, "a\0b", "line 7: series is \"a\0b\ud800\"", FakeTime.START);
      scene.deadLetters.write(connection, List.of(letter), new java.util.HashSet<>());
      connection.commit();

      assertThat(scene.letters())
          .singleElement()
          .extracting(DeadLetter::message)
          .isEqualTo("line 7: series is \"a\\u0000b\\ud800\"");
      assertThat(scene.deadLetterFile.path()).doesNotExist();
    }
  }
}
