package dev.weir.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Where the figures of one strategy come from: medians over its runs that count. */
public final class CostProfile {
  static final String COMPUTING = "at work on a processor, or waiting for one";
  static final String WAITING_FOR_DISK = "waiting for WAL to be on disk";
  static final String WAITING_FOR_CLIENT = "waiting for Weir or the network";

  /** Looks at sessions that shares of their time are told from, to five hundredths. */
  private static final int LEAST_SAMPLES = 20;

  private final List<RunResult> runs;

  private CostProfile(List<RunResult> runs) {
    this.runs = runs;
  }

  /** Of a strategy's runs that count; others are passed over. */
  public static CostProfile of(String strategy, List<RunResult> runs) {
    return new CostProfile(
        runs.stream().filter(run -> run.strategy().equals(strategy) && run.counts()).toList());
  }

  /** The median of a figure over the runs that have it; empty where none has. */
  public OptionalDouble median(Function<RunResult, Double> figure) {
    double[] values =
        runs.stream().map(figure).filter(Objects::nonNull).mapToDouble(v -> v).sorted().toArray();
    if (values.length == 0) {
      return OptionalDouble.empty();
    }
    int half = values.length / 2;
    return OptionalDouble.of(
        values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2);
  }

  /** As {@link #median}, of a figure of a whole run, divided by its records. */
  public OptionalDouble medianOfARecord(Function<RunResult, Long> figure) {
    return median(
        run -> {
          Long value = figure.apply(run);
          return value == null || run.loading().records() == null
              ? null
              : (Double) ((double) value / run.loading().records());
        });
  }

  /** Rows a record is in the table; 1 unless the layout splits it. */
  public double rowsPerRecord() {
    return median(
            run ->
                run.loading().rowsPerSecond() == null || run.loading().recordsPerSecond() == null
                    ? null
                    : (Double) (run.loading().rowsPerSecond() / run.loading().recordsPerSecond()))
        .orElse(1);
  }

  /**
   * Bytes of WAL a record by what they are about, in the words of a sentence; empty where the log
   * could not be read.
   */
  public Map<String, Double> walParts() {
    Map<String, Double> parts = new LinkedHashMap<>();
    if (runs.isEmpty() || runs.stream().anyMatch(run -> !isToldApart(run))) {
      return parts;
    }
    part(parts, "the table's rows", Costs.WalBudget::heap);
    Map<String, Long> names = new TreeMap<>();
    runs.forEach(run -> names.putAll(run.costs().walBudget().indexes()));
    for (String index : names.keySet()) {
      String phrase = index.equals("pkey") ? "the B-tree of the primary key" : "the index " + index;
      part(parts, phrase, budget -> budget.indexes().get(index));
    }
    part(parts, "values stored out of line", Costs.WalBudget::toast);
    part(
        parts,
        "images of full pages at their first change after a checkpoint",
        Costs.WalBudget::fullPageImages);
    part(parts, "commits", Costs.WalBudget::commit);
    part(
        parts,
        "what belongs to no table: page headers, padding, the system's own",
        Costs.WalBudget::other);
    return parts;
  }

  private void part(
      Map<String, Double> parts, String phrase, Function<Costs.WalBudget, Long> bytes) {
    medianOfARecord(run -> bytes.apply(run.costs().walBudget()))
        .ifPresent(median -> parts.put(phrase, median));
  }

  private static boolean isToldApart(RunResult run) {
    return run.costs().walBudget() != null && run.costs().walBudget().indexes() != null;
  }

  /** Bytes on disk a record by what they are, in the words of a sentence. */
  public Map<String, Double> diskParts() {
    Map<String, Double> parts = new LinkedHashMap<>();
    medianOfARecord(run -> run.disk().heapBytes())
        .ifPresent(bytes -> parts.put("the table's rows", bytes));
    medianOfARecord(run -> run.disk().indexBytes())
        .ifPresent(bytes -> parts.put("its indexes", bytes));
    medianOfARecord(run -> run.disk().toastBytes())
        .ifPresent(bytes -> parts.put("values stored out of line", bytes));
    return parts;
  }

  /**
   * What the lanes' sessions do, in the words of a sentence, as shares from 0 to 1 of their time;
   * empty where they were not looked at often enough.
   */
  public Map<String, Double> doings() {
    Map<String, Double> shares = new LinkedHashMap<>();
    int samples =
        runs.stream()
            .map(run -> run.costs().waits())
            .filter(Objects::nonNull)
            .mapToInt(Costs.Waits::samples)
            .sum();
    if (samples < LEAST_SAMPLES) {
      return shares;
    }
    doing(shares, COMPUTING, Costs.Waits::onCpu);
    doing(shares, "writing WAL", Costs.Waits::walWrite);
    doing(shares, WAITING_FOR_DISK, Costs.Waits::walSync);
    doing(shares, "making the table's files longer", Costs.Waits::dataExtend);
    doing(shares, "reading data files", Costs.Waits::dataRead);
    doing(shares, "writing data files", Costs.Waits::dataWrite);
    doing(shares, "waiting for locks", Costs.Waits::lock);
    doing(shares, WAITING_FOR_CLIENT, Costs.Waits::client);
    doing(shares, "waiting for something else", Costs.Waits::other);
    return shares;
  }

  private void doing(
      Map<String, Double> shares, String phrase, ToDoubleFunction<Costs.Waits> share) {
    median(
            run ->
                run.costs().waits() == null
                    ? null
                    : (Double) share.applyAsDouble(run.costs().waits()))
        .ifPresent(median -> shares.put(phrase, median));
  }

  /** What most of the WAL is about; empty where that is not known. */
  public Optional<String> walSentence() {
    Map<String, Double> parts = walParts();
    double all = parts.values().stream().mapToDouble(Double::doubleValue).sum();
    return largest(parts)
        .filter(most -> all > 0)
        .map(
            most ->
                Phrases.percent(most.getValue() / all)
                    + " of the WAL is "
                    + most.getKey()
                    + ", "
                    + Phrases.bytesOfARecord(most.getValue(), rowsPerRecord()));
  }

  /** What the sessions do most; empty where that is not known. */
  public Optional<String> doingSentence() {
    return largest(doings())
        .map(
            most ->
                Phrases.percent(most.getValue())
                    + " of the time its sessions are "
                    + most.getKey());
  }

  /** Where the WAL budget comes from, each way once. */
  public List<String> walSources() {
    List<String> sources = new ArrayList<>();
    for (RunResult run : runs) {
      Costs.WalBudget budget = run.costs().walBudget();
      if (budget != null && !sources.contains(budget.source())) {
        sources.add(budget.source());
      }
    }
    return sources;
  }

  private static Optional<Map.Entry<String, Double>> largest(Map<String, Double> parts) {
    return parts.entrySet().stream().max(Map.Entry.comparingByValue());
  }
}
