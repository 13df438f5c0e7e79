package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.ComparisonResult.Compared;
import dev.weir.config.StrategySetting;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a comparison asks about one setting: strategies that are the same but for it.
 *
 * @param setting the setting that differs
 * @param groups each a list of strategies with one value of the setting each
 */
record Question(StrategySetting setting, List<List<Compared>> groups) {
  /** The order in which people ask. */
  private static final List<StrategySetting> ORDER =
      List.of(
          StrategySetting.LAYOUT,
          StrategySetting.BATCH_SIZE,
          StrategySetting.SYNCHRONOUS_COMMIT,
          StrategySetting.WRITERS,
          StrategySetting.METHOD);

  /** What a context always says. */
  private static final Set<StrategySetting> NAMED =
      EnumSet.of(StrategySetting.LAYOUT, StrategySetting.METHOD, StrategySetting.BATCH_SIZE);

  /** The questions a comparison gives an answer to, in the order people ask them. */
  static List<Question> of(ComparisonResult result) {
    List<StrategySetting> settings = new ArrayList<>(ORDER);
    for (StrategySetting setting : StrategySetting.values()) {
      if (!settings.contains(setting)) {
        settings.add(setting);
      }
    }
    return settings.stream().flatMap(setting -> about(setting, result).stream()).toList();
  }

  private static Optional<Question> about(StrategySetting setting, ComparisonResult result) {
    Map<Map<String, String>, Map<String, Compared>> groups = new LinkedHashMap<>();
    for (Compared strategy : result.strategies()) {
      String value = strategy.settings().get(setting.key());
      if (value != null) {
        groups
            .computeIfAbsent(strategy.settingsBut(setting.key()), key -> new LinkedHashMap<>())
            .putIfAbsent(value, strategy);
      }
    }
    List<List<Compared>> asked =
        groups.values().stream()
            .filter(group -> group.size() > 1)
            .map(group -> List.copyOf(group.values()))
            .toList();
    return asked.isEmpty() ? Optional.empty() : Optional.of(new Question(setting, asked));
  }

  String heading() {
    return switch (setting) {
      case LAYOUT -> isWideOrNarrow() ? "Wide or narrow?" : "Which layout?";
      case BATCH_SIZE -> "How big a batch?";
      case SYNCHRONOUS_COMMIT -> "Wait for the disk or not?";
      case WRITERS -> "One writer or more?";
      case METHOD -> "Which method?";
      default -> "Which " + setting.key() + "?";
    };
  }

  private boolean isWideOrNarrow() {
    return groups.stream()
        .flatMap(List::stream)
        .allMatch(strategy -> List.of("wide", "narrow").contains(value(strategy)));
  }

  /** The strategy in a sentence of this question, by what sets it apart. */
  String label(Compared strategy) {
    String value = value(strategy);
    return switch (setting) {
      case BATCH_SIZE -> "batches of " + value;
      case WRITERS -> value.equals("1") ? "1 writer" : value + " writers";
      case SYNCHRONOUS_COMMIT ->
          switch (value) {
            case "on" -> "waiting for the disk";
            case "off" -> "not waiting";
            default -> "synchronous_commit " + value;
          };
      case LAYOUT, METHOD -> value;
      default -> setting.key() + " " + value;
    };
  }

  /** What the strategies of a group have in common. */
  String context(List<Compared> group) {
    Map<String, String> settings = group.get(0).settings();
    List<String> parts = new ArrayList<>();
    if (setting != StrategySetting.LAYOUT) {
      parts.add(settings.get(StrategySetting.LAYOUT.key()));
    }
    if (setting != StrategySetting.METHOD) {
      parts.add(settings.get(StrategySetting.METHOD.key()));
    }
    if (setting != StrategySetting.BATCH_SIZE) {
      parts.add("batches of " + settings.get(StrategySetting.BATCH_SIZE.key()));
    }
    if (settings.containsKey("server")) {
      parts.add("server " + settings.get("server"));
    }
    settings.forEach(
        (key, value) ->
            StrategySetting.named(key)
                .filter(
                    other -> other != setting && !NAMED.contains(other) && !isDefault(other, value))
                .ifPresent(other -> parts.add(key + " " + value)));
    return String.join(", ", parts);
  }

  private static boolean isDefault(StrategySetting setting, String value) {
    return value.equals(setting.defaultValue())
        || setting == StrategySetting.BATCH_TIMEOUT
        || setting == StrategySetting.ROWS_PER_STATEMENT;
  }

  private String value(Compared strategy) {
    return strategy.settings().get(setting.key());
  }
}
