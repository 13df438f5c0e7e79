package dev.weir.cli;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The strategies named, each with every combination of the values varied. */
final class Variations {
  private static final String FLAG = "--vary";

  private final StrategyFiles files;
  private final Problems problems;

  Variations(StrategyFiles files, Problems problems) {
    this.files = files;
    this.problems = problems;
  }

  /**
   * @param names of strategies, or paths; one named twice is compared with its own copy
   * @param vary each {@code key=a,b,c}
   */
  List<Strategy> of(List<String> names, List<String> vary) {
    List<Strategy> strategies = new ArrayList<>();
    for (String name : names) {
      problems.collect(() -> strategies.add(files.load(name)));
    }
    List<Strategy> varied = strategies;
    for (Map.Entry<StrategySetting, List<String>> values : parse(vary).entrySet()) {
      varied = vary(varied, values.getKey(), values.getValue());
    }
    return distinct(varied);
  }

  /**
   * Each strategy once for each server, by a name that tells.
   *
   * @param on gets the server's name by the strategy's
   */
  static List<Strategy> onServers(
      List<Strategy> strategies, Collection<String> servers, Map<String, String> on) {
    List<Strategy> all = new ArrayList<>();
    for (String server : servers) {
      for (Strategy strategy : strategies) {
        String name = strategy.name();
        String varied = ServerSettings.KEY + "=" + server + "]";
        String both =
            name.endsWith("]")
                ? name.substring(0, name.length() - 1) + "," + varied
                : name + "[" + varied;
        on.put(both, server);
        all.add(new Strategy(both, strategy.file(), strategy.settings(), strategy.overrides()));
      }
    }
    return all;
  }

  private List<Strategy> vary(
      List<Strategy> strategies, StrategySetting setting, List<String> values) {
    List<Strategy> varied = new ArrayList<>();
    for (String value : values) {
      if (!setting.kind().accepts(value)) {
        problems.add(FLAG, setting.key(), value, setting.kind().wanted());
        continue;
      }
      for (Strategy strategy : strategies) {
        problems.collect(() -> varied.add(files.vary(strategy, setting, value)));
      }
    }
    return varied;
  }

  private Map<StrategySetting, List<String>> parse(List<String> vary) {
    Map<StrategySetting, List<String>> values = new LinkedHashMap<>();
    for (String written : vary) {
      int equals = written.indexOf('=');
      if (equals < 1 || equals == written.length() - 1) {
        problems.add(Problem.of(FLAG + " " + written, "key=value,value,... is needed"));
        continue;
      }
      String key = written.substring(0, equals);
      Optional<StrategySetting> setting = StrategySetting.named(key);
      if (setting.isEmpty()) {
        problems.add(
            Problem.of(
                FLAG + " " + written, "no such key; one of " + keys() + ", server is needed"));
      } else if (values.containsKey(setting.get())) {
        problems.add(Problem.of(FLAG + " " + written, "the key is varied twice; once is needed"));
      } else {
        values.put(
            setting.get(),
            Arrays.stream(written.substring(equals + 1).split(",", -1)).distinct().toList());
      }
    }
    return values;
  }

  private static String keys() {
    return Arrays.stream(StrategySetting.values())
        .map(StrategySetting::key)
        .collect(Collectors.joining(", "));
  }

  /** A name that comes again gets a number: {@code wide-copy-1000#2}. */
  private static List<Strategy> distinct(List<Strategy> strategies) {
    Map<String, Integer> seen = new HashMap<>();
    List<Strategy> distinct = new ArrayList<>();
    for (Strategy strategy : strategies) {
      int number = seen.merge(strategy.name(), 1, Integer::sum);
      distinct.add(
          number == 1
              ? strategy
              : new Strategy(
                  strategy.name() + "#" + number,
                  strategy.file(),
                  strategy.settings(),
                  strategy.overrides()));
    }
    return distinct;
  }
}
