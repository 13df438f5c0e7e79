package dev.weir.report;

import dev.weir.compare.ComparisonResult.Compared;
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

  /** A file name for a strategy's name, which may hold brackets and paths. */
  static String fileName(Compared strategy) {
    return strategy.name().replaceAll("[^A-Za-z0-9._=,-]", "_") + ".camel.yaml";
  }

  static String of(Compared strategy) {
    Map<String, Object> route = new LinkedHashMap<>();
    route.put("routeTemplateRef", "ingest");
    route.put("routeId", strategy.name());
    route.put(
        "parameters",
        strategy.settings().entrySet().stream()
            .map(setting -> Map.of("name", setting.getKey(), "value", setting.getValue()))
            .toList());
    DumpSettings settings = DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();
    return new Dump(settings).dumpToString(List.of(Map.of("templatedRoute", route)));
  }
}
