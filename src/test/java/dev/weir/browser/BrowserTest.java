package dev.weir.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebDriverException;

/** The checks of pages must be able to fail. */
class BrowserTest {
  @TempDir private static Path folder;
  private static Browser browser;

  @BeforeAll
  static void start() {
    browser = Browser.start();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void anErrorOfAScriptIsOnTheConsole() throws IOException {
    browser.open(page("<script>nothing.there()</script>"));
    assertThat(browser.consoleMessages()).anyMatch(m -> m.contains("nothing is not defined"));
    browser.open(page("<p>quiet</p>"));
    assertThat(browser.consoleMessages()).isEmpty();
  }

  @Test
  void whatAPageFetchesIsSeenAndNotReached() throws IOException {
    browser.open(page("<img src='http://weir.invalid/picture.png'>"));
    assertThat(browser.requests()).contains("http://weir.invalid/picture.png");
    assertThat(browser.consoleMessages()).anyMatch(m -> m.contains("ERR_PROXY_CONNECTION_FAILED"));
    assertThatThrownBy(() -> browser.open(URI.create("http://weir.invalid/")))
        .isInstanceOf(WebDriverException.class);
  }

  @Test
  void widthAndAppearanceAreThoseAskedFor() throws IOException {
    browser.size(390, 844).appearance(Browser.Appearance.DARK);
    browser.open(page("<div style='width: 400px'>wide</div>"));
    assertThat(browser.script("return document.documentElement.clientWidth")).isEqualTo(390L);
    assertThat(browser.script("return matchMedia('(prefers-color-scheme: dark)').matches"))
        .isEqualTo(true);
    assertThat(browser.scrollsSideways()).isTrue();
    browser.open(page("<div style='width: 100px'>narrow</div>"));
    assertThat(browser.scrollsSideways()).isFalse();
  }

  private static URI page(String body) throws IOException {
    String head = "<!doctype html><meta name=viewport content='width=device-width'>";
    return Files.writeString(folder.resolve("page.html"), head + body).toUri();
  }
}
