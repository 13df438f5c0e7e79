package dev.weir.camel;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Problem;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.camel.main.Main;
import org.apache.camel.main.SimpleMainShutdownStrategy;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;

/** Camel Main, started with Weir's settings and route templates, and what is done to its routes. */
final class RunningCamel implements AutoCloseable {
  private static final List<String> TEMPLATES = List.of(TemplatedStrategy.TEMPLATE, "sample");
  private static final String SETTINGS = "application.properties";

  private final Main main;

  private RunningCamel(Main main) {
    this.main = main;
  }

  static RunningCamel start(Home home, Management management) {
    Main main = new Main();
    // the order of stopping is Weir's: sources, batches, pools, Camel, and last the server
    main.setShutdownStrategy(new SimpleMainShutdownStrategy());
    main.setInitialProperties(settings(home));
    if (management == Management.OFF) {
      for (String part : List.of("management", "metrics", "health")) {
        main.addOverrideProperty("camel." + part + ".enabled", "false");
      }
    }
    RunningCamel camel = new RunningCamel(main);
    try {
      main.start();
      for (String template : TEMPLATES) {
        camel.load(home, template);
      }
    } catch (ConfigurationException e) {
      camel.close();
      throw e;
    } catch (Exception e) {
      camel.close();
      throw new IllegalStateException("Camel does not start with config/" + SETTINGS, e);
    }
    return camel;
  }

  private static Properties settings(Home home) {
    Path file = home.config().resolve(SETTINGS);
    Properties settings = new Properties();
    try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      settings.load(text);
    } catch (IOException e) {
      throw new ConfigurationException(
          Problem.of("config/" + SETTINGS, "a file that can be read is needed (" + e + ")"));
    }
    settings.setProperty(Home.PROPERTY, home.root().toString());
    return settings;
  }

  /** Each route template is in a file of its name. */
  private void load(Home home, String template) {
    String file = template + RouteFileParser.ENDING;
    try {
      byte[] text = Files.readAllBytes(home.routes().resolve(file));
      PluginHelper.getRoutesLoader(context())
          .loadRoutes(ResourceHelper.fromBytes("file:" + file, text));
    } catch (Exception e) {
      throw new ConfigurationException(
          Problem.of("routes/" + file, "Camel cannot load it: " + e.getMessage()));
    }
    if (context().getRouteTemplateDefinition(template) == null) {
      throw new ConfigurationException(
          Problem.of("routes/" + file, "a routeTemplate with the id " + template + " is needed"));
    }
  }

  ModelCamelContext context() {
    return (ModelCamelContext) main.getCamelContext();
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
