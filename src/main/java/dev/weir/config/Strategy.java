package dev.weir.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A way of loading: a route file and the value of every setting, checked.
 *
 * @param name the file's name without its ending, and for a variation the keys varied: {@code
 *     wide-copy-1000[batchSize=10]}
 * @param file the route file Camel loads
 * @param settings the value of every setting, as written or by default; complete
 * @param overrides the values that do not stand in the file, set by {@code --vary}
 */
public record Strategy(
    String name,
    Path file,
    Map<StrategySetting, String> settings,
    Map<StrategySetting, String> overrides) {

  public Strategy {
    settings = Collections.unmodifiableMap(new EnumMap<>(settings));
    EnumMap<StrategySetting, String> varied = new EnumMap<>(StrategySetting.class);
    varied.putAll(overrides);
    overrides = Collections.unmodifiableMap(varied);
  }

  /**
   * Checks what a route file sets and fills in the defaults.
   *
   * @param where the file as the user knows it, for problems
   * @param written keys and values as they stand in the file
   * @throws ConfigurationException naming every unknown key, missing key and value out of range
   */
  public static Strategy of(String name, Path file, String where, Map<String, String> written) {
    Problems problems = new Problems();
    EnumMap<StrategySetting, String> settings = new EnumMap<>(StrategySetting.class);
    written.forEach(
        (key, value) ->
            StrategySetting.named(key)
                .ifPresentOrElse(
                    setting -> settings.put(setting, value),
                    () -> problems.add(where, key, value, "a key Weir knows (" + keys() + ")")));
    for (StrategySetting setting : StrategySetting.values()) {
      if (!settings.containsKey(setting)) {
        if (setting.isRequired()) {
          problems.add(where, setting.key(), "", setting.kind().wanted());
        }
        settings.put(setting, setting.defaultValue());
      } else {
        check(where, setting, settings.get(setting), problems);
      }
    }
    problems.throwIfAny();
    return new Strategy(name, file, settings, Map.of());
  }

  /**
   * This strategy with one more setting varied; the name tells.
   *
   * @throws ConfigurationException if the value is out of range
   */
  public Strategy with(StrategySetting setting, String value) {
    Problems problems = new Problems();
    check("--vary", setting, value, problems);
    problems.throwIfAny();
    EnumMap<StrategySetting, String> changed = new EnumMap<>(settings);
    changed.put(setting, value);
    EnumMap<StrategySetting, String> varied = new EnumMap<>(StrategySetting.class);
    varied.putAll(overrides);
    varied.put(setting, value);
    String suffix = setting.key() + "=" + value + "]";
    String varyingName =
        name.endsWith("]")
            ? name.substring(0, name.length() - 1) + "," + suffix
            : name + "[" + suffix;
    return new Strategy(varyingName, file, changed, varied);
  }

  /** The value as written. */
  public String get(StrategySetting setting) {
    return settings.get(setting);
  }

  /** The value of a setting whose kind is a whole number. */
  public int number(StrategySetting setting) {
    return Integer.parseInt(get(setting));
  }

  /** The value of a setting that is true or false. */
  public boolean flag(StrategySetting setting) {
    return get(setting).equals("true");
  }

  /** The value of a setting that is a time; empty where it is {@code none}. */
  public Optional<Duration> time(StrategySetting setting) {
    String written = get(setting);
    return written.equals("none") ? Optional.empty() : Optional.of(Kind.Time.parse(written));
  }

  /** The values of a setting that takes several. */
  public List<String> words(StrategySetting setting) {
    String written = get(setting);
    return written.isEmpty() ? List.of() : Arrays.asList(written.split("\\+"));
  }

  private static void check(
      String where, StrategySetting setting, String value, Problems problems) {
    if (!setting.kind().accepts(value)) {
      problems.add(where, setting.key(), value, setting.kind().wanted());
    }
  }

  private static String keys() {
    return String.join(
        ", ", Arrays.stream(StrategySetting.values()).map(StrategySetting::key).toList());
  }
}
