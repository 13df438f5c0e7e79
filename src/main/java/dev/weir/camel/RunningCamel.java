package dev.weir.camel;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Problem;
import dev.weir.config.ServiceSettings;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.camel.main.Main;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;

/** Camel Main, started with Weir's settings and route templates, and what is done to its routes. */
final class RunningCamel implements AutoCloseable {
  private static final List<String> TEMPLATES = List.of(TemplatedStrategy.TEMPLATE, "sample");

  private final Main main;
  private final Home home;
  private final ServiceSettings settings;
  private Meters meters;

  private RunningCamel(Main main, Home home, ServiceSettings settings) {
    this.main = main;
    this.home = home;
    this.settings = settings;
  }

  static RunningCamel start(Home home, Management management) {
    ServiceSettings settings = ServiceSettings.of(home, System.getenv());
    if (management == Management.ON) {
      HttpServing.checkManagement(settings);
    }
    Main main = CamelSettings.main(home, settings, management);
    RunningCamel camel = new RunningCamel(main, home, settings);
    try {
      main.start();
      camel.meters = new Meters(camel.context());
      HttpServing.guardManagement(camel.context(), settings.token());
      for (String template : TEMPLATES) {
        camel.loadTemplate(template);
      }
    } catch (ConfigurationException e) {
      camel.close();
      throw e;
    } catch (Exception e) {
      camel.close();
      throw CamelSettings.refusal(settings, e)
          .map(RuntimeException.class::cast)
          .orElseGet(
              () ->
                  new IllegalStateException(
                      "Camel does not start with " + ServiceSettings.WHERE + ": " + e, e));
    }
    return camel;
  }

  /**
   * Serves pages by the routes in {@code routes/web.camel.yaml}, until closed.
   *
   * @param pages the bean those routes ask
   * @param samples what {@code /samples} streams
   */
  void serve(Object pages, LineSource samples) {
    HttpServing.start(this, settings, pages, samples);
  }

  /** Loads the routes, or the route template, of the file of this name. */
  void load(String name) {
    String file = name + RouteFileParser.ENDING;
    try {
      byte[] text = Files.readAllBytes(home.routes().resolve(file));
      PluginHelper.getRoutesLoader(context())
          .loadRoutes(ResourceHelper.fromBytes("file:" + file, text));
    } catch (Exception e) {
      throw new ConfigurationException(
          Problem.of("routes/" + file, "Camel cannot load it: " + e.getMessage()));
    }
  }

  /** Each route template is in a file of its name. */
  private void loadTemplate(String template) {
    load(template);
    if (context().getRouteTemplateDefinition(template) == null) {
      throw new ConfigurationException(
          Problem.of(
              "routes/" + template + RouteFileParser.ENDING,
              "a routeTemplate with the id " + template + " is needed"));
    }
  }

  ModelCamelContext context() {
    return (ModelCamelContext) main.getCamelContext();
  }

  Meters meters() {
    return meters;
  }

  void add(StrategyRoute route, LaneRoute lane) {
    try {
      route.add(context(), lane);
    } catch (Exception e) {
      throw new IllegalStateException("route " + lane.routeId() + " does not start", e);
    }
  }

  void addFromTemplate(String routeId, String template, Map<String, Object> parameters) {
    try {
      context().addRouteFromTemplate(routeId, template, routeId, null, parameters);
    } catch (Exception e) {
      throw new IllegalStateException("route " + routeId + " does not start", e);
    }
  }

  /** Stops a route, which writes what it has gathered, and forgets it. */
  void remove(String routeId) {
    RouteDefinition definition = context().getRouteDefinition(routeId);
    if (definition == null) {
      return;
    }
    try {
      context().removeRouteDefinition(definition);
    } catch (Exception e) {
      throw new IllegalStateException("route " + routeId + " does not stop", e);
    }
  }

  @Override
  public void close() {
    main.stop();
  }
}
