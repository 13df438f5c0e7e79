package dev.weir.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.json.Json;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A headless Chromium of its own, with an empty profile, that reaches files and this machine's
 * loopback and nothing else. What the console said and what was asked for is kept, so that a page
 * that fails quietly, or fetches something, is found out.
 *
 * <p>Starting one takes about a second: a test class shares it.
 */
public final class Browser implements AutoCloseable {
  /** Nothing listens there. Chromium never sends loopback addresses through a proxy. */
  private static final String NOWHERE = "127.0.0.1:9";

  /** Selenium looks nowhere else, and so downloads nothing, where this is set. */
  private static final String DRIVER_PROGRAM = "webdriver.chrome.driver";

  /** Selenium warns that it knows no classes for this Chromium's protocol; none are used. */
  private static final Logger PROTOCOL_CLASSES = Logger.getLogger("org.openqa.selenium.devtools");

  static {
    PROTOCOL_CLASSES.setLevel(Level.OFF);
  }

  private final ChromeDriver driver;
  private final Path profile;
  private int width;

  private Browser(ChromeDriver driver, Path profile) {
    this.driver = driver;
    this.profile = profile;
  }

  /** What the reader prefers. */
  public enum Appearance {
    LIGHT,
    DARK
  }

  /**
   * Starts one. Where no Chromium is installed the test that asks is skipped, or fails if {@code
   * BROWSER_REQUIRED} says that it must be there.
   */
  public static Browser start() {
    BrowserPrograms programs = BrowserPrograms.found();
    Path profile = emptyFolder();
    LoggingPreferences kept = new LoggingPreferences();
    kept.enable(LogType.BROWSER, Level.ALL);
    kept.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(programs.browser().toFile());
    options.setCapability("goog:loggingPrefs", kept);
    options.addArguments(
        "--headless=new",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--proxy-server=" + NOWHERE,
        "--user-data-dir=" + profile);
    if ("root".equals(System.getProperty("user.name"))) {
      // Chromium's sandbox refuses to be started by root, as in a container.
      options.addArguments("--no-sandbox");
    }
    System.setProperty(DRIVER_PROGRAM, programs.driver().toString());
    return new Browser(new ChromeDriver(options), profile).size(1280, 900);
  }

  /** The driver, for what is not below. */
  public ChromeDriver driver() {
    return driver;
  }

  /**
   * Sets the size of the page in CSS pixels; below 500 a window would not do. A narrow one behaves
   * as a phone.
   */
  public Browser size(int width, int height) {
    this.width = width;
    cdp(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    return this;
  }

  /** Sets what the page is told of the reader's preference. */
  public Browser appearance(Appearance appearance) {
    String value = appearance == Appearance.DARK ? "dark" : "light";
    cdp(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", value))));
    return this;
  }

  /** Takes the network away altogether, loopback included; files can still be opened. */
  public Browser offline() {
    cdp("Network.enable", Map.of());
    cdp(
        "Network.emulateNetworkConditions",
        Map.of("offline", true, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    return this;
  }

  /** Opens a page and waits until it is loaded; what an earlier page left is forgotten. */
  public void open(URI page) {
    consoleMessages();
    requests();
    driver.get(page.toString());
  }

  /** Runs a script's text as the body of a function, and gives what it returns. */
  public Object script(String text, Object... arguments) {
    return driver.executeScript(text, arguments);
  }

  /** What the console was told since it was asked last, whatever the level; errors included. */
  public List<String> consoleMessages() {
    return log(LogType.BROWSER).stream()
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  /** The addresses asked for since it was asked last; those within the page (data:) are not. */
  public List<String> requests() {
    List<String> addresses = new ArrayList<>();
    Json json = new Json();
    for (LogEntry entry : log(LogType.PERFORMANCE)) {
      Map<String, Object> event = json.toType(entry.getMessage(), Json.MAP_TYPE);
      if (event.get("message") instanceof Map<?, ?> message
          && "Network.requestWillBeSent".equals(message.get("method"))
          && message.get("params") instanceof Map<?, ?> params
          && params.get("request") instanceof Map<?, ?> request) {
        String address = String.valueOf(request.get("url"));
        if (!address.startsWith("data:")) {
          addresses.add(address);
        }
      }
    }
    return addresses;
  }

  /** Whether some of the page is beyond its right edge, so that all of it has to be moved. */
  public boolean scrollsSideways() {
    return Boolean.TRUE.equals(
        script(
            "const page = document.documentElement; return page.scrollWidth > page.clientWidth"));
  }

  /** Writes the whole page, not only what is in sight, as a PNG. */
  public void screenshot(Path file) {
    Number height = (Number) script("return document.documentElement.scrollHeight");
    size(width, height.intValue());
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
    delete(profile);
  }

  private void cdp(String command, Map<String, Object> parameters) {
    driver.executeCdpCommand(command, parameters);
  }

  private List<LogEntry> log(String type) {
    return driver.manage().logs().get(type).getAll();
  }

  private static Path emptyFolder() {
    try {
      return Files.createTempDirectory("weir-browser-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // Chromium may still be removing its own locks; the folder is the system's to clear.
    }
  }
}
