package dev.weir.camel;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.StrategySetting;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.model.AggregateDefinition;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.RouteTemplateDefinition;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.util.StringHelper;
import org.apache.camel.util.URISupport;

/**
 * A strategy whose route is written out from {@code records:} to {@code batch-writer:}, by someone
 * who needs a filter or an enrichment between them. Its settings are the parameters of its {@code
 * batch-writer:}; one can be varied where it stands there as a placeholder, {@code
 * batchSize={{batchSize:500}}}.
 */
final class WrittenOutStrategy implements StrategyRoute {
  private static final String SOURCE = "records:";
  private static final String SINK = "batch-writer:";

  private final RouteDefinition route;
  private final String where;
  private final String source;
  private final String sink;
  private final List<Problem> problems = new ArrayList<>();

  WrittenOutStrategy(RouteDefinition route, String where) {
    this.route = route;
    this.where = where;
    this.source = route.getInput() == null ? "" : route.getInput().getEndpointUri();
    List<String> sinks =
        ProcessorDefinitionHelper.filterTypeInOutputs(route.getOutputs(), ToDefinition.class)
            .stream()
            .map(ToDefinition::getEndpointUri)
            .filter(uri -> uri.startsWith(SINK))
            .toList();
    this.sink = sinks.isEmpty() ? SINK : sinks.get(0);
    if (!source.startsWith(SOURCE)) {
      problems.add(new Problem(where, "from", source, "records:…"));
    }
    if (sinks.size() != 1) {
      problems.add(
          new Problem(where, "to", String.join(", ", sinks), "batch-writer:… once, as a step,"));
    }
    checkNames();
    checkAggregate();
    problems.addAll(new StepsInTurn(where).problems(aggregates()));
    checkWriters();
  }

  /** Source and sink find the same ingestion only under the same name. */
  private void checkNames() {
    String from = endpointName(source);
    String to = endpointName(sink);
    if (problems.isEmpty() && !from.equals(to)) {
      problems.add(
          new Problem(where, "to", sink, SINK + from + ", named as the source " + source + " is,"));
    }
  }

  /** A size that differs from the one that is reported would make the figures lie. */
  private void checkAggregate() {
    String batchSize =
        written()
            .getOrDefault(
                StrategySetting.BATCH_SIZE.key(), StrategySetting.BATCH_SIZE.defaultValue());
    for (AggregateDefinition aggregate : aggregates()) {
      String size = aggregate.getCompletionSize();
      if (size == null || !Placeholders.replace(size, Map.of()).equals(batchSize)) {
        problems.add(
            new Problem(
                where,
                "completionSize",
                size == null ? "" : size,
                batchSize + ", the batchSize of its batch-writer,"));
      }
    }
  }

  private List<AggregateDefinition> aggregates() {
    return List.copyOf(
        ProcessorDefinitionHelper.filterTypeInOutputs(
            route.getOutputs(), AggregateDefinition.class));
  }

  private static boolean takesBatchSize(AggregateDefinition aggregate) {
    return Placeholders.keys(aggregate.getCompletionSize())
        .contains(StrategySetting.BATCH_SIZE.key());
  }

  private void checkWriters() {
    String writers = written().getOrDefault(StrategySetting.WRITERS.key(), "1");
    if (!writers.equals("1")) {
      objection(StrategySetting.WRITERS, writers).ifPresent(problems::add);
    }
  }

  private static String endpointName(String uri) {
    String path = StringHelper.after(uri, ":", "");
    return StringHelper.before(path, "?", path);
  }

  @Override
  public Map<String, String> written() {
    Map<String, String> settings = new LinkedHashMap<>();
    parameters()
        .forEach(
            (key, value) ->
                settings.put(
                    key,
                    StrategySetting.named(key)
                        .map(setting -> StrategyRoute.written(setting, value))
                        .orElse(value)));
    settings.remove(LaneRoute.LANE);
    settings.replaceAll((key, value) -> Placeholders.replace(value, Map.of()));
    return settings;
  }

  private Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    String query = StringHelper.after(sink, "?");
    if (query != null) {
      try {
        Map<String, Object> parsed = URISupport.parseQuery(query);
        URISupport.resolveRawParameterValues(parsed);
        parsed.forEach((key, value) -> parameters.put(key, value.toString()));
      } catch (URISyntaxException e) {
        throw new ConfigurationException(
            new Problem(where, "to", sink, "a URI (" + e.getReason() + ")"));
      }
    }
    return parameters;
  }

  @Override
  public Optional<String> ownName() {
    return Optional.empty();
  }

  @Override
  public Optional<String> fixedName() {
    String name = endpointName(source);
    return Placeholders.keys(name).isEmpty() ? Optional.of(name) : Optional.empty();
  }

  @Override
  public List<Problem> problems() {
    return problems;
  }

  @Override
  public Optional<Problem> objection(StrategySetting setting, String value) {
    String key = setting.key();
    if (setting == StrategySetting.WRITERS) {
      boolean aware = Placeholders.keys(source).contains(LaneRoute.LANE);
      return aware
          ? Optional.empty()
          : Optional.of(
              new Problem(where, key, value, SOURCE + "…?lane={{lane:0}}&lanes={{lanes:1}}"));
    }
    boolean used = Placeholders.keys(parameters().getOrDefault(key, "")).contains(key);
    if (setting == StrategySetting.BATCH_SIZE) {
      used &= aggregates().stream().allMatch(WrittenOutStrategy::takesBatchSize);
    }
    return used
        ? Optional.empty()
        : Optional.of(
            new Problem(where, key, value, SINK + "…?" + key + "={{" + key + ":…}} in the file"));
  }

  @Override
  public void add(ModelCamelContext context, LaneRoute lane) throws Exception {
    RouteTemplateDefinition template = new RouteTemplateDefinition();
    template.setId(lane.routeId() + "-template");
    template.setRoute(route);
    context.addRouteTemplateDefinitions(List.of(template));
    try {
      context.addRouteFromTemplate(
          lane.routeId(), template.getId(), lane.routeId(), null, lane.parameters());
    } finally {
      context.removeRouteTemplateDefinition(template);
    }
  }
}
