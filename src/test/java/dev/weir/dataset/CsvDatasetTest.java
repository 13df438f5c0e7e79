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

class CsvDatasetTest extends CsvFolder {

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

  private static double[] values(Record record) {
    return IntStream.range(0, record.measurements()).mapToDouble(record::value).toArray();
  }

  private static String digest(Dataset dataset) {
    return RecordDigest.of(dataset, 0, 1, dataset.size()).hex();
  }
}
