package dev.weir.config;

import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What {@code config/application.properties} and the environment set, checked. */
public final class ServiceSettings {
  /** The file's name in the folder {@code config}. */
  public static final String FILE = "application.properties";

  /** The file as the user knows it, for problems. */
  public static final String WHERE = "config/" + FILE;

  private static final String OWN = "weir.";
  private static final String CAMEL = "camel.";
  private static final String CAMEL_MAIN = "camel.main.";

  private final Properties written;
  private final Map<String, String> environment;
  private final Map<ServiceSetting, String> values;

  private ServiceSettings(Properties written, Map<String, String> environment) {
    this.written = written;
    this.environment = Map.copyOf(environment);
    this.values = new EnumMap<>(ServiceSetting.class);
  }

  /**
   * Reads and checks.
   *
   * @param environment variables of the process, by name
   * @throws ConfigurationException if the file cannot be read, or naming every key of Weir's that
   *     does not exist or whose value cannot be
   */
  public static ServiceSettings of(Home home, Map<String, String> environment) {
    ServiceSettings settings = new ServiceSettings(read(home), environment);
    Problems problems = new Problems();
    for (String key : settings.written.stringPropertyNames()) {
      if (key.startsWith(OWN) && ServiceSetting.named(key).isEmpty()) {
        problems.add(
            WHERE, key, settings.written.getProperty(key), "a key Weir knows (" + keys() + ")");
      }
    }
    for (ServiceSetting setting : ServiceSetting.values()) {
      settings.take(setting, problems);
    }
    settings.refuseTwoSpellings(problems);
    problems.throwIfAny();
    return settings;
  }

  /**
   * Variables that look like Weir's and set nothing: mistyped, or there for something else, as
   * those Kubernetes makes for a service of the name {@code weir}.
   */
  public static List<String> idleVariables(Map<String, String> environment) {
    List<String> known =
        List.of(ServiceSetting.values()).stream()
            .map(setting -> ServiceSetting.variable(setting.key()))
            .toList();
    return environment.keySet().stream()
        .filter(name -> name.startsWith(ServiceSetting.variable(OWN)) && !known.contains(name))
        .sorted()
        .toList();
  }

  private static Properties read(Home home) {
    Properties settings = new Properties();
    try {
      settings.load(new StringReader(TextFile.read(home.config().resolve(FILE), WHERE)));
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigurationException(
          Problem.of(WHERE, "keys and values as in a Java properties file are needed (" + e + ")"));
    }
    return settings;
  }

  private void take(ServiceSetting setting, Problems problems) {
    String value = find(setting.key()).orElse(setting.defaultValue());
    values.put(setting, value);
    if (!setting.kind().accepts(value)) {
      String shown = setting.isSecret() ? value.length() + " characters" : value;
      problems.add(where(setting.key()), setting.key(), shown, setting.kind().wanted());
    }
  }

  /** Every key of the file, Camel's included, with the value it has, be it by the environment. */
  public Properties all() {
    Properties values = new Properties();
    written.stringPropertyNames().forEach(key -> values.setProperty(key, find(key).orElse("")));
    return values;
  }

  /** The value of any key, Weir's or Camel's, as the environment or the file says. */
  public Optional<String> find(String key) {
    String variable = environment.get(ServiceSetting.variable(key));
    return Optional.ofNullable(variable != null ? variable : written.getProperty(key))
        .map(String::strip);
  }

  /** Where the value of a key was found, for problems. */
  public String where(String key) {
    String variable = ServiceSetting.variable(key);
    return environment.containsKey(variable) ? "environment variable " + variable : WHERE;
  }

  /**
   * A problem with a key of Camel's, which it knows by several spellings, and takes from the
   * environment also where the file has it not.
   *
   * @param key as Camel spells it: {@code camel.main.shutdownTimeout}
   * @return with the key as the file has it, {@code camel.main.shutdown-timeout}, and the place its
   *     value comes from
   */
  public Problem problemOfCamels(String key, String found, String wanted) {
    String spelled = spelled(written.stringPropertyNames(), key).orElse(key);
    Optional<String> property = spelled(System.getProperties().stringPropertyNames(), key);
    Optional<String> variable = spelled(environment.keySet(), key);
    String where =
        property
            .map(name -> "system property " + name)
            .or(() -> variable.map(name -> "environment variable " + name))
            .orElse(WHERE);
    return new Problem(where, spelled, found, wanted);
  }

  /** All the places Camel's keys are set, for a problem it does not say more of. */
  public String whereCamels() {
    return Stream.concat(
            Stream.of(WHERE),
            environment.keySet().stream()
                .filter(name -> letters(name).startsWith(letters(CAMEL)))
                .sorted())
        .collect(Collectors.joining(", "));
  }

  /**
   * What is set of Camel Main's own keys, be it by the file, the environment or a system property,
   * which have the last word in this order.
   *
   * @return values by the letters of the key alone: {@code camelmainshutdowntimeout}
   */
  public Map<String, String> camelMain() {
    Map<String, String> values = new TreeMap<>();
    written.stringPropertyNames().forEach(key -> values.put(letters(key), find(key).orElse("")));
    environment.forEach((name, value) -> values.put(letters(name), value));
    Properties system = System.getProperties();
    system.stringPropertyNames().forEach(key -> values.put(letters(key), system.getProperty(key)));
    values.keySet().removeIf(letters -> !letters.startsWith(letters(CAMEL_MAIN)));
    return values;
  }

  /** Camel would take either. */
  private void refuseTwoSpellings(Problems problems) {
    Map<String, String> spellings = new HashMap<>();
    for (String key : new TreeSet<>(written.stringPropertyNames())) {
      String other = spellings.putIfAbsent(letters(key), key);
      if (other != null && key.startsWith(CAMEL)) {
        problems.add(WHERE, key, written.getProperty(key), "no other spelling of " + other);
      }
    }
  }

  private static Optional<String> spelled(Set<String> names, String key) {
    String letters = letters(key);
    return names.stream().filter(name -> letters(name).equals(letters)).findFirst();
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
  }

  /** The value as written. */
  public String get(ServiceSetting setting) {
    return values.get(setting);
  }

  /** The value of a setting whose kind is a whole number. */
  public int number(ServiceSetting setting) {
    return Integer.parseInt(get(setting));
  }

  /** The value of a setting whose kind is a time. */
  public Duration time(ServiceSetting setting) {
    return Kind.Time.parse(get(setting));
  }

  /** The token that requests must bring; empty when none is asked for. */
  public Optional<String> token() {
    return Optional.of(get(ServiceSetting.HTTP_TOKEN)).filter(token -> !token.isEmpty());
  }

  /**
   * An address may be listened at by others than this host only where a token is asked for.
   *
   * @param key whose value the address is
   * @throws ConfigurationException if the address is nobody's, or needs a token and there is none
   */
  public void requireTokenUnlessLoopback(String key, String address) {
    boolean loopback;
    try {
      loopback = InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new ConfigurationException(
          new Problem(where(key), key, address, "the name or number of an address of this host"));
    }
    if (!loopback && token().isEmpty()) {
      throw new ConfigurationException(
          new Problem(
              where(ServiceSetting.HTTP_TOKEN.key()),
              ServiceSetting.HTTP_TOKEN.key(),
              "",
              "a token of 16 characters or more (other hosts can reach "
                  + key
                  + " = "
                  + address
                  + ")"));
    }
  }

  private static String keys() {
    return String.join(
        ", ", List.of(ServiceSetting.values()).stream().map(ServiceSetting::key).toList());
  }
}
