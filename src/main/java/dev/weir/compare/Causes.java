package dev.weir.compare;

import dev.weir.compare.Verdict.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Says where a claimed difference comes from, as far as the runs show it: the part of the WAL, of
 * the disk or of the sessions' time in which the two differ most. Says nothing where that is not
 * known.
 */
final class Causes {
  /** A part that holds less than this of the difference explains nothing by itself. */
  private static final double WORTH_NAMING = 0.25;

  private final List<RunResult> runs;

  private Causes(List<RunResult> runs) {
    this.runs = runs;
  }

  /** The verdicts, with the causes of what they claim behind their reasons. */
  static List<Verdict> added(List<Verdict> verdicts, List<RunResult> runs) {
    Causes causes = new Causes(runs);
    return verdicts.stream().map(causes::added).toList();
  }

  private Verdict added(Verdict v) {
    if (v.verdict() != Outcome.A_BETTER && v.verdict() != Outcome.B_BETTER) {
      return v;
    }
    boolean aBetter = v.verdict() == Outcome.A_BETTER;
    String cause = cause(v.metric(), aBetter ? v.b() : v.a(), aBetter ? v.a() : v.b());
    return cause.isEmpty()
        ? v
        : new Verdict(
            v.metric(),
            v.a(),
            v.b(),
            v.ratio(),
            v.low(),
            v.high(),
            v.verdict(),
            v.why() + ". " + cause);
  }

  /** Why one costs more than the other; empty where it is not known. */
  private String cause(Metric metric, String worse, String better) {
    CostProfile more = CostProfile.of(worse, runs);
    CostProfile less = CostProfile.of(better, runs);
    return switch (metric) {
      case WAL_BYTES_PER_RECORD -> bytes(more, less, CostProfile::walParts);
      case DISK_BYTES_PER_RECORD -> bytes(more, less, CostProfile::diskParts);
      case RECORDS_PER_SECOND -> time(more, less);
      case READ_ONE_MILLIS -> rows(more, less);
      default -> "";
    };
  }

  private static String bytes(
      CostProfile more, CostProfile less, Function<CostProfile, Map<String, Double>> parts) {
    Map<String, Double> moreParts = parts.apply(more);
    Map<String, Double> lessParts = parts.apply(less);
    if (moreParts.isEmpty() || lessParts.isEmpty()) {
      return "";
    }
    return largest(moreParts, lessParts)
        .map(
            part ->
                String.format(
                    Locale.ROOT,
                    "%s of the difference is %s: %s against %s",
                    Phrases.most(part.share),
                    part.name,
                    Phrases.bytesOfARecord(
                        moreParts.getOrDefault(part.name, 0.0), more.rowsPerRecord()),
                    Phrases.bytes(lessParts.getOrDefault(part.name, 0.0))))
        .orElse("");
  }

  /** How long a record takes is divided as the sessions' time is. */
  private static String time(CostProfile more, CostProfile less) {
    Map<String, Double> slow = micros(more);
    Map<String, Double> fast = micros(less);
    if (slow.isEmpty() || fast.isEmpty()) {
      return "";
    }
    return largest(slow, fast)
        .map(
            part ->
                String.format(
                    Locale.ROOT,
                    "A record takes %s µs against %s; its sessions spend %s of the difference %s%s",
                    Phrases.number(sum(slow)),
                    Phrases.number(sum(fast)),
                    Phrases.most(part.share),
                    part.name,
                    witness(part.name, more, less)))
        .orElse("");
  }

  /** A figure that was got another way and says the same. */
  private static String witness(String doing, CostProfile more, CostProfile less) {
    return switch (doing) {
      case CostProfile.WAITING_FOR_DISK ->
          against(
              "records a commit",
              more.median(Causes::recordsPerCommit),
              less.median(Causes::recordsPerCommit));
      case CostProfile.WAITING_FOR_CLIENT ->
          against(
              "µs of Weir's CPU a record",
              more.median(run -> run.loading().clientCpuMicrosPerRecord()),
              less.median(run -> run.loading().clientCpuMicrosPerRecord()));
      case CostProfile.COMPUTING ->
          against(
              "µs of server CPU a record",
              more.median(Causes::serverCpu),
              less.median(Causes::serverCpu));
      default -> "";
    };
  }

  private static String against(String what, OptionalDouble more, OptionalDouble less) {
    return more.isPresent() && less.isPresent()
        ? " (%s against %s %s)"
            .formatted(Phrases.number(more.getAsDouble()), Phrases.number(less.getAsDouble()), what)
        : "";
  }

  private static Double recordsPerCommit(RunResult run) {
    Long commits = run.loading().commits();
    return commits == null || commits == 0
        ? null
        : (Double) ((double) run.loading().records() / commits);
  }

  private static Double serverCpu(RunResult run) {
    return run.costs().machine() == null ? null : run.costs().machine().serverCpuMicrosPerRecord();
  }

  private static String rows(CostProfile more, CostProfile less) {
    return more.rowsPerRecord() > less.rowsPerRecord() * 1.5
        ? String.format(
            Locale.ROOT,
            "A record is %.0f rows to read against %.0f",
            more.rowsPerRecord(),
            less.rowsPerRecord())
        : "";
  }

  private static Map<String, Double> micros(CostProfile profile) {
    Map<String, Double> micros = new LinkedHashMap<>();
    OptionalDouble rate = profile.median(run -> run.loading().recordsPerSecond());
    profile
        .doings()
        .forEach((doing, share) -> micros.put(doing, share * 1e6 / rate.orElse(Double.NaN)));
    return micros;
  }

  private record Part(String name, double share) {}

  /** The part with the greatest difference; empty where even that is a small one. */
  private static Optional<Part> largest(Map<String, Double> more, Map<String, Double> less) {
    double all = sum(more) - sum(less);
    Part largest = new Part("", 0);
    for (Map.Entry<String, Double> part : more.entrySet()) {
      double share = (part.getValue() - less.getOrDefault(part.getKey(), 0.0)) / all;
      if (share > largest.share) {
        largest = new Part(part.getKey(), share);
      }
    }
    return all > 0 && largest.share >= WORTH_NAMING ? Optional.of(largest) : Optional.empty();
  }

  private static double sum(Map<String, Double> parts) {
    return parts.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
