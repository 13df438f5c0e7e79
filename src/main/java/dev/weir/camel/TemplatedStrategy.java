package dev.weir.camel;

import dev.weir.config.Problem;
import dev.weir.config.StrategySetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.TemplatedRouteDefinition;
import org.apache.camel.model.TemplatedRouteParameterDefinition;

/** A strategy that fills in the parameters of the {@code ingest} template: the usual kind. */
final class TemplatedStrategy implements StrategyRoute {
  static final String TEMPLATE = "ingest";

  private final Map<String, String> parameters = new LinkedHashMap<>();
  private final List<Problem> problems = new ArrayList<>();

  /**
   * @param name the file's name, which the parameter {@code strategy} must repeat: in a plain Camel
   *     application it is what keeps strategies apart. Empty for a file that may have another
   */
  TemplatedStrategy(TemplatedRouteDefinition definition, String name, String where) {
    if (definition.getParameters() != null) {
      for (TemplatedRouteParameterDefinition parameter : definition.getParameters()) {
        if (parameter.getName() == null) {
          problems.add(new Problem(where, "name of a parameter", "", "the key of a setting"));
          continue;
        }
        // a key without a value is an empty one
        String value = Objects.requireNonNullElse(parameter.getValue(), "");
        String before = parameters.put(parameter.getName(), value);
        if (before != null) {
          problems.add(
              new Problem(where, parameter.getName(), before, "one value, not two of this key,"));
        }
      }
    }
    String strategy = parameters.getOrDefault(LaneRoute.STRATEGY, "");
    if (strategy.isEmpty() || !(name.isEmpty() || strategy.equals(name))) {
      String wanted = name.isEmpty() ? "a name" : name + ", the name of the file,";
      problems.add(new Problem(where, LaneRoute.STRATEGY, strategy, wanted));
    }
    for (String own : List.of(LaneRoute.LANE, LaneRoute.LANES)) {
      if (parameters.containsKey(own)) {
        problems.add(
            new Problem(where, own, parameters.get(own), "writers (lanes are counted by Weir)"));
      }
    }
  }

  @Override
  public Map<String, String> written() {
    Map<String, String> settings = new LinkedHashMap<>(parameters);
    settings.keySet().removeAll(List.of(LaneRoute.STRATEGY, LaneRoute.LANE, LaneRoute.LANES));
    return settings;
  }

  @Override
  public Optional<String> ownName() {
    return Optional.of(parameters.getOrDefault(LaneRoute.STRATEGY, ""));
  }

  @Override
  public Optional<String> fixedName() {
    return Optional.empty();
  }

  @Override
  public List<Problem> problems() {
    return problems;
  }

  @Override
  public Optional<Problem> objection(StrategySetting setting, String value) {
    return Optional.empty();
  }

  @Override
  public void add(ModelCamelContext context, LaneRoute lane) throws Exception {
    Map<String, Object> values = new LinkedHashMap<>(parameters);
    values.putAll(lane.parameters());
    context.addRouteFromTemplate(lane.routeId(), TEMPLATE, lane.routeId(), null, values);
  }
}
