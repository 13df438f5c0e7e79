package dev.weir.statistics;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Every view Weir knows to read, for every version of the server it works with. The queries are
 * data: one YAML file a view in the resource folder {@code statistics}, their order in {@code
 * statistics/catalog.yaml}.
 */
public final class StatisticsCatalog {
  /** The view that tells the server's clock and start time; read first in every reading. */
  static final String SERVER = "server";

  private static final String FOLDER = "statistics/";
  private static final String INDEX = "catalog.yaml";

  private static StatisticsCatalog onClassPath;

  private final List<StatisticsView> views;

  private StatisticsCatalog(List<StatisticsView> views) {
    this.views = List.copyOf(views);
  }

  /**
   * The catalog on the class path, read once: whoever samples asks for it as a run begins, where
   * reading some twenty files again would take time from the run.
   *
   * @throws ConfigurationException naming file and key of everything that is wrong in it
   */
  public static synchronized StatisticsCatalog load() {
    if (onClassPath == null) {
      onClassPath = load(StatisticsCatalog::resource);
    }
    return onClassPath;
  }

  /** The catalog from files given by name; {@code null} for a file that is not there. */
  static StatisticsCatalog load(Function<String, String> files) {
    Problems problems = new Problems();
    List<StatisticsView> views = new ArrayList<>();
    for (String name : index(files)) {
      String file = name + ".yaml";
      problems.collect(
          () -> views.add(new ViewFile(FOLDER + file, name, files.apply(file)).view()));
    }
    problems.throwIfAny();
    return new StatisticsCatalog(views);
  }

  private static List<String> index(Function<String, String> files) {
    Map<?, ?> index = ViewFile.parse(FOLDER + INDEX, files.apply(INDEX));
    if (!(index.get("views") instanceof List<?> names)
        || names.isEmpty()
        || !names.get(0).equals(SERVER)) {
      throw new ConfigurationException(
          new Problem(
              FOLDER + INDEX,
              "views",
              String.valueOf(index.get("views")),
              "a list of views that begins with " + SERVER));
    }
    return names.stream().map(String::valueOf).toList();
  }

  /** Every view, in the order they are read. */
  public List<StatisticsView> views() {
    return views;
  }

  /** The views a server of this major version has. */
  public List<StatisticsView> views(int major) {
    return views.stream().filter(view -> view.sql(major).isPresent()).toList();
  }

  public Optional<StatisticsView> view(String name) {
    return views.stream().filter(view -> view.name().equals(name)).findFirst();
  }

  private static String resource(String file) {
    try (InputStream stream =
        StatisticsCatalog.class.getClassLoader().getResourceAsStream(FOLDER + file)) {
      return stream == null ? null : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + FOLDER + file, e);
    }
  }
}
