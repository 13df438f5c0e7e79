package dev.weir.report;

import dev.weir.compare.ComparisonResult.Compared;
import dev.weir.config.StrategySetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * A compared strategy as a route file of its own, every setting written out: it can be run again.
 */
final class StrategyYaml {
  private StrategyYaml() {}

  /** The file is named after the strategy, without what may not stand in every file name. */
  static String fileName(Compared strategy) {
    return name(strategy) + ".camel.yaml";
  }

  static String of(Compared strategy) {
    List<Map<String, String>> parameters = new ArrayList<>();
    parameters.add(parameter("strategy", name(strategy)));
    strategy.settings().entrySet().stream()
        // named server settings are not the strategy's
        .filter(setting -> StrategySetting.named(setting.getKey()).isPresent())
        .forEach(setting -> parameters.add(parameter(setting.getKey(), setting.getValue())));
    Map<String, Object> route = new LinkedHashMap<>();
    route.put("routeTemplateRef", "ingest");
    route.put("routeId", name(strategy));
    route.put("parameters", parameters);
    DumpSettings settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();
    return new Dump(settings).dumpToString(List.of(Map.of("templatedRoute", route)));
  }

  private static String name(Compared strategy) {
    return strategy.name().replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("-$", "");
  }

  private static Map<String, String> parameter(String name, String value) {
    Map<String, String> parameter = new LinkedHashMap<>();
    parameter.put("name", name);
    parameter.put("value", value);
    return parameter;
  }
}
