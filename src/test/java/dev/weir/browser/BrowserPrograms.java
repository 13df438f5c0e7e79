package dev.weir.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Chromium and the program that drives it, as installed on this machine; nothing is downloaded. */
record BrowserPrograms(Path browser, Path driver) {
  private static final String REQUIRED = "BROWSER_REQUIRED";

  private static final String MISSING =
      "no chromium and chromedriver on the path (Debian: apt-get install chromium chromium-driver)";

  /** Skips the test where they are missing, or fails it where they are required. */
  static BrowserPrograms found() {
    Optional<Path> browser =
        onPath(List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"));
    Optional<Path> driver = onPath(List.of("chromedriver"));
    if (browser.isEmpty() || driver.isEmpty()) {
      if (isRequired()) {
        Assertions.fail(MISSING + ", and " + REQUIRED + " is true");
      }
      Assumptions.abort(MISSING);
    }
    return new BrowserPrograms(browser.orElseThrow(), driver.orElseThrow());
  }

  private static boolean isRequired() {
    return Boolean.parseBoolean(System.getenv(REQUIRED)) || Boolean.getBoolean(REQUIRED);
  }

  private static Optional<Path> onPath(List<String> names) {
    List<String> folders = List.of(System.getenv("PATH").split(File.pathSeparator));
    return names.stream()
        .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
