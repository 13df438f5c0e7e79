package dev.weir.compare;

import dev.weir.camel.Ingestion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a comparison is doing now, and how far it is: told to the listener. */
final class Activity {
  private static final Logger LOG = LoggerFactory.getLogger(Activity.class);

  /** What a warm-up counts for, in runs. */
  private static final double WARM_UP_WEIGHT = 0.4;

  private final ComparisonListener listener;
  private int runs;
  private final int warmUps;
  private String strategy = "";
  private String phase = "";
  private int round;
  private int run;
  private int warmed;
  private Ingestion ingestion;

  Activity(ComparisonListener listener, int runs, int warmUps) {
    this.listener = listener;
    this.runs = runs;
    this.warmUps = warmUps;
  }

  synchronized void warmUp(String name) {
    strategy = name;
    phase = "warm-up";
    warmed++;
    tell();
  }

  /** Further runs are to be done than were planned. */
  synchronized void expect(int further) {
    runs += further;
  }

  synchronized void rated(String name) {
    strategy = name;
    phase("at rate");
  }

  synchronized void run(PlannedRun planned) {
    strategy = planned.strategy().name();
    round = planned.round();
    run++;
    phase("start");
  }

  synchronized void loading(Ingestion running) {
    phase(run > 0 ? "load" : "warm-up");
    ingestion = running;
  }

  synchronized void phase(String now) {
    phase = now;
    ingestion = null;
    LOG.info("{}, round {}: {}", strategy, round, now);
    tell();
  }

  void tell() {
    listener.progress(now());
  }

  synchronized Progress now() {
    long stored = ingestion == null ? 0 : ingestion.stored();
    long nanos = ingestion == null ? 0 : ingestion.elapsedNanos();
    return new Progress(
        run, runs, round, phase, strategy, stored, nanos == 0 ? 0 : stored * 1e9 / nanos, done());
  }

  private double done() {
    double all = runs + warmUps * WARM_UP_WEIGHT;
    double before =
        run == 0 ? Math.max(0, warmed - 1) * WARM_UP_WEIGHT : run - 1 + warmUps * WARM_UP_WEIGHT;
    double within =
        switch (phase) {
          case "load" -> 0.1;
          case "settle" -> 0.45;
          case "verify" -> 0.5;
          case "probe" -> 0.6;
          default -> 0;
        };
    return Math.min(1, (before + within) / all);
  }
}
