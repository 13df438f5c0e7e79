package dev.weir.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.browser.Browser;
import dev.weir.browser.Browser.Appearance;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The dashboard in a browser, as a test reads it. Pictures are kept in target/dashboard for people
 * to look at.
 */
public final class DashboardPage {
  /** The six charts, by their ids. */
  public static final List<String> CHARTS =
      List.of(
          "chart-records",
          "chart-wal",
          "chart-latency",
          "chart-waits",
          "chart-sizes",
          "chart-flight");

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Browser browser;
  private final String address;

  public DashboardPage(Browser browser, int port) {
    this.browser = browser;
    this.address = "http://127.0.0.1:" + port + "/";
  }

  public void open() {
    browser.open(URI.create(address));
  }

  /** All text of the elements a selector finds. */
  public String text(String selector) {
    return (String)
        browser.script(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent).join('\\n')",
            selector);
  }

  public void awaitText(String selector, String part) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(text(selector)).as(selector).contains(part));
  }

  /** What a chart looks like now. */
  public String picture(String chart) {
    return (String)
        browser.script(
            "return document.querySelector(arguments[0] + ' canvas').toDataURL()", "#" + chart);
  }

  /** The console was told nothing, and nothing was asked for elsewhere. */
  public void assertQuiet() {
    assertThat(browser.consoleMessages()).isEmpty();
    assertThat(browser.requests()).isNotEmpty().allMatch(asked -> asked.startsWith(address));
  }

  /** Nothing is cut off, whatever the width and the colours; and pictures for people. */
  public void looks(String name) {
    looks(name, 1280, Appearance.LIGHT);
    looks(name, 390, Appearance.DARK);
    browser.size(1280, 900).appearance(Appearance.LIGHT);
  }

  public void looks(String name, int width, Appearance appearance) {
    browser.size(width, 844).appearance(appearance);
    // charts take their new width when the browser comes to it
    await(name + " at " + width + " fits").until(() -> !browser.scrollsSideways());
    browser.screenshot(
        Path.of("target", "dashboard", name + "-" + width + "-" + appearance + ".png"));
  }
}
