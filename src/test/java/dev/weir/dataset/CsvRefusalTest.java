package dev.weir.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are no datasets: each thing wrong is told with its place. */
class CsvRefusalTest extends CsvFolder {

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
}
