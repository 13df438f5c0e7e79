package dev.weir.config;

import java.util.ArrayList;
import java.util.List;

/**
 * docs/configuration.md, from the settings themselves: every key of {@code
 * config/application.properties}, Weir's and Camel's, and of route files.
 */
final class ConfigurationPage {
  private static final String HEAD =
      """
      # Configuration

      Made from the code; a test says so when it is not up to date, and `mvn test -Dtest=ConfigurationPageTest
      -Dweir.docs.write=true` writes it again.

      `config/application.properties` is read at every start. An environment variable has the last word: the
      key in capitals with underscores for dots and hyphens, `WEIR_HTTP_PORT` for `weir.http.port`. A key of
      Weir's that does not exist and a value that cannot be end the start with exit code 2; all problems are
      named at once. A variable `WEIR_…` of no key is only warned of. Where the database is and what may log
      in there is not here: `--database`, or `PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD`, `PGDATABASE` and
      `PGSSLMODE`.

      """;

  private final StringBuilder page = new StringBuilder(HEAD);

  private ConfigurationPage() {}

  /**
   * @param properties the lines of config/application.properties, for Camel's keys and what they
   *     are set to
   */
  static String of(List<String> properties) {
    ConfigurationPage page = new ConfigurationPage();
    page.weirKeys();
    page.camelKeys(properties);
    page.strategyKeys();
    return page.page.toString();
  }

  private void weirKeys() {
    page.append("## Weir's keys\n\n");
    row("key", "default", "values", "");
    line(4);
    for (ServiceSetting setting : ServiceSetting.values()) {
      row(
          code(setting.key()),
          setting.defaultValue().isEmpty() ? "none" : code(setting.defaultValue()),
          setting.kind().wanted(),
          setting.description() + (setting.isSecret() ? "; never logged or shown" : ""));
    }
  }

  private void camelKeys(List<String> properties) {
    page.append("\n## Camel's keys, as Weir sets them\n\n")
        .append(
            "Camel has [many more](https://camel.apache.org/components/4.18.x/others/main.html).\n\n");
    row("key", "set to", "");
    line(3);
    List<String> comment = new ArrayList<>();
    for (String line : properties) {
      if (line.startsWith("#")) {
        comment.add(line.substring(1).strip());
      } else {
        int equals = line.indexOf('=');
        if (line.startsWith("camel.") && equals > 0) {
          row(
              code(line.substring(0, equals).strip()),
              code(line.substring(equals + 1).strip()),
              String.join(" ", comment));
        }
        comment.clear();
      }
    }
  }

  private void strategyKeys() {
    page.append("\n## Keys of a strategy\n\n")
        .append(
            "Set in its route file, `routes/strategies/NAME.camel.yaml`, or by `--vary KEY=VALUE,...`.\n\n");
    row("key", "default", "values", "");
    line(4);
    for (StrategySetting setting : StrategySetting.values()) {
      String none = setting.isRequired() ? "must be set" : "none";
      row(
          code(setting.key()),
          setting.defaultValue().isEmpty() ? none : code(setting.defaultValue()),
          setting.kind().wanted(),
          setting.description());
    }
  }

  private void row(String... cells) {
    page.append("| ").append(String.join(" | ", cells).replace("\n", " ")).append(" |\n");
  }

  private void line(int columns) {
    page.append("|---".repeat(columns)).append("|\n");
  }

  private static String code(String text) {
    return "`" + text + "`";
  }
}
