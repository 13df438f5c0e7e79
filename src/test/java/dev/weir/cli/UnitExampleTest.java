package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Home;
import dev.weir.config.ServiceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The example of a systemd unit starts a Weir there is, by a command line it takes. */
class UnitExampleTest {
  private final Home home = Home.locate();

  private String key(String name) throws IOException {
    List<String> values =
        Files.readAllLines(home.config().resolve("examples/weir.service")).stream()
            .filter(line -> line.startsWith(name + "="))
            .map(line -> line.substring(name.length() + 1))
            .toList();
    assertThat(values).as(name).hasSize(1);
    return values.get(0);
  }

  @Test
  void whatItStartsIsTheLauncherWithACommandLineThatIsTaken() throws Exception {
    List<String> words = Arrays.asList(key("ExecStart").split(" "));
    Path program = Path.of(words.get(0));
    assertThat(program.getParent()).isEqualTo(Path.of(key("WorkingDirectory")));
    assertThat(home.root().resolve(program.getFileName().toString())).isExecutable();
    List<String> arguments = words.subList(1, words.size());
    assertThat(arguments.get(0)).isEqualTo("run");
    var parsed = Weir.commandLine().parseArgs(arguments.toArray(String[]::new));
    assertThat(parsed.subcommand().errors()).isEmpty();
    assertThat(arguments).contains("/var/lib/" + key("StateDirectory"));
  }

  @Test
  void aStopHasMoreTimeThanCamelTakesForIt() throws Exception {
    int camel =
        ServiceSettings.of(home, Map.of())
            .find("camel.main.shutdown-timeout")
            .map(Integer::parseInt)
            .orElseThrow();
    assertThat(Integer.parseInt(key("TimeoutStopSec"))).isGreaterThan(camel);
    assertThat(key("RestartPreventExitStatus")).isEqualTo("" + Weir.WRONG_USE);
  }
}
