package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.dataset.Record;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterTest {
  private static final double[] ODD = {
    0.0,
    -0.0,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    0.1,
    1e21,
    -1.0 / 3,
    0
  };

  @TempDir Path folder;

  private static Record odd(long micros) {
    return new Record(
        7, Long.MIN_VALUE, micros, Integer.MIN_VALUE, ODD.clone(), new long[] {1 << 10});
  }

  private static DeadLetter letter(Record record, String message) {
    Failure failure = Failure.badRecord(message);
    return DeadLetter.of(Scene.KEY, 3, new Refusal(record, failure), FakeTime.START);
  }

  @Test
  void everyBitOfARecordComesBack() {
    for (long micros :
        new long[] {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, -62_135_596_800_000_000L}) {
      Record back = letter(odd(micros), "why").record().orElseThrow();

      assertThat(back.position()).isEqualTo(7);
      assertThat(back.id()).isEqualTo(Long.MIN_VALUE);
      assertThat(back.recordedAtMicros()).isEqualTo(micros);
      assertThat(back.series()).isEqualTo(Integer.MIN_VALUE);
      assertThat(back.measurements()).isEqualTo(ODD.length);
      for (int i = 0; i < ODD.length; i++) {
        assertThat(back.isNull(i)).isEqualTo(i == 10);
        assertThat(i == 10 || back.bits(i) == Double.doubleToLongBits(ODD[i])).isTrue();
      }
    }
  }

  @Test
  void aRecordIsReadableJson() {
    Record record =
        new Record(1, 5, 1_500_000, 9, new double[] {1.5, Double.NaN, -0.0, 0}, new long[] {8});

    assertThat(letter(record, "why").json())
        .isEqualTo(
            "{\"id\":5,\"recorded_at\":\"1970-01-01T00:00:01.500Z\",\"series\":9,"
                + "\"measurements\":[1.5,\"NaN\",\"-0\",null]}");
  }

  /** Case 31. */
  @Test
  void textThatPostgresqlDoesNotTakeIsWrittenOut() {
    DeadLetter letter =
        DeadLetter.ofText(
            Scene.KEY, 0, 1, "a\0b\\c\ud800d", "series \0 in line 3 \udc00", FakeTime.START);

    assertThat(letter.json()).isEqualTo("{\"escaped\":\"a\\\\u0000b\\\\\\\\c\\\\ud800d\"}");
    assertThat(letter.message()).isEqualTo("series \\u0000 in line 3 \\udc00");
    assertThat(letter.record()).isEmpty();
    assertThat(DeadLetter.ofText(Scene.KEY, 0, 1, "a\\b\ud83d\ude00", "why", FakeTime.START).json())
        .isEqualTo("{\"text\":\"a\\\\b\ud83d\ude00\"}");
  }

  @Test
  void theFileGivesBackWhatWasPutIntoIt() throws Exception {
    DeadLetterFile file = new DeadLetterFile(folder.resolve("new"));
    assertThat(file.read()).isEmpty();
    DeadLetter one = letter(odd(5), "first\nline");
    DeadLetter two = DeadLetter.ofText(Scene.KEY, 0, 9, "?", "no record", Instant.EPOCH);
    file.append(List.of(one));
    file.append(List.of(two));

    assertThat(file.read()).containsExactly(one, two);
    assertThat(Files.readAllLines(file.path())).hasSize(2);
  }

  @Test
  void aLineCutShortByACrashIsNotContinuedByTheNext() throws Exception {
    DeadLetterFile file = new DeadLetterFile(folder);
    DeadLetter letter = letter(odd(5), "why");
    file.append(List.of(letter));
    Files.writeString(file.path(), "{\"strategy\":\"te", StandardOpenOption.APPEND);
    file.append(List.of(letter));

    assertThat(file.read()).containsExactly(letter, letter);
  }

  @Test
  void whatIsNoRecordIsToldFromARecord() {
    DeadLetter broken =
        new DeadLetter(1, Scene.KEY, 0, 1, "22000", "why", "{\"id\":\"x\"}", Instant.EPOCH);

    assertThatThrownBy(broken::record)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no id");
  }
}
