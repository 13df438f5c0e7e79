package dev.weir.report;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.ComparisonResult.Compared;
import dev.weir.compare.CrossoverFound;
import dev.weir.compare.Metric;
import dev.weir.config.StrategySetting;
import dev.weir.report.Comparisons.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a comparison found, in sentences. Nothing is said that the verdicts do not allow; the range
 * behind a ratio is that of single runs.
 */
final class Answers {
  /** Groups a question is answered for; a sweep of many settings has more than anyone reads. */
  private static final int MOST_GROUPS = 12;

  /** A lesser difference in bytes is not worth a half-sentence beside the rate. */
  private static final double WORTH_SAYING = 1.1;

  private final ComparisonResult result;
  private final Comparisons comparisons;

  Answers(ComparisonResult result) {
    this.result = result;
    this.comparisons = new Comparisons(result);
  }

  /**
   * A heading and what was found.
   *
   * @param heading a question, or what the sentences are about
   */
  record Answer(String heading, List<Finding> findings) {

    List<String> sentences() {
      return findings.stream().map(Finding::sentence).toList();
    }
  }

  /**
   * A sentence.
   *
   * @param about what it holds for
   * @param clauses what was found of it, one thing each
   */
  record Finding(String about, List<String> clauses) {

    String sentence() {
      return about + ": " + String.join("; ", clauses) + ".";
    }
  }

  /** As {@link #all}, but of what is best first only loading, where questions are answered. */
  List<Answer> brief() {
    List<Answer> all = all();
    if (all.size() > 1) {
      Answer last = all.get(all.size() - 1);
      all.set(all.size() - 1, new Answer(last.heading(), last.findings().subList(0, 1)));
    }
    return all;
  }

  /** An answer to each question, and every metric with the best strategy first. */
  List<Answer> all() {
    List<Answer> answers = questions();
    List<Finding> best = bestFirst();
    if (!best.isEmpty()) {
      answers.add(new Answer("Best first", best));
    }
    return answers;
  }

  /** An answer to each question. */
  List<Answer> questions() {
    List<Answer> answers = new ArrayList<>();
    for (Question question : Question.of(result)) {
      List<Finding> findings =
          question.groups().stream()
              .limit(MOST_GROUPS)
              .flatMap(group -> finding(question, group).stream())
              .toList();
      if (!findings.isEmpty()) {
        answers.add(new Answer(question.heading(), findings));
      }
    }
    CrossoverFound searched = result.findings().crossoverSearch();
    if (searched != null) {
      answers.add(
          new Answer(
              "Where does the faster one change?",
              List.of(new Finding("Over " + searched.key(), List.of(searched.found())))));
    }
    return answers;
  }

  /**
   * Which strategy loads fastest of those with the promise most have, how much faster than the next
   * and than the last; empty where there are not two to compare.
   */
  Optional<String> winner() {
    List<String> names = result.strategies().stream().map(Compared::name).toList();
    List<String> order =
        comparisons.sharingPromise(comparisons.bestFirst(Metric.RECORDS_PER_SECOND, names));
    if (order.size() < 2) {
      return Optional.empty();
    }
    String best = order.get(0);
    double median = comparisons.summary(Metric.RECORDS_PER_SECOND, best).orElseThrow().median();
    List<String> others =
        order.size() == 2
            ? order.subList(1, 2)
            : List.of(order.get(1), order.get(order.size() - 1));
    return Optional.of(
        "%s %s fastest: %s records/s, %s."
            .formatted(
                best,
                comparisons
                        .pair(Metric.RECORDS_PER_SECOND, best, order.get(1))
                        .filter(Pair::isClaimed)
                        .isPresent()
                    ? "loads"
                    : "was",
                Figures.number(median),
                others.stream()
                    .map(other -> against(best, other, other))
                    .collect(Collectors.joining(", "))));
  }

  private Optional<Finding> finding(Question question, List<Compared> group) {
    Map<String, String> labels =
        group.stream().collect(Collectors.toMap(Compared::name, question::label));
    List<String> order =
        comparisons.bestFirst(
            Metric.RECORDS_PER_SECOND, group.stream().map(Compared::name).toList());
    if (order.size() < 2) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    parts.add(loading(order, labels));
    List<Metric> further =
        question.setting() == StrategySetting.LAYOUT
            ? List.of(
                Metric.WAL_BYTES_PER_RECORD,
                Metric.DISK_BYTES_PER_RECORD,
                Metric.READ_ONE_MILLIS,
                Metric.UPDATES_PER_SECOND,
                Metric.AVERAGE_MILLIS,
                Metric.LATEST_MILLIS,
                Metric.RANGE_MILLIS)
            : List.of(Metric.WAL_BYTES_PER_RECORD, Metric.DISK_BYTES_PER_RECORD);
    boolean all = question.setting() == StrategySetting.LAYOUT;
    for (String other : order.subList(all ? 1 : order.size() - 1, order.size())) {
      for (Metric metric : further) {
        comparisons
            .pair(metric, order.get(0), other)
            .filter(pair -> all || (isSaid(pair) && pair.ratio() >= WORTH_SAYING))
            .ifPresent(pair -> parts.add(phrase(metric, pair, labels)));
      }
    }
    return Optional.of(new Finding(capital(question.context(group)), parts));
  }

  /** "batches of 1000 at 27,100 records/s, 1.9 times (1.8 to 2.0) as fast as batches of 50". */
  private String loading(List<String> order, Map<String, String> labels) {
    String best = order.get(0);
    double median = comparisons.summary(Metric.RECORDS_PER_SECOND, best).orElseThrow().median();
    return labels.get(best)
        + " at "
        + Figures.number(median)
        + " records/s, "
        + order.subList(1, order.size()).stream()
            .map(other -> against(best, other, labels.get(other)))
            .collect(Collectors.joining(", "));
  }

  private String against(String best, String other, String label) {
    return comparisons
        .pair(Metric.RECORDS_PER_SECOND, best, other)
        .map(
            pair -> {
              if (isSaid(pair)) {
                return pair.times() + " as fast as " + label;
              }
              if (pair.isComparable()) {
                return (pair.low() > 1
                        ? "ahead, but within the noise, of "
                        : "no measurable difference to ")
                    + label
                    + pair.range();
              }
              return pair.times() + " as fast as " + label + ", but " + pair.verdict().why();
            })
        .orElse("no figure for " + label);
  }

  private static String phrase(Metric metric, Pair pair, Map<String, String> labels) {
    String greater = labels.get(pair.greater());
    String lesser = labels.get(pair.lesser());
    if (!isSaid(pair)) {
      String what =
          switch (metric) {
            case WAL_BYTES_PER_RECORD -> "WAL a record";
            case DISK_BYTES_PER_RECORD -> "disk a record";
            case READ_ONE_MILLIS -> "reading one record back";
            case UPDATES_PER_SECOND -> "changing one value";
            case AVERAGE_MILLIS, LATEST_MILLIS, RANGE_MILLIS -> MetricText.name(metric);
            default -> metric.key();
          };
      return what
          + ": "
          + (pair.isComparable() ? "no measurable difference" : pair.times())
          + (pair.isComparable() ? pair.range() : " for " + greater + ", not comparable");
    }
    return switch (metric) {
      case WAL_BYTES_PER_RECORD -> greater + " takes " + pair.times() + " the WAL of " + lesser;
      case DISK_BYTES_PER_RECORD -> greater + " takes " + pair.times() + " the disk of " + lesser;
      case READ_ONE_MILLIS ->
          "reading one record back takes " + pair.times() + " as long from " + greater;
      case UPDATES_PER_SECOND -> "changing one value is " + pair.times() + " as fast in " + greater;
      case AVERAGE_MILLIS, LATEST_MILLIS, RANGE_MILLIS ->
          MetricText.name(metric) + " takes " + pair.times() + " as long from " + greater;
      default -> metric.key() + ": " + greater + " has " + pair.times() + " that of " + lesser;
    };
  }

  /** A ratio of too few runs is told, and told to be no claim. */
  private static boolean isSaid(Pair pair) {
    return pair.isClaimed() || pair.hasTooFewRuns();
  }

  /** A sentence a metric on all strategies, by name. */
  private List<Finding> bestFirst() {
    List<String> names = result.strategies().stream().map(Compared::name).toList();
    List<Finding> findings = new ArrayList<>();
    findings.addAll(best(Metric.RECORDS_PER_SECOND, names, "Loading", rate("records/s")));
    findings.addAll(best(Metric.WAL_BYTES_PER_RECORD, names, "WAL a record", Figures::bytes));
    findings.addAll(best(Metric.DISK_BYTES_PER_RECORD, names, "Disk a record", Figures::bytes));
    findings.addAll(
        best(Metric.READ_ONE_MILLIS, names, "Reading one back", v -> Figures.number(v) + " ms"));
    findings.addAll(best(Metric.UPDATES_PER_SECOND, names, "Changing one value", rate("a second")));
    for (Metric metric :
        List.of(Metric.AVERAGE_MILLIS, Metric.LATEST_MILLIS, Metric.RANGE_MILLIS)) {
      findings.addAll(
          best(
              metric,
              names,
              capital(MetricText.name(metric)),
              value -> MetricText.figure(metric, value)));
    }
    return findings;
  }

  private static Function<Double, String> rate(String unit) {
    return value -> Figures.number(value) + " " + unit;
  }

  /** "WAL a record: a 870 B; b 871 B (no measurable difference); c 11.1 kB (12.8 times)". */
  private List<Finding> best(
      Metric metric, List<String> names, String what, Function<Double, String> form) {
    List<String> order = comparisons.bestFirst(metric, names);
    if (order.size() < 2) {
      return List.of();
    }
    String reference = comparisons.reference(order);
    List<String> parts = new ArrayList<>();
    for (String name : order) {
      double median = comparisons.summary(metric, name).orElseThrow().median();
      String figure = name + " " + form.apply(median);
      parts.add(
          name.equals(reference)
              ? figure
              : figure
                  + comparisons
                      .pair(metric, reference, name)
                      .map(pair -> " (" + relation(metric, pair) + ")")
                      .orElse(""));
    }
    return List.of(new Finding(what, parts));
  }

  private static String relation(Metric metric, Pair pair) {
    if (!pair.isComparable()) {
      return "not comparable";
    }
    if (!isSaid(pair)) {
      return "no measurable difference";
    }
    return Figures.ratio(pair.ratio())
        + (metric.better() == Metric.Better.HIGHER ? " times slower" : " times")
        + (pair.isClaimed() ? "" : ", not claimed");
  }

  private static String capital(String sentence) {
    return sentence.isEmpty()
        ? sentence
        : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }
}
