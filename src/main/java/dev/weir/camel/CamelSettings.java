package dev.weir.camel;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Kind;
import dev.weir.config.Problem;
import dev.weir.config.Problems;
import dev.weir.config.ServiceSettings;
import java.beans.Introspector;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.camel.PropertyBindingException;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainConfigurationProperties;
import org.apache.camel.main.SimpleMainShutdownStrategy;

/**
 * The settings Camel Main is made with: what {@code config/application.properties} and the
 * environment say. Which keys there are and what values they take, Camel alone knows.
 */
public final class CamelSettings {
  private static final String NUMBER = "a whole number, or a time such as 500ms or 10s,";
  private static final long MOST_SHUTDOWN_SECONDS = 1_000_000;

  private CamelSettings() {}

  /**
   * Looks whether Camel takes its keys and the ports it is to listen at can be had, before anything
   * is started. Nothing stays.
   *
   * @throws ConfigurationException with what is wrong: the first key Camel does not take, each port
   */
  public static void check(Home home, ServiceSettings settings, Management management) {
    Problems problems = new Problems();
    if (management == Management.ON) {
      problems.collect(() -> HttpServing.checkManagement(settings));
      problems.collect(() -> HttpServing.checkPages(settings));
    }
    Problems numbers = new Problems();
    checkNumbers(settings, numbers);
    problems.collect(numbers::throwIfAny);
    if (numbers.isEmpty()) {
      problems.collect(() -> tryCamel(home, settings));
    }
    problems.throwIfAny();
  }

  /**
   * Camel takes "abc" for 0 where a number is wanted, and a shutdown timeout of 0 for the default,
   * which may cut off what is still to be written: so numbers are looked at here.
   */
  private static void checkNumbers(ServiceSettings settings, Problems problems) {
    Map<String, String> values = settings.camelMain();
    for (Method setter : MainConfigurationProperties.class.getMethods()) {
      if (!setter.getName().startsWith("set") || setter.getParameterCount() != 1) {
        continue;
      }
      String name = setter.getName().substring("set".length());
      String value = values.get("camelmain" + name.toLowerCase(Locale.ROOT));
      if (value == null || value.contains("{{") || value.startsWith("#")) {
        continue; // placeholders and references are Camel's
      }
      numbers(name, setter.getParameterTypes()[0])
          .filter(kind -> !kind.accepts(value.strip()))
          .ifPresent(
              kind ->
                  problems.add(
                      settings.problemOfCamels(
                          "camel.main." + Introspector.decapitalize(name), value, kind.wanted())));
    }
  }

  /** What numbers a setting takes; empty when it takes others than numbers. */
  private static Optional<Kind> numbers(String name, Class<?> type) {
    if (name.equals("ShutdownTimeout")) {
      return Optional.of(new Kind.WholeNumber(1, MOST_SHUTDOWN_SECONDS));
    }
    if (type == int.class || type == Integer.class) {
      return Optional.of(new Kind.Matching("-?\\d{1,9}|(\\d{1,6}(ms|s|m|h|d))+", NUMBER));
    }
    return type == long.class || type == Long.class
        ? Optional.of(new Kind.Matching("-?\\d{1,18}|(\\d{1,9}(ms|s|m|h|d))+", NUMBER))
        : Optional.empty();
  }

  /**
   * Management stays off, since its server would be started; its keys are looked at all the same.
   */
  private static void tryCamel(Home home, ServiceSettings settings) {
    Main main = main(home, settings, Management.OFF);
    try {
      main.init();
    } catch (RuntimeException e) {
      throw refusal(settings, e)
          .orElseGet(
              () ->
                  new ConfigurationException(
                      Problem.of(
                          settings.whereCamels(),
                          "settings that Camel can start with are needed ("
                              + reason(e).getMessage()
                              + ")")));
    } finally {
      main.stop();
      if (main.getCamelContext() != null) {
        main.getCamelContext().stop();
      }
    }
  }

  /** Camel Main, not started. */
  static Main main(Home home, ServiceSettings settings, Management management) {
    Main main = new Main();
    // the order of stopping is Weir's: sources, batches, pools, Camel, and last the server
    main.setShutdownStrategy(new SimpleMainShutdownStrategy());
    Properties properties = settings.all();
    properties.setProperty(Home.PROPERTY, home.root().toString());
    main.setInitialProperties(properties);
    if (management == Management.ON) {
      main.bind(Meters.NAME, Meters.page());
    } else {
      for (String part : List.of("management", "metrics", "health")) {
        main.addOverrideProperty("camel." + part + ".enabled", "false");
      }
    }
    return main;
  }

  /**
   * A key Camel does not know, or a value it cannot take; empty when it failed of something else.
   */
  static Optional<ConfigurationException> refusal(ServiceSettings settings, Exception failure) {
    Throwable reason = failure;
    while (reason != null && !(reason instanceof PropertyBindingException)) {
      reason = reason.getCause();
    }
    if (!(reason instanceof PropertyBindingException wrong) || wrong.getOptionKey() == null) {
      return Optional.empty();
    }
    String key = Objects.requireNonNullElse(wrong.getOptionPrefix(), "") + wrong.getOptionKey();
    String found = Objects.toString(wrong.getValue(), "");
    return Optional.of(
        new ConfigurationException(settings.problemOfCamels(key, found, wanted(wrong))));
  }

  private static String wanted(PropertyBindingException wrong) {
    if (wrong.getCause() == null) {
      return "a key Camel knows";
    }
    String setter = "set" + wrong.getPropertyName();
    return Arrays.stream(wrong.getTarget().getClass().getMethods())
        .filter(method -> method.getName().equalsIgnoreCase(setter))
        .filter(method -> method.getParameterCount() == 1)
        .map(CamelSettings::wanted)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseGet(() -> "a value Camel takes (" + reason(wrong).getMessage() + ")");
  }

  private static Optional<String> wanted(Method setter) {
    Class<?> type = setter.getParameterTypes()[0];
    if (type == boolean.class || type == Boolean.class) {
      return Optional.of("true or false");
    }
    if (type.isEnum()) {
      return Optional.of(
          Arrays.stream(type.getEnumConstants())
              .map(Object::toString)
              .collect(Collectors.joining(", ", "one of ", "")));
    }
    return Optional.empty();
  }

  private static Throwable reason(Throwable failure) {
    Throwable reason = failure;
    while (reason.getCause() != null) {
      reason = reason.getCause();
    }
    return reason;
  }
}
