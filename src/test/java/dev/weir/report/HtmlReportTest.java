package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Results;
import dev.weir.compare.RunResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
  private static final int MEGABYTE = 1_000_000;

  /** What would run, or end an element, wherever it is left as it stands. */
  private static final String HOSTILE =
      "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"' &amp; {{data}} $1 <!--";

  private static String html(ComparisonResult result) {
    return new HtmlReport().render(result, Optional.of(Pages.environment()));
  }

  private static JsonNode data(String html) throws Exception {
    Matcher data =
        Pattern.compile("<script type=\"application/json\" id=\"results\">(.*?)</script>")
            .matcher(html);
    assertThat(data.find()).isTrue();
    return new ObjectMapper().readTree(data.group(1));
  }

  @Test
  void theAnswersAndTheFiguresAreInThePageItself() {
    assertThat(html(Pages.small()))
        .contains("wide-copy-1000 loads fastest: 43,100 records/s, 5.4 times (5.2 to 5.6) as fast")
        .contains("Wide or narrow?")
        .contains("12.8\u00d7")
        .contains("seed 42")
        .contains("shared_buffers");
  }

  @Test
  void aSectionIsThereOnlyWithItsFigures() {
    assertThat(html(Pages.small()))
        .contains("id=\"disk\"")
        .doesNotContain("id=\"seconds\"", "id=\"waits\"", "id=\"sweeps\"", "id=\"rate\"");
    assertThat(Pages.full(Pages.small()))
        .contains("id=\"seconds\"", "id=\"waits\"", "id=\"sweeps\"", "id=\"rate\"")
        .contains("narrow-copy is better up to batchSize 3, wide-copy from 4 on.")
        .contains("Use wide-copy-1000. It takes the least CPU of those that held.")
        .contains("failed: the server went away");
  }

  @Test
  void namesAndNotesNeverBecomeHtmlOrScript() throws Exception {
    RunResult spoilt = Results.run(HOSTILE, 2, 80, 900, 900);
    ComparisonResult result =
        new Results()
            .with(Results.strategy(HOSTILE), Results.DURABLE)
            .with(Results.strategy("tame"), Results.DURABLE)
            .runs(HOSTILE, 870, 890, 90, 91, 92)
            .runs("tame", 870, 890, 10, 11, 12)
            .run(Pages.spoilt(spoilt, HOSTILE))
            .result();
    String html = html(result);
    assertThat(Pattern.compile("<script").matcher(html).results().count()).isEqualTo(4);
    assertThat(html).doesNotContain("<img src=x").doesNotContain("alert(1)</script>");
    assertThat(html).contains("&lt;script&gt;alert(1)");
    assertThat(data(html).at("/strategies/0").asText()).isEqualTo(HOSTILE);
  }

  @Test
  void aComparisonThatWasInterruptedIsMarkedIncomplete() {
    ComparisonResult whole = Pages.small();
    assertThat(html(whole)).doesNotContain("INCOMPLETE");
    assertThat(html(Pages.interrupted(whole, 12)))
        .contains("INCOMPLETE: 9 of 12 runs were done; the figures are of those.");
  }

  @Test
  void aComparisonWithoutAnyRunIsAPageToo() {
    ComparisonResult none =
        Pages.interrupted(new Results().with(Results.strategy("a"), Results.DURABLE).result(), 3);
    assertThat(html(none)).contains("INCOMPLETE: 0 of 3", "No run was finished that counts");
  }

  @Test
  void whatDoesNotCountIsListedWithTheReason() {
    ComparisonResult result =
        new Results()
            .with(Results.strategy("a"), Results.DURABLE)
            .runs("a", 870, 890, 90, 91)
            .run(Pages.spoilt(Results.run("a", 3, 92, 870, 890), "another session wrote"))
            .result();
    assertThat(html(result)).contains("What does not count, and why", "another session wrote");
  }

  @Test
  void fortyStrategiesInFiveRoundsStaySmall() throws Exception {
    String html = Pages.full(Pages.large(40, 5));
    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(5 * MEGABYTE);
    assertThat(data(html).path("runs")).hasSize(200);
    assertThat(data(html).at("/runs/0/perSecond/records")).hasSize(20);
  }

  @Test
  void figuresOfTheChartsAreShortAndStillTheFigures() throws Exception {
    ComparisonResult result =
        new Results()
            .with(Results.strategy("a"), Results.DURABLE)
            .runs("a", 870.123456789, 890, 1234567.89123)
            .result();
    JsonNode run = data(html(result)).at("/runs/0");
    assertThat(
            List.of(run.path("walBytesPerRecord").asText(), run.path("recordsPerSecond").asText()))
        .containsExactly("870.123", "1234570");
  }

  @Test
  void theRunsOfTheStrategyThatRanTwiceAreDrawnAsASecondSetOfIt() throws Exception {
    ComparisonResult result =
        new Results()
            .with(Results.strategy("a"), Results.DURABLE)
            .runs("a", 870, 890, 90, 91)
            .runs("a(copy)", 870, 890, 92)
            .resultWithCopyOf("a");
    assertThat(html(result)).contains("A triangle is a run of a under its second name");
    JsonNode runs = data(html(result)).path("runs");
    assertThat(runs.findValuesAsText("strategy")).containsExactly("0", "0", "0");
    assertThat(runs.findValuesAsText("copy")).containsExactly("true");
  }
}
