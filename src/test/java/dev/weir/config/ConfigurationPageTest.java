package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The documentation of the settings is that of the settings there are. */
class ConfigurationPageTest {
  private final Home home = Home.locate();
  private final Path properties = home.config().resolve(ServiceSettings.FILE);

  @Test
  void thePageInDocsIsTheOneTheSettingsMake() throws IOException {
    Path file = home.root().resolve("docs/configuration.md");
    String page = ConfigurationPage.of(Files.readAllLines(properties));
    if (Boolean.getBoolean("weir.docs.write")) {
      Files.writeString(file, page);
    }
    assertThat(file).as("write it again with -Dweir.docs.write=true").hasContent(page);
  }

  @Test
  void everyKeyInTheFileHasAWordOfExplanationAboveItOrIsWeirs() throws IOException {
    List<String> lines = Files.readAllLines(properties);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("camel.")) {
        assertThat(lines.get(i - 1)).as("above " + lines.get(i)).startsWith("#");
      }
    }
  }

  @Test
  void everyKeyOfWeirsStandsInTheFileWithItsDefault() throws IOException {
    ServiceSettings settings = ServiceSettings.of(home, Map.of());
    String text = Files.readString(properties);
    for (ServiceSetting setting : ServiceSetting.values()) {
      assertThat(settings.get(setting)).as(setting.key()).isEqualTo(setting.defaultValue());
      assertThat(text).containsPattern("(?m)^#?" + setting.key().replace(".", "\\.") + " =");
      assertThat(setting.description()).isNotBlank();
    }
  }
}
