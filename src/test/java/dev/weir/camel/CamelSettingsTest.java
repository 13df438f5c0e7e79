package dev.weir.camel;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.ConfigurationException;
import dev.weir.config.ServiceSettings;
import dev.weir.config.TestHome;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told of Camel's keys before anything is started. */
class CamelSettingsTest {
  @TempDir private Path folder;

  private void check(Map<String, String> keys, Map<String, String> environment) throws Exception {
    TestHome home = TestHome.in(Files.createTempDirectory(folder, "home"), keys);
    CamelSettings.check(home.home(), ServiceSettings.of(home.home(), environment), Management.ON);
  }

  @Test
  void whatWeirBringsIsTakenAndLeavesThePortsFree() {
    assertThatCode(() -> check(Map.of(), Map.of())).doesNotThrowAnyException();
    assertThatCode(() -> check(Map.of(), Map.of("CAMEL_MAIN_SHUTDOWN_TIMEOUT", "60")))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "camel.main.shutdown-timeout | abc | shutdown-timeout is \"abc\"; a whole number from 1 to",
        "camel.main.shutdown-timeout | 300s | shutdown-timeout is \"300s\"; a whole number from 1 to",
        "camel.main.duration-max-seconds | soon | duration-max-seconds is \"soon\"; a whole number,",
        "camel.main.jmx-enabled | maybe | camel.main.jmx-enabled is \"maybe\"; true or false is",
        "camel.management.metrics-enabled | ja | metrics-enabled is \"ja\"; true or false is needed",
        "camel.main.nam | x | camel.main.nam is \"x\"; a key Camel knows is needed",
        "camel.main.startup-summary-level | Loud | one of Verbose, Default, Brief, Oneline, Off",
        "camel.main.routes-compile-directory | {{none}} | settings that Camel can start with are",
        "camel.main.shutdownTimeout | 5 | is \"5\"; no other spelling of camel.main.shutdown-timeout",
      })
  void aKeyCamelDoesNotTakeIsNamedAsTheFileHasIt(String key, String value, String told) {
    assertThatThrownBy(() -> check(Map.of(key, value), Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("config/application.properties: ")
        .hasMessageContaining(told);
  }

  @Test
  void aValueOfTheEnvironmentIsToldAsItsOwn() {
    assertThatThrownBy(() -> check(Map.of(), Map.of("CAMEL_MAIN_SHUTDOWN_TIMEOUT", "abc")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage( // once, not by Camel too
            "environment variable CAMEL_MAIN_SHUTDOWN_TIMEOUT: camel.main.shutdown-timeout is"
                + " \"abc\"; a whole number from 1 to 1000000 is needed");
  }

  @Test
  void portsThatAreTakenAreToldWithTheKeyThatIsWrong() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String taken = "" + other.getLocalPort();
      assertThatThrownBy(
              () ->
                  check(
                      Map.of(
                          "weir.http.port",
                          taken,
                          "camel.management.port",
                          taken,
                          "camel.main.nam",
                          "x"),
                      Map.of()))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("camel.management.port is \"" + taken + "\"; a port that is free")
          .hasMessageContaining("weir.http.port is \"" + taken + "\"; a port that is free")
          .hasMessageContaining("camel.main.nam is \"x\"");
    }
  }
}
