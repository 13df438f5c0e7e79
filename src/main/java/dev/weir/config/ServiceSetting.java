package dev.weir.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Every key of {@code config/application.properties} that is Weir's own: the one place where its
 * name, kind, default and meaning are written. An environment variable of the same name in
 * capitals, with underscores for dots and hyphens, has the last word.
 */
public enum ServiceSetting {
  HTTP_ADDRESS(
      "weir.http.address",
      new Kind.Matching("[A-Za-z0-9.:_-]{1,255}", "the name or number of an address of this host"),
      "127.0.0.1",
      "the address the dashboard is served at; one that is not loopback needs weir.http.token"),
  HTTP_PORT(
      "weir.http.port",
      new Kind.WholeNumber(1, 65_535),
      "8080",
      "the port of the dashboard, /samples and /periods"),
  HTTP_TOKEN(
      "weir.http.token",
      new Kind.Matching("([!-~]{16,200})?", "16 to 200 visible ASCII characters without spaces"),
      "",
      "where set, asked for by everything but health, on both ports: as a bearer token, or as the"
          + " password of any user"),
  SAMPLE_PERIOD(
      "weir.sample.period",
      new Kind.Time("100ms", "1h"),
      "1s",
      "time from one sample of the server's statistics to the next"),
  RETENTION(
      "weir.retention",
      new Kind.Matching(
          "none|[1-9]\\d{0,8}(m|h|d)|[1-9]\\d{0,8}(MB|GB|TB)",
          "none, a time such as 7d or a size such as 20GB"),
      "none",
      "how much of each strategy's records is kept, by their own times or by the size of its"
          + " tables; what is older goes, by whole partitions where there are some, else by"
          + " deletes"),
  DISK_FREE(
      "weir.disk.free",
      new Kind.Matching("[1-9]\\d{0,8}(MB|GB|TB)", "a size such as 500MB or 2GB"),
      "500MB",
      "room that stays free on the volume of the data folder: with less, nothing is stored until"
          + " there is more again"),
  LOG_SIZE(
      "weir.log.size",
      new Kind.Matching("[1-9]\\d{0,5}(kB|MB|GB)", "a size such as 10MB"),
      "10MB",
      "how large logs/weir.log in the data folder becomes before a new one begins; five old ones"
          + " are kept, compressed");

  private final String key;
  private final Kind kind;
  private final String defaultValue;
  private final String description;

  ServiceSetting(String key, Kind kind, String defaultValue, String description) {
    this.key = key;
    this.kind = kind;
    this.defaultValue = defaultValue;
    this.description = description;
  }

  /** The name in {@code config/application.properties}. */
  public String key() {
    return key;
  }

  public Kind kind() {
    return kind;
  }

  /** The value where none is set, as written. */
  public String defaultValue() {
    return defaultValue;
  }

  public String description() {
    return description;
  }

  /** Whether its value may be shown to nobody. */
  public boolean isSecret() {
    return this == HTTP_TOKEN;
  }

  /** The environment variable that has the last word on a key, Weir's or Camel's. */
  public static String variable(String key) {
    return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  static Optional<ServiceSetting> named(String key) {
    return List.of(values()).stream().filter(setting -> setting.key.equals(key)).findFirst();
  }
}
