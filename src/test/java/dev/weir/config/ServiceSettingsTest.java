package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the file and the environment set, and what is wrong with it. */
class ServiceSettingsTest {
  @TempDir private Path folder;

  private ServiceSettings read(String file, Map<String, String> environment) throws IOException {
    Files.createDirectories(folder.resolve("config"));
    Files.writeString(folder.resolve("config").resolve(ServiceSettings.FILE), file);
    return ServiceSettings.of(new Home(folder), environment);
  }

  @Test
  void whatIsNotSetHasItsDefault() throws IOException {
    ServiceSettings settings = read("", Map.of());
    assertThat(settings.get(ServiceSetting.HTTP_ADDRESS)).isEqualTo("127.0.0.1");
    assertThat(settings.number(ServiceSetting.HTTP_PORT)).isEqualTo(8080);
    assertThat(settings.time(ServiceSetting.SAMPLE_PERIOD)).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.token()).isEmpty();
  }

  @Test
  void everyKeyCanBeSet() throws IOException {
    ServiceSettings settings =
        read(
            """
            weir.http.address = ::1
            weir.http.port = 18080
            weir.http.token = 0123456789abcdef
            weir.sample.period = 500ms
            """,
            Map.of());
    assertThat(settings.get(ServiceSetting.HTTP_ADDRESS)).isEqualTo("::1");
    assertThat(settings.number(ServiceSetting.HTTP_PORT)).isEqualTo(18_080);
    assertThat(settings.token()).contains("0123456789abcdef");
    assertThat(settings.time(ServiceSetting.SAMPLE_PERIOD)).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void theEnvironmentHasTheLastWordOnWeirsKeysAndOnCamels() throws IOException {
    ServiceSettings settings =
        read(
            "weir.http.port = 1\ncamel.management.port = 2\n",
            Map.of("WEIR_HTTP_PORT", "3", "CAMEL_MANAGEMENT_PORT", "4"));
    assertThat(settings.number(ServiceSetting.HTTP_PORT)).isEqualTo(3);
    assertThat(settings.find("camel.management.port")).contains("4");
    assertThat(settings.all())
        .as("what Camel is started with")
        .containsEntry("camel.management.port", "4");
    assertThat(settings.where("weir.http.port")).isEqualTo("environment variable WEIR_HTTP_PORT");
  }

  @Test
  void everyPlaceOfCamelsKeysIsKnown() throws IOException {
    ServiceSettings settings =
        read("camel.main.name = a\n", Map.of("CAMEL_MAIN_FOO_BAR", "1", "HOME", "/"));
    assertThat(settings.whereCamels())
        .isEqualTo("config/application.properties, CAMEL_MAIN_FOO_BAR");
    assertThat(settings.camelMain())
        .containsEntry("camelmainname", "a")
        .containsEntry("camelmainfoobar", "1")
        .doesNotContainKey("home");
  }

  @Test
  void allProblemsAreNamedAtOnceAndASecretIsNot() {
    assertThatThrownBy(
            () ->
                read(
                    "weir.htp.port = 1\nweir.http.port = many\nweir.http.token = hunter2\n",
                    Map.of("WEIR_SAMPLE_PERIOD", "soon")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("weir.htp.port is \"1\"; a key Weir knows")
        .hasMessageContaining("weir.http.port is \"many\"; a whole number from 1 to 65535")
        .hasMessageContaining("weir.http.token is \"7 characters\"")
        .hasMessageContaining(
            "environment variable WEIR_SAMPLE_PERIOD: weir.sample.period is \"soon\"")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aVariableOfNoKeyIsToldButNoError() {
    Map<String, String> environment =
        Map.of(
            "WEIR_HTTP_PROT", "1", "WEIR_HTTP_PORT", "2", "WEIR_SERVICE_HOST", "x", "WEIRD", "y");
    assertThat(ServiceSettings.idleVariables(environment))
        .containsExactly("WEIR_HTTP_PROT", "WEIR_SERVICE_HOST");
  }

  @Test
  void anAddressOfOthersNeedsAToken() throws IOException {
    ServiceSettings open = read("", Map.of());
    open.requireTokenUnlessLoopback("weir.http.address", "127.0.0.2");
    open.requireTokenUnlessLoopback("weir.http.address", "::1");
    assertThatThrownBy(() -> open.requireTokenUnlessLoopback("weir.http.address", "0.0.0.0"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("weir.http.token is missing")
        .hasMessageContaining("weir.http.address = 0.0.0.0");
    read("weir.http.token = 0123456789abcdef", Map.of())
        .requireTokenUnlessLoopback("weir.http.address", "0.0.0.0");
  }

  @Test
  void aFileThatIsMissingIsAProblem() {
    assertThatThrownBy(() -> ServiceSettings.of(new Home(folder.resolve("none")), Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("config/application.properties: a file that can be read is needed");
  }
}
