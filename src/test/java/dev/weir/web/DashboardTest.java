package dev.weir.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.browser.Browser;
import dev.weir.browser.Browser.Appearance;
import dev.weir.camel.Management;
import dev.weir.camel.Pipeline;
import dev.weir.config.TestHome;
import dev.weir.postgres.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/**
 * The page in a browser, before the server it has in earnest and a service that does what the test
 * says.
 */
class DashboardTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final DatabaseAddress NOT_ASKED =
      DatabaseAddress.parse("postgresql://nobody@127.0.0.1:9/none", Map.of());

  @TempDir private static Path folder;
  private static TestHome home;
  private static Browser browser;
  private static DashboardPage page;

  private ScriptedSource source;
  private Pipeline pipeline;
  private WebServer web;

  @BeforeAll
  static void openBrowser() throws IOException {
    browser = Browser.start();
    home = TestHome.in(folder.resolve("home"), Map.of());
    page = new DashboardPage(browser, home.port());
  }

  @AfterAll
  static void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void serve() {
    source = new ScriptedSource("narrow-copy-1000");
    serveAgain();
    browser.size(1280, 900).appearance(Appearance.LIGHT);
  }

  private void serveAgain() {
    pipeline = new Pipeline(home.home(), NOT_ASKED, Management.ON);
    web = WebServer.start(pipeline, source);
  }

  @AfterEach
  void stop() {
    browser.driver().get("about:blank");
    stopServing();
  }

  private void stopServing() {
    web.close();
    pipeline.close();
  }

  private void open() {
    source.tick(240);
    page.open();
    awaitText("#chart-records .latest", "records/s");
    awaitText("#health", "All is well");
    awaitText("#periods tbody", "no. 1");
  }

  private String text(String selector) {
    return page.text(selector);
  }

  private void awaitText(String selector, String part) {
    page.awaitText(selector, part);
  }

  private String picture(String chart) {
    return page.picture(chart);
  }

  private void assertQuiet() {
    page.assertQuiet();
  }

  @Test
  void everyChartMovesWithTheSamplesAndSaysItsLatestInWords() {
    open();
    List<String> charts = DashboardPage.CHARTS;
    List<String> before = charts.stream().map(this::picture).toList();
    String words = text("#chart-records .latest");
    source.tick(3);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(text("#chart-records .latest")).isNotEqualTo(words);
              for (int i = 0; i < before.size(); i++) {
                assertThat(picture(charts.get(i)).equals(before.get(i)))
                    .as(charts.get(i) + " as it was")
                    .isFalse();
              }
            });
    assertThat(text("#chart-wal .latest")).contains("full-page images").contains("timed");
    assertThat(text("#chart-waits .latest")).startsWith("computing 55 %");
    assertQuiet();
  }

  @Test
  void aSwapAppearsAsAnotherStrategyAndAsAPeriodWithItsRatio() {
    open();
    source.swap("wide-copy-1000");
    source.tick(30);
    awaitText("#strategies h3", "wide-copy-1000");
    awaitText("#periods tbody", "no. 2, wide");
    awaitText("#chart-records .latest", "wide-copy-1000: ");
    assertThat(text("#strategies h3")).doesNotContain("narrow-copy-1000");
    assertThat(text("#periods tbody tr:first-child")).contains("910 B").contains("running");
    assertThat(text("#periods tbody tr:last-child")).contains("11.6 kB").contains("× 12.7");
    assertQuiet();
    looks("swapped");
    looks("swapped", 1280, Appearance.DARK);
    looks("swapped", 390, Appearance.LIGHT);
  }

  @Test
  void theServersDeathAndReturnShowInPlainWords() {
    open();
    source.server(false);
    source.tick(30);
    awaitText("#health", "PostgreSQL does not answer");
    awaitText("#server-line", "away since");
    awaitText("#chart-records .latest", "does not answer");
    awaitText("#strategies", "Connection refused");
    assertThat(browser.driver().getTitle()).startsWith("Waiting");
    looks("server-away");
    source.server(true);
    source.tick(5);
    awaitText("#health", "All is well");
    awaitText("#chart-records .latest", "records/s");
    assertThat(text("#server-line")).doesNotContain("away");
    assertThat(browser.driver().getTitle()).isEqualTo("Weir");
    assertQuiet();
  }

  @Test
  void aBadRouteFileIsAnAlertUntilItIsMended() {
    open();
    source.badFile(
        "wide.camel.yaml", "wide.camel.yaml: batchSize is \"<b>10k\"; a number is needed");
    awaitText("#swap-errors", "batchSize is \"<b>10k\"");
    assertThat(text("#swap-errors")).contains("narrow-copy-1000 goes on");
    awaitText("#health", "Somebody should look");
    looks("bad-file");
    source.mended();
    await().atMost(PATIENCE).until(() -> text("#swap-errors").isEmpty());
    assertQuiet();
  }

  @Test
  void whenWeirItselfIsGoneThePageSaysSoAndComesBackByItself() {
    open();
    stopServing();
    awaitText("#health", "Weir itself does not answer");
    serveAgain();
    source.tick(3);
    awaitText("#health", "All is well");
    String words = text("#chart-records .latest");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              source.tick();
              assertThat(text("#chart-records .latest")).isNotEqualTo(words);
            });
  }

  @Test
  void theKeyboardReachesAllThatCanBeDoneAndEveryPictureHasWords() {
    open();
    Actions keys = new Actions(browser.driver());
    StringBuilder reached = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      keys.sendKeys(Keys.TAB).perform();
      WebElement at = browser.driver().switchTo().activeElement();
      reached.append(at.getTagName()).append(' ').append(at.getText()).append('\n');
    }
    assertThat(reached.toString())
        .contains("a Skip to the figures", "input", "button Hold still", "div");
    assertThat(
            browser.script(
                "return [...document.querySelectorAll('[role=img], canvas')].filter(e => e.tagName"
                    + " !== 'CANVAS' ? !e.ariaLabel : !e.closest('[aria-label]')).length"))
        .isEqualTo(0L);
    browser.driver().findElement(By.id("pause")).sendKeys(Keys.SPACE);
    String held = text("#chart-records .latest");
    source.tick(5);
    browser.driver().findElement(By.id("pause")).sendKeys(Keys.SPACE);
    awaitText("#pause", "Hold still");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(text("#chart-records .latest")).isNotEqualTo(held));
    assertQuiet();
  }

  private void looks(String name) {
    page.looks(name);
  }

  private void looks(String name, int width, Appearance appearance) {
    page.looks(name, width, appearance);
  }
}
