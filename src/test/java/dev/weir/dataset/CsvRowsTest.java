package dev.weir.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvRowsTest {

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void everyLineEndIsOne(String end) throws IOException {
    List<CsvRow> rows = rows("a,b" + end + "1,2" + end + end + "3,4" + end);
    assertThat(fields(rows))
        .containsExactly(List.of("a", "b"), List.of("1", "2"), List.of("3", "4"));
    assertThat(rows).extracting(CsvRow::line).containsExactly(1L, 2L, 4L);
  }

  @Test
  void theLastLineNeedsNoEnd() throws IOException {
    assertThat(fields(rows("a,b\n1,2"))).containsExactly(List.of("a", "b"), List.of("1", "2"));
  }

  @Test
  void lineEndsAreFoundWhereverTheBufferEnds() throws IOException {
    int buffer = 1 << 16;
    for (String end : List.of("\n", "\r\n")) {
      for (int length = buffer - 4; length <= buffer + 2; length++) {
        String field = "1".repeat(length);
        assertThat(fields(rows("a" + end + field + end + "2" + end)))
            .containsExactly(List.of("a"), List.of(field), List.of("2"));
      }
    }
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstName() throws IOException {
    assertThat(fields(rows("\uFEFFa,b\n1,2\n"))).first().isEqualTo(List.of("a", "b"));
  }

  @Test
  void aQuotedFieldMayHoldLineEndsSeparatorsAndQuotes() throws IOException {
    List<CsvRow> rows = rows("a,b\n\"x\ny,\"\"z\"\"\n\",1\n3,4\n");
    assertThat(fields(rows))
        .containsExactly(List.of("a", "b"), List.of("x\ny,\"z\"\n", "1"), List.of("3", "4"));
    assertThat(rows).extracting(CsvRow::line).containsExactly(1L, 2L, 5L);
  }

  @Test
  void nothingIsNullAndAnEmptyTextInQuotesIsNot() throws IOException {
    assertThat(rows("a,b,c\n,\"\",\n").get(1).fields()).isEqualTo(Arrays.asList(null, "", null));
  }

  @Test
  void moreOrFewerFieldsThanTheHeaderAreRefused() throws IOException {
    List<CsvRow> rows = rows("a,b\n1\n1,2,3\n5,6\n");
    assertThat(rows.get(1).refusal())
        .isEqualTo(new CsvRefusal(2, "the row", "1 fields", "2, as many as the header has,"));
    assertThat(rows.get(2).refusal().found()).isEqualTo("3 fields");
    assertThat(rows.get(3).fields()).containsExactly("5", "6");
  }

  @Test
  void aQuoteThatIsNeverClosedCostsOneLineOfALargeFile() throws IOException {
    StringBuilder text = new StringBuilder("a,b\n");
    for (int line = 2; line <= 100_000; line++) {
      text.append(line == 500 ? "\"1,2\n" : "1,2\n");
    }
    Counts counts = new Counts(new StringReader(text.toString()));
    assertThat(counts.good).isEqualTo(99_999);
    assertThat(counts.refusals).singleElement().extracting(CsvRefusal::line).isEqualTo(500L);
    assertThat(counts.refusals.get(0).wanted()).contains("closing quote");
  }

  @Test
  void aQuoteClosedBySomeLaterStrayQuoteCostsTheTwoLines() throws IOException {
    List<CsvRow> rows = rows("a,b\n1,2\n\"3,4\n5,6\n7,8\"\n9,10\n");
    assertThat(rows.stream().filter(row -> row.refusal() != null).map(CsvRow::line))
        .containsExactly(3L, 5L);
    assertThat(rows.stream().filter(row -> row.refusal() == null).map(CsvRow::line))
        .containsExactly(1L, 2L, 4L, 6L);
  }

  @Test
  void textAfterAClosingQuoteIsRefused() throws IOException {
    List<CsvRow> rows = rows("a,b\n\"1\"x,2\n3,4\n");
    assertThat(rows.get(1).refusal().wanted()).contains("quotes around a whole field");
    assertThat(rows.get(2).fields()).containsExactly("3", "4");
  }

  @Test
  void manyStrayQuotesTakeTimeInProportion() throws IOException {
    StringBuilder text = new StringBuilder("a,b\n");
    for (int line = 2; line <= 20_000; line++) {
      text.append("1,\"2\n");
    }
    Counts counts = new Counts(new StringReader(text.toString()));
    assertThat(counts.good).isEqualTo(1);
    assertThat(counts.refusals).hasSize(19_999);
  }

  @Test
  void aLineWithoutEndIsRefusedAndNotHeld() throws IOException {
    int length = 100_000_000;
    Reader endless =
        new Reader() {
          private long given;

          @Override
          public int read(char[] buffer, int from, int most) {
            int count = (int) Math.min(most, length + 8L - given);
            for (int index = from; index < from + count; index++) {
              long at = given++;
              buffer[index] =
                  at < 2
                      ? "a\n".charAt((int) at)
                      : at < length ? '1' : "\n1\n2\n3\n4".charAt((int) (at - length));
            }
            return count == 0 ? -1 : count;
          }

          @Override
          public void close() {}
        };
    Counts counts = new Counts(endless);
    assertThat(counts.refusals).singleElement().extracting(CsvRefusal::line).isEqualTo(2L);
    assertThat(counts.good).isEqualTo(5);
  }

  @Test
  void anEmptyTextHasNoRow() throws IOException {
    assertThat(rows("")).isEmpty();
    assertThat(rows("\n\n\r\n")).isEmpty();
  }

  @Test
  void theSeparatorIsTheOneGiven() throws IOException {
    CsvRows rows = new CsvRows(new StringReader("a;b\n1,5;2\n"), ';');
    rows.next();
    assertThat(rows.next().fields()).containsExactly("1,5", "2");
  }

  private static List<CsvRow> rows(String text) throws IOException {
    CsvRows reading = new CsvRows(new StringReader(text), ',');
    List<CsvRow> rows = new ArrayList<>();
    for (CsvRow row = reading.next(); row != null; row = reading.next()) {
      rows.add(row);
    }
    return rows;
  }

  private static List<List<String>> fields(List<CsvRow> rows) {
    return rows.stream().map(CsvRow::fields).toList();
  }

  /** Counts rows without holding them. */
  private static final class Counts {
    private final List<CsvRefusal> refusals = new ArrayList<>();
    private long good;

    Counts(Reader text) throws IOException {
      CsvRows rows = new CsvRows(text, ',');
      for (CsvRow row = rows.next(); row != null; row = rows.next()) {
        if (row.refusal() == null) {
          good++;
        } else {
          refusals.add(row.refusal());
        }
      }
    }
  }
}
