package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.browser.Browser;
import dev.weir.browser.Browser.Appearance;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Results;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlReportInBrowserTest {
  private static final String UNDRAWN =
      """
      return [...document.querySelectorAll('figure[data-chart]')]
          .filter(figure => figure.querySelectorAll('.plot svg path').length < 2)
          .map(figure => figure.dataset.chart + ' ' + figure.querySelector('figcaption').textContent)
      """;

  @TempDir private static Path folder;
  private static Browser browser;

  @BeforeAll
  static void start() {
    browser = Browser.start().offline();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  private static URI open(String html) {
    try {
      URI page = Files.writeString(folder.resolve("report.html"), html).toUri();
      browser.open(page);
      return page;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Charts are drawn as they come into sight: the sight is made as high as the page. */
  private static List<?> undrawn(int width) {
    Number height = (Number) browser.script("return document.documentElement.scrollHeight");
    browser.size(width, height.intValue() + 100);
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                browser.script(
                    "return !document.querySelector('figure[data-chart]:not([data-drawn])')"),
            Boolean.TRUE::equals);
    return (List<?>) browser.script(UNDRAWN);
  }

  @ParameterizedTest
  @CsvSource({"1280, LIGHT", "1280, DARK", "390, LIGHT", "390, DARK"})
  void everyChartIsDrawnOfflineAtAnyWidthInLightAndDark(int width, Appearance appearance) {
    browser.size(width, 900).appearance(appearance);
    URI page = open(Pages.full(Pages.small()));
    assertThat(undrawn(width)).isEmpty();
    assertThat(browser.script("return document.querySelectorAll('.plot svg').length"))
        .isEqualTo(23L);
    assertThat((String) browser.script("return document.body.innerText"))
        .contains("wide-copy-1000 loads fastest: 43,100 records/s");
    assertThat(browser.scrollsSideways()).isFalse();
    assertThat(browser.consoleMessages()).isEmpty();
    assertThat(browser.requests()).containsExactly(page.toString());
  }

  @Test
  void aHostileNameIsTextInChartsToo() {
    String hostile = "</script><img src=x onerror=alert(1)>{a|b}<b>\"'";
    ComparisonResult result =
        new Results()
            .with(Results.strategy(hostile), Results.DURABLE)
            .with(Results.strategy("tame"), Results.DURABLE)
            .runs(hostile, 870, 890, 90, 91, 92)
            .runs("tame", 870, 890, 10, 11, 12)
            .result();
    browser.size(390, 900).appearance(Appearance.LIGHT);
    open(Pages.full(result));
    assertThat(undrawn(390)).isEmpty();
    assertThat((String) browser.script("return document.querySelector('.plot svg').textContent"))
        .contains(hostile);
    assertThat(browser.script("return document.images.length")).isEqualTo(0L);
    assertThat(browser.scrollsSideways()).isFalse();
    assertThat(browser.consoleMessages()).isEmpty();
  }

  @Test
  void aScriptThatIsNotOfThePageDoesNotRun() {
    open(Pages.full(Pages.small()).replace("</body>", "<script>window.run = 1</script></body>"));
    assertThat(browser.script("return window.run")).isNull();
    assertThat(browser.consoleMessages()).anyMatch(m -> m.contains("Content Security Policy"));
  }

  @Test
  void aPageThatIsPrintedHasEveryChart() {
    browser.size(1280, 600).appearance(Appearance.DARK);
    open(Pages.full(Pages.small()));
    browser.script("window.dispatchEvent(new Event('beforeprint'))");
    assertThat((List<?>) browser.script(UNDRAWN)).isEmpty();
  }

  @Test
  void fortyStrategiesInFiveRoundsAreDrawn() {
    browser.size(1280, 900).appearance(Appearance.LIGHT);
    open(Pages.full(Pages.large(40, 5)));
    assertThat(undrawn(1280)).isEmpty();
    assertThat(browser.consoleMessages()).isEmpty();
  }

  @Test
  void twoComparisonsAreDrawnSideBySide() {
    ComparisonResult slower =
        new Results()
            .with(Results.strategy("wide-copy-1000"), Results.DURABLE)
            .with(Results.strategy("only-here"), Results.DURABLE)
            .runs("wide-copy-1000", 870, 890, 21_000, 21_500, 22_000)
            .runs("only-here", 870, 890, 1, 2, 3)
            .result();
    SideBySide both =
        new SideBySide(
            new SideBySide.Side("before", Pages.small(), Optional.of(Pages.environment())),
            new SideBySide.Side("after", slower, Optional.empty()));
    browser.size(390, 900).appearance(Appearance.LIGHT);
    open(new HtmlSideBySide(both).page());
    assertThat(undrawn(390)).isEmpty();
    assertThat((String) browser.script("return document.body.innerText"))
        .contains("A: before", "B: after", "environment.json is missing", "A better")
        .contains("In one of the two only: narrow-copy-1000, wide-insert-1, only-here.");
    assertThat((String) browser.script("return document.querySelector('.plot svg').textContent"))
        .contains("wide-copy-1000 (A)", "wide-copy-1000 (B)")
        .doesNotContain("only-here");
    assertThat(browser.scrollsSideways()).isFalse();
    assertThat(browser.consoleMessages()).isEmpty();
  }

  @Test
  void anUnfinishedComparisonIsAPageWithoutErrors() {
    open(
        new HtmlReport()
            .render(
                Pages.interrupted(
                    new Results().with(Results.strategy("a"), Results.DURABLE).result(), 3),
                Optional.empty()));
    assertThat((String) browser.script("return document.body.innerText")).contains("INCOMPLETE");
    assertThat(browser.consoleMessages()).isEmpty();
  }
}
