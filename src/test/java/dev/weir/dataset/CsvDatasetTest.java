package dev.weir.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.ConfigurationException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvDatasetTest {
  private static final String UNTIMED = "start: 2026-01-01T00:00:00Z\ninterval: 1s\n";

  @TempDir private Path folder;

  @Test
  void allColumnsWithoutARoleAreMeasurements() throws IOException {
    Dataset dataset =
        open(
            "id: key\ntime: at\nseries: device\n",
            "x,at,key,\"y{m=\"\"1\"\"}\",device\n1.5,2026-01-01T00:00:00.123456789Z,-7,,3\n");
    assertThat(dataset.name()).isEqualTo("mine");
    assertThat(dataset.measurementNames()).containsExactly("x", "y{m=\"1\"}");
    assertThat(dataset.measurements()).isEqualTo(2);
    assertThat(dataset.size()).isEqualTo(1);
    Record record = dataset.record(0);
    assertThat(record.id()).isEqualTo(-7);
    assertThat(record.series()).isEqualTo(3);
    assertThat(record.recordedAtMicros())
        .isEqualTo(RecordTime.micros(Instant.parse("2026-01-01T00:00:00.123456Z")));
    assertThat(record.value(0)).isEqualTo(1.5);
    assertThat(record.isNull(0)).isFalse();
    assertThat(record.isNull(1)).isTrue();
    assertThatThrownBy(() -> dataset.record(1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void theMeasurementsCanBeChosenAndOrdered() throws IOException {
    Dataset dataset =
        open(UNTIMED + "measurements: [c, a]\n", "a,comment,c\n1,\"hot, \nvery\",3\n4,,6\n");
    assertThat(dataset.measurementNames()).containsExactly("c", "a");
    assertThat(values(dataset.record(1))).containsExactly(6, 4);
  }

  @Test
  void withoutTimesRecordsComeAtTheInterval() throws IOException {
    Dataset dataset = open(UNTIMED + "repeat: 2\n", "a\n1\n2\n3\n");
    long start = RecordTime.micros(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(dataset.size()).isEqualTo(6);
    for (int position = 0; position < 6; position++) {
      Record record = dataset.record(position);
      assertThat(record.position()).isEqualTo(position);
      assertThat(record.id()).isEqualTo(position + 1);
      assertThat(record.recordedAtMicros()).isEqualTo(start + position * 1_000_000L);
      assertThat(record.series()).isZero();
      assertThat(record.value(0)).isEqualTo(position % 3 + 1);
    }
  }

  @Test
  void aRepetitionGoesOnAfterTheLastTimeAndTheGreatestId() throws IOException {
    Dataset dataset =
        open(
            "id: key\ntime: at\ninterval: 10s\nrepeat: endless\n",
            """
            key,at,a
            20,2026-01-01T00:00:00Z,1
            12,2026-01-01T00:00:05Z,
            15,2026-01-01T00:00:07Z,3
            """);
    assertThat(dataset.size()).isGreaterThan(1_000_000_000L);
    assertThat(IntStream.range(0, 9).mapToLong(at -> dataset.record(at).id()))
        .containsExactly(20L, 12L, 15L, 29L, 21L, 24L, 38L, 30L, 33L);
    assertThat(
            IntStream.range(0, 6)
                .mapToObj(
                    at -> Instant.EPOCH.plusNanos(dataset.record(at).recordedAtMicros() * 1_000)))
        .map(Instant::toString)
        .containsExactly(
            "2026-01-01T00:00:00Z",
            "2026-01-01T00:00:05Z",
            "2026-01-01T00:00:07Z",
            "2026-01-01T00:00:17Z",
            "2026-01-01T00:00:22Z",
            "2026-01-01T00:00:24Z");
    assertThat(dataset.record(3_000_001).isNull(0)).isTrue();
    assertThat(dataset.record(3_000_002).value(0)).isEqualTo(3);
  }

  @Test
  void anEndlessDatasetEndsWithTheYear9999() throws IOException {
    Dataset dataset =
        open("start: 9999-12-31T23:59:50Z\ninterval: 1s\nrepeat: endless\n", "a\n1\n2\n3\n");
    assertThat(dataset.size()).isEqualTo(9);
    assertThat(dataset.record(8).recordedAtMicros()).isLessThanOrEqualTo(RecordTime.LAST_MICROS);
  }

  @Test
  void idsNeverOverflow() throws IOException {
    String csv = "key,a\n9223372036854775800,1\n9223372036854775802,2\n";
    Dataset dataset = open(UNTIMED + "id: key\nrepeat: endless\n", csv);
    assertThat(dataset.size()).isEqualTo(4);
    assertThat(dataset.record(3).id()).isEqualTo(9223372036854775805L);
    assertThat(problems(UNTIMED + "id: key\nrepeat: 3\n", csv))
        .containsExactly(
            "mine.yaml:6: repeat is \"3\"; at most 2, where ids or times end, is needed");
    Dataset widest =
        open(
            UNTIMED + "id: key\nrepeat: endless\n",
            "key,a\n-9223372036854775808,1\n9223372036854775807,2\n");
    assertThat(widest.size()).isEqualTo(2);
  }

  @Test
  void everyBadRowIsNamedWithFileLineColumnFoundAndWanted() throws IOException {
    assertThat(
            problems(
                "id: key\ntime: at\nseries: device\n",
                """
                key,at,device,a,b
                1,2026-01-01T00:00:00Z,1,1,2
                x,2026-01-01T00:00:00Z,1,1,2
                ,2026-01-01T00:00:00Z,1,1,2
                4,today,1,1,2
                5,2026-01-01T00:00:00Z,2147483648,1,2
                6,2026-01-01T00:00:00Z,1,"1,5",2
                7,2026-01-01T00:00:00Z,1,1,1e400
                8,2026-01-01T00:00:00Z,1,"",2
                9,2026-01-01T00:00:00Z,1,1,a\u0000b
                10,2026-01-01T00:00:00Z,1,1
                """))
        .containsExactly(
            "mine.csv:3: key is \"x\"; a whole number from -9223372036854775808 to"
                + " 9223372036854775807 is needed",
            "mine.csv:4: key is missing; a whole number from -9223372036854775808 to"
                + " 9223372036854775807 is needed",
            "mine.csv:5: at is \"today\"; a time such as 2026-01-01T00:00:00Z, from year 1 to 9999,"
                + " is needed",
            "mine.csv:6: device is \"2147483648\"; a whole number from -2147483648 to 2147483647 is"
                + " needed",
            "mine.csv:7: a is \"1,5\"; a number such as 1.5 or -2e-3, NaN, Infinity or -Infinity is"
                + " needed",
            "mine.csv:8: b is \"1e400\"; a number from -1.7976931348623157E308 to"
                + " 1.7976931348623157E308 is needed",
            "mine.csv:9: a is an empty text; a number such as 1.5 or -2e-3, NaN, Infinity or"
                + " -Infinity is needed",
            "mine.csv:10: b is \"a\\u0000b\"; a number such as 1.5 or -2e-3, NaN, Infinity or"
                + " -Infinity is needed",
            "mine.csv:11: the row is \"4 fields\"; 5, as many as the header has, is needed");
  }

  @Test
  void ofManyBadRowsTheFirstTwentyAreNamedAndTheOthersCounted() throws IOException {
    String csv = "a\n" + "1\nx\n".repeat(50);
    List<String> problems = problems(UNTIMED, csv);
    assertThat(problems).hasSize(21);
    assertThat(problems.get(19)).startsWith("mine.csv:41: a is \"x\"");
    assertThat(problems.get(20)).isEqualTo("mine.csv: 30 more rows are no records either");
  }

  @Test
  void goodRecordsAreHandedOnWhateverStandsBetweenThem() throws IOException {
    Path csv = folder.resolve("mixed.csv");
    Files.writeString(csv, "a\r\n1\r\n\"\r\n2\r\nx\r\n3");
    CsvFormat format =
        new CsvFormat(
            ',',
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Instant.EPOCH,
            Duration.ofSeconds(1));
    List<Record> records = new ArrayList<>();
    List<CsvRefusal> refusals = new ArrayList<>();
    CsvRecords.read(csv, "mixed.csv", format, records::add, refusals::add);
    assertThat(records).extracting(record -> record.value(0)).containsExactly(1.0, 2.0, 3.0);
    assertThat(records).extracting(Record::position).containsExactly(0L, 1L, 2L);
    assertThat(refusals).extracting(CsvRefusal::line).containsExactly(3L, 5L);
  }

  @Test
  void aCompressedFileIsReadAsItIs() throws IOException {
    Path yaml = yaml(UNTIMED, "");
    Path csv = folder.resolve("mine.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(csv))) {
      out.write("a\n1\n2\n".getBytes(StandardCharsets.UTF_8));
    }
    Files.writeString(yaml, Files.readString(yaml).replace("mine.csv", "mine.csv.gz"));
    assertThat(new Datasets(folder).open("mine").size()).isEqualTo(2);

    byte[] whole = Files.readAllBytes(csv);
    Files.write(csv, Arrays.copyOf(whole, whole.length - 12));
    assertThatThrownBy(() -> new Datasets(folder).open("mine"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("mine.csv.gz: cannot be read to its end");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,b\u00e9\\n1,2\\n | mine.csv:1: byte 4 is \"0xE9\"; UTF-8 text is needed",
        "a,b\\n1,2\\n3,\u00e94\\n | mine.csv:3: byte 11 is \"0xE9\"; UTF-8 text is needed",
        "a,b\\n1,\"\\n\u00e94\"\\n | mine.csv:3: byte 9 is \"0xE9\"; UTF-8 text is needed",
        "a,b\\n1,2\u00c3 | mine.csv:2: byte 8 is \"0xC3\"; UTF-8 text is needed",
        "\u00ff\u00fea\\n | mine.csv:1: byte 1 is \"0xFF\"; UTF-8 text (this looks like UTF-16)"
            + " is needed",
      })
  void bytesThatAreNotUtf8AreNamedByLineAndPlace(String text, String problem) throws IOException {
    byte[] latin = text.replace("\\n", "\n").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(problems(UNTIMED + "measurements: [a]\n", latin)).containsExactly(problem);
  }

  @Test
  void bytesThatAreNotUtf8AreFoundBehindManyGoodOnesAndAfterTheBadRowsBeforeThem()
      throws IOException {
    // so that a character lies across the border of what is read at once
    String names = "a," + "\u20ac".repeat(40_000) + "\n";
    String rows = "1,2\n".repeat(40_000);
    byte[] good = (names + rows + "x,2\n").getBytes(StandardCharsets.UTF_8);
    byte[] bad = Arrays.copyOf(good, good.length + 3);
    bad[good.length] = '1';
    bad[good.length + 1] = ',';
    bad[good.length + 2] = (byte) 0x80;
    assertThat(problems(UNTIMED + "measurements: [a]\n", bad))
        .containsExactly(
            "mine.csv:40002: a is \"x\"; a number such as 1.5 or -2e-3, NaN, Infinity or -Infinity"
                + " is needed",
            "mine.csv:40003: byte " + (good.length + 3) + " is \"0x80\"; UTF-8 text is needed");
  }

  @Test
  void anIdThatComesAgainIsNamedWithTheLineOfItsFirst() throws IOException {
    assertThat(
            problems(
                UNTIMED + "id: key\n",
                """
                key,a
                7,1

                -1,2
                7,1
                8,x
                +7,3
                8,4
                """))
        .containsExactly(
            "mine.csv:5: key is \"7\"; an id that stands once (it is in line 2 too) is needed",
            "mine.csv:6: a is \"x\"; a number such as 1.5 or -2e-3, NaN, Infinity or -Infinity is"
                + " needed",
            "mine.csv:7: key is \"+7\"; an id that stands once (it is in line 2 too) is needed");
  }

  @Test
  void amongManyIdsNoneIsTakenForAnother() {
    FirstLines lines = new FirstLines();
    long[] starts = {0, Long.MIN_VALUE, Long.MAX_VALUE - 300_000, 1L << 40};
    for (int round = 0; round < 2; round++) {
      for (long id = 0; id < 200_000; id++) {
        long start = starts[(int) (id & 3)];
        long first = lines.note(start + id, 1 + id + round * 1_000_000L);
        assertThat(first).isEqualTo(round == 0 ? 0 : 1 + id);
      }
    }
  }

  @Test
  void aNameWithACharacterNoDatabaseTakesIsRefused() throws IOException {
    assertThat(problems(UNTIMED, "a,b\u0000\n1,2\n"))
        .containsExactly("mine.csv:1: header is \"b\\u0000\"; a name without U+0000 is needed");
  }

  @Test
  void aColumnThatIsNotThereOrThereTwiceIsNamed() throws IOException {
    assertThat(problems(UNTIMED + "id: key\nmeasurements: [a, b]\n", "a,a,c\n1,2,3\n"))
        .containsExactly(
            "mine.csv:1: id is \"key\"; a column that stands once in the header is needed",
            "mine.csv:1: measurements is \"a\"; a column that stands once in the header is needed",
            "mine.csv:1: measurements is \"b\"; a column that stands once in the header is needed");
  }

  @Test
  void aFileWithoutRecordsOrMeasurementsIsRefused() throws IOException {
    assertThat(problems(UNTIMED, ""))
        .containsExactly("mine.csv: an empty file; a header is needed");
    assertThat(problems(UNTIMED, "a\n"))
        .containsExactly("mine.csv: no records; at least one is needed");
    assertThat(problems(UNTIMED + "id: a\n", "a\n1\n"))
        .containsExactly("mine.csv:1: header is \"a\"; a column of measurements is needed");
  }

  @Test
  void aStartBesideATimeColumnIsRefusedAndAnIntervalNeededToRepeat() throws IOException {
    assertThat(problems("time: at\nrepeat: 2\nstart: 2026-01-01\n", "at,a\n2026-01-01,1\n"))
        .containsExactly(
            "mine.yaml:5: start is \"2026-01-01\"; no start, since the times are in a column, is"
                + " needed",
            "mine.yaml:1: interval is missing; a time from 1ms to 3650d such as 500ms, 10s or 2h is"
                + " needed");
  }

  @Test
  void everySeparatorOfTheListIsTaken() throws IOException {
    for (String separator : List.of(",", ";", "|", "tab")) {
      String character = separator.equals("tab") ? "\t" : separator;
      Dataset dataset =
          open(
              UNTIMED + "separator: \"" + separator + "\"\n", "a,b\n1,2\n".replace(",", character));
      assertThat(values(dataset.record(0))).containsExactly(1, 2);
    }
  }

  @Test
  void theDefaultLocaleDoesNotMatter() throws IOException {
    String keys = "time: at\nid: key\n";
    String csv = "key,at,a\n1,2026-01-01T00:00:00.5Z,1234.5\n";
    String expected = digest(open(keys, csv));
    Locale before = Locale.getDefault();
    try {
      for (String tag : List.of("de-DE", "tr-TR", "ar-EG-u-nu-arab", "th-TH-u-ca-buddhist")) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(digest(open(keys, csv))).isEqualTo(expected);
        assertThat(problems(keys, csv.replace("1234.5", "\u0007")))
            .singleElement()
            .asString()
            .startsWith("mine.csv:2: a is \"\\u0007\"; a number such as 1.5");
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  private Dataset open(String keys, String csv) throws IOException {
    yaml(keys, csv);
    return new Datasets(folder).open("mine");
  }

  /** What is wrong, without the folder before the file names. */
  private List<String> problems(String keys, String csv) throws IOException {
    return problems(keys, csv.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> problems(String keys, byte[] csv) throws IOException {
    yaml(keys, "");
    Files.write(folder.resolve("mine.csv"), csv);
    List<String> problems = new ArrayList<>();
    assertThatThrownBy(() -> new Datasets(folder).open("mine"))
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e -> e.problems().forEach(problem -> problems.add(problem.toString())));
    String prefix = folder.getFileName() + "/";
    return problems.stream().map(problem -> problem.replace(prefix, "")).toList();
  }

  private Path yaml(String keys, String csv) throws IOException {
    Files.writeString(folder.resolve("mine.csv"), csv);
    return Files.writeString(folder.resolve("mine.yaml"), "kind: csv\nfile: mine.csv\n" + keys);
  }

  private static double[] values(Record record) {
    return IntStream.range(0, record.measurements()).mapToDouble(record::value).toArray();
  }

  private static String digest(Dataset dataset) {
    return RecordDigest.of(dataset, 0, 1, dataset.size()).hex();
  }
}
