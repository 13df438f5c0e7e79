package dev.weir.camel;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.impl.DefaultCamelContext;

/** The strategies there are: route files in {@code routes/strategies/}, or anywhere by path. */
public final class StrategyFiles {
  /** A route file may not have more. */
  public static final int MOST_BYTES = RouteFileParser.MOST_BYTES;

  private final Home home;
  private final RouteFileParser parser = new RouteFileParser(new DefaultCamelContext(false));

  public StrategyFiles(Home home) {
    this.home = home;
  }

  /** What a strategy file is called: without its ending. */
  public static String name(Path file) {
    return RouteFileParser.name(file);
  }

  /** The names of the strategies that come with Weir, in alphabetical order. */
  public List<String> names() {
    try (Stream<Path> files = Files.list(home.strategies())) {
      return files
          .filter(file -> file.toString().endsWith(RouteFileParser.ENDING))
          .map(RouteFileParser::name)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(home.strategies() + " cannot be read", e);
    }
  }

  /**
   * Loads and checks a strategy.
   *
   * @param nameOrPath a name out of {@link #names()}, or the path of a route file
   * @throws ConfigurationException with every problem there is: file, line or key, value found and
   *     value wanted
   */
  public Strategy load(String nameOrPath) {
    Path file = find(nameOrPath);
    String where = known(file);
    StrategyRoute route = parser.parse(file, where);
    Problems problems = new Problems();
    route.problems().forEach(problems::add);
    Strategy[] loaded = new Strategy[1];
    problems.collect(
        () -> loaded[0] = Strategy.of(RouteFileParser.name(file), file, where, route.written()));
    problems.throwIfAny();
    return loaded[0];
  }

  /**
   * Checks a route file that may go by another name than its strategy, as the file of a slot does
   * when another was copied over it.
   *
   * @param text what is in the file
   * @param file where it comes from
   * @return the strategy, named as the file names it. Camel can load it from a file of that name
   * @throws ConfigurationException with every problem there is
   */
  public Strategy check(byte[] text, Path file) {
    String where = known(file);
    StrategyRoute route = parser.parse(text, RouteFileParser.name(file), where, false);
    Problems problems = new Problems();
    route.problems().forEach(problems::add);
    String name = route.ownName().orElse(RouteFileParser.name(file));
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
      problems.add(where, "strategy", name, "a name of letters, digits and . _ -");
    }
    Strategy[] checked = new Strategy[1];
    problems.collect(() -> checked[0] = Strategy.of(name, file, where, route.written()));
    problems.throwIfAny();
    return checked[0];
  }

  /**
   * A strategy with one more setting varied.
   *
   * @throws ConfigurationException if the value is out of range, or the strategy's file is a route
   *     written out that does not take this setting from outside
   */
  public Strategy vary(Strategy strategy, StrategySetting setting, String value) {
    Problems problems = new Problems();
    Strategy[] varied = new Strategy[1];
    problems.collect(() -> varied[0] = strategy.with(setting, value));
    route(strategy).objection(setting, value).ifPresent(problems::add);
    problems.throwIfAny();
    return varied[0];
  }

  /**
   * The route of a strategy, read again, since a route definition belongs to the context it is
   * added to.
   *
   * @throws ConfigurationException if the file has gone bad, or does not take what was varied
   */
  StrategyRoute route(Strategy strategy) {
    StrategyRoute route = parser.parse(strategy.file(), known(strategy.file()));
    Problems problems = new Problems();
    for (Map.Entry<StrategySetting, String> override : strategy.overrides().entrySet()) {
      route.objection(override.getKey(), override.getValue()).ifPresent(problems::add);
    }
    problems.throwIfAny();
    return route;
  }

  /**
   * The file of a strategy.
   *
   * @param nameOrPath a name out of {@link #names()}, or the path of a route file
   * @throws ConfigurationException if there is no such file
   */
  public Path find(String nameOrPath) {
    Path named = home.strategies().resolve(nameOrPath + RouteFileParser.ENDING);
    if (!nameOrPath.isEmpty() && Files.isRegularFile(named)) {
      return named;
    }
    Path path = Path.of(nameOrPath);
    if (!nameOrPath.isEmpty() && Files.isRegularFile(path)) {
      return path.toAbsolutePath().normalize();
    }
    throw new ConfigurationException(
        new Problem(
            "strategy",
            "name",
            nameOrPath,
            "a path to a route file or one of " + String.join(", ", names())));
  }

  /** The file as the user knows it: inside Weir's home by its place there. */
  private String known(Path file) {
    return file.startsWith(home.root()) ? home.root().relativize(file).toString() : file.toString();
  }
}
