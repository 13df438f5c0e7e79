package dev.weir.camel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A metrics page read as a Prometheus server reads it, and what that server's {@code promtool check
 * metrics} would say against it.
 *
 * @param families by name, in the order of the page
 * @param faults what is wrong, in words
 * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">the format</a>
 */
record MetricsPage(Map<String, Family> families, List<String> faults) {
  private static final Pattern META = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][\\w:]*) (.*)");
  private static final Pattern SERIES =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(\\{(.*)})? (\\S+)( -?\\d+)?");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_]\\w*)=\"((?:[^\"\\\\]|\\\\[\\\\\"n])*)\",?");
  private static final Pattern NOT_BASE =
      Pattern.compile(
          ".*_(ms|millis|milliseconds|us|micros|ns|nanos|minutes|hours|kb|kilobytes|mb|megabytes|percent)(_.*)?");

  /** One family: what it is, and its series by name and labels as written. */
  record Family(
      String name, Optional<String> help, Optional<String> type, Map<String, Series> series) {}

  /** One series. */
  record Series(String name, Map<String, String> labels, double value) {}

  static MetricsPage read(String page) {
    MetricsPage read = new MetricsPage(new LinkedHashMap<>(), new ArrayList<>());
    page.lines().filter(line -> !line.isEmpty()).forEach(read::line);
    read.families.values().forEach(read::check);
    return read;
  }

  /** Every series of the families whose name begins so. */
  List<Series> series(String prefix) {
    return families.values().stream()
        .filter(family -> family.name().startsWith(prefix))
        .flatMap(family -> family.series().values().stream())
        .toList();
  }

  /** The one series of this name. */
  double value(String name) {
    List<Series> found = series("").stream().filter(one -> one.name().equals(name)).toList();
    if (found.size() != 1) {
      throw new AssertionError(name + " has " + found.size() + " series");
    }
    return found.get(0).value();
  }

  private void line(String line) {
    if (line.startsWith("#")) {
      meta(line);
      return;
    }
    Matcher matcher = SERIES.matcher(line);
    if (!matcher.matches()) {
      faults.add("not a series: " + line);
      return;
    }
    Map<String, String> labels = new LinkedHashMap<>();
    if (matcher.group(3) != null) {
      labels.putAll(labels(matcher.group(3), line));
    }
    String name = matcher.group(1);
    Family family = familyOf(name);
    Series series = new Series(name, labels, value(matcher.group(4), line));
    if (family.series().put(name + labels, series) != null) {
      faults.add("twice: " + line);
    }
  }

  private void meta(String line) {
    Matcher matcher = META.matcher(line);
    if (!matcher.matches()) {
      faults.add("neither HELP nor TYPE: " + line);
      return;
    }
    String name = matcher.group(2);
    Family former = families.get(name);
    boolean help = matcher.group(1).equals("HELP");
    if (former != null
        && (!former.series().isEmpty() || (help ? former.help() : former.type()).isPresent())) {
      faults.add("twice or after its series: " + line);
    }
    Optional<String> text = Optional.of(matcher.group(3).strip());
    families.put(
        name,
        new Family(
            name,
            help ? text : former == null ? Optional.empty() : former.help(),
            help ? former == null ? Optional.empty() : former.type() : text,
            new LinkedHashMap<>()));
  }

  private Map<String, String> labels(String written, String line) {
    Map<String, String> labels = new LinkedHashMap<>();
    Matcher matcher = LABEL.matcher(written);
    int end = 0;
    while (matcher.lookingAt()) {
      if (labels.put(matcher.group(1), matcher.group(2)) != null) {
        faults.add("a label twice: " + line);
      }
      end = matcher.end();
      matcher.region(end, written.length());
    }
    if (end != written.length()) {
      faults.add("labels that cannot be read: " + line);
    }
    return labels;
  }

  private double value(String written, String line) {
    try {
      return switch (written) {
        case "+Inf" -> Double.POSITIVE_INFINITY;
        case "-Inf" -> Double.NEGATIVE_INFINITY;
        default -> Double.parseDouble(written);
      };
    } catch (NumberFormatException e) {
      faults.add("not a number: " + line);
      return Double.NaN;
    }
  }

  private Family familyOf(String name) {
    for (String suffix : List.of("", "_bucket", "_count", "_sum", "_max")) {
      String stem = name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : "";
      Family family = families.get(stem);
      if (family != null && (suffix.isEmpty() || !family.type().equals(Optional.of("gauge")))) {
        return family;
      }
    }
    faults.add("neither HELP nor TYPE before " + name);
    return families.computeIfAbsent(
        name,
        unknown -> new Family(name, Optional.empty(), Optional.empty(), new LinkedHashMap<>()));
  }

  private void check(Family family) {
    String name = family.name();
    if (family.help().filter(help -> !help.isBlank()).isEmpty()) {
      faults.add("no HELP: " + name);
    }
    if (family.type().isEmpty()) {
      faults.add("no TYPE: " + name);
    }
    if (family.type().equals(Optional.of("counter")) != name.endsWith("_total")) {
      faults.add("a counter ends in _total, and nothing else does: " + name);
    }
    if (NOT_BASE.matcher(name).matches()) {
      faults.add("not a base unit: " + name);
    }
    if (family.series().isEmpty()) {
      faults.add("no series: " + name);
    }
  }
}
