package dev.weir.camel;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.TextFile;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.camel.CamelContext;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.RoutesDefinition;
import org.apache.camel.model.TemplatedRouteDefinition;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads a strategy file by Camel's own YAML loader, so that what is checked is what Camel runs. */
final class RouteFileParser {
  static final String ENDING = ".camel.yaml";

  /** A route file has some hundred bytes; what is larger is something else. */
  static final int MOST_BYTES = 1 << 20;

  private final CamelContext context;

  /**
   * @param context lends its loader; nothing is added to it
   */
  RouteFileParser(CamelContext context) {
    this.context = context;
  }

  /**
   * @param where the file as the user knows it, for problems
   * @throws ConfigurationException if it does not parse, with the line, or is no strategy
   */
  StrategyRoute parse(Path file, String where) {
    return parse(TextFile.bytes(file, where, MOST_BYTES), name(file), where, true);
  }

  /**
   * @param name of the file, without its ending
   * @param strict whether the strategy must have the file's name
   */
  synchronized StrategyRoute parse(byte[] text, String name, String where, boolean strict) {
    requireText(text, where);
    RouteBuilder builder = load(text, name, where);
    List<TemplatedRouteDefinition> templated =
        builder.getTemplatedRouteCollection().getTemplatedRoutes();
    List<RouteDefinition> routes = builder.getRouteCollection().getRoutes();
    if (templated.size() + routes.size() != 1) {
      throw problem(
          where,
          "one templatedRoute or one route is needed in a strategy, not "
              + (templated.size() + routes.size()));
    }
    if (!builder.getRouteTemplateCollection().getRouteTemplates().isEmpty()) {
      throw problem(where, "a routeTemplate belongs in a file of its own, not in a strategy");
    }
    checkNothingAround(builder.getRouteCollection(), where);
    if (routes.isEmpty()) {
      return templated(templated.get(0), strict ? name : "", where);
    }
    return new WrittenOutStrategy(routes.get(0), where);
  }

  /** The strategy's name: the file's without its ending. */
  static String name(Path file) {
    String name = file.getFileName().toString();
    for (String ending : List.of(ENDING, ".yaml", ".yml")) {
      if (name.endsWith(ending)) {
        return name.substring(0, name.length() - ending.length());
      }
    }
    return name;
  }

  private static StrategyRoute templated(
      TemplatedRouteDefinition definition, String name, String where) {
    String template = definition.getRouteTemplateRef();
    if (!TemplatedStrategy.TEMPLATE.equals(template)) {
      throw new ConfigurationException(
          new Problem(
              where,
              "routeTemplateRef",
              template == null ? "" : template,
              TemplatedStrategy.TEMPLATE));
    }
    return new TemplatedStrategy(definition, name, where);
  }

  /** What surrounds a route in its file would be lost when the route is made once a lane. */
  private static void checkNothingAround(RoutesDefinition routes, String where) {
    if (!routes.getOnExceptions().isEmpty()
        || !routes.getIntercepts().isEmpty()
        || !routes.getInterceptFroms().isEmpty()
        || !routes.getInterceptSendTos().isEmpty()
        || !routes.getOnCompletions().isEmpty()) {
      throw problem(where, "onException, onCompletion and intercepts are needed inside the route");
    }
  }

  /** Camel's loader tells neither line nor byte of what can be in no YAML. */
  private static void requireText(byte[] bytes, String where) {
    String text = TextFile.text(bytes, where);
    int line = 1;
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (character == '\n') {
        line++;
      } else if (Character.isISOControl(character) && "\t\r\u0085".indexOf(character) < 0) {
        throw problem(
            where + ":" + line,
            String.format(Locale.ROOT, "text without U+%04X is needed", (int) character));
      }
    }
  }

  private RouteBuilder load(byte[] text, String name, String where) {
    try {
      // the loader is chosen by the ending of the location
      String location = "file:" + name + ENDING;
      Collection<RoutesBuilder> builders =
          PluginHelper.getRoutesLoader(context)
              .findRoutesBuilders(List.of(ResourceHelper.fromBytes(location, text)));
      RouteBuilder builder = (RouteBuilder) builders.iterator().next();
      builder.configureRoutes(context);
      return builder;
    } catch (Exception e) {
      throw notParsed(where, e);
    }
  }

  private static ConfigurationException notParsed(String where, Exception thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof MarkedYamlEngineException marked
          && marked.getProblemMark().isPresent()) {
        return problem(
            where + ":" + (marked.getProblemMark().get().getLine() + 1), marked.getProblem());
      }
      if (cause instanceof YamlEngineException) {
        return problem(where, cause.getMessage());
      }
    }
    return problem(
        where,
        "a route or templatedRoute that Camel can load is needed ("
            + Objects.requireNonNullElse(thrown.getMessage(), thrown.toString())
            + ")");
  }

  private static ConfigurationException problem(String where, String wanted) {
    return new ConfigurationException(Problem.of(where, wanted));
  }
}
