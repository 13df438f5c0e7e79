package dev.weir.compare;

import dev.weir.camel.StrategyFiles;
import dev.weir.config.Strategy;
import dev.weir.layout.Table;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs every strategy in rounds and concludes what may be said. {@link #stop} may be called from
 * another thread; then what is finished is kept, marked incomplete.
 */
public final class Comparison {
  private static final Logger LOG = LoggerFactory.getLogger(Comparison.class);

  private final ComparisonRequest request;
  private final ComparisonListener listener;
  private final Consumer<Table> beforeVerification;
  private final Optional<Twin> twin;
  private final StopSignal stop = new StopSignal();
  private final List<Strategy> strategies;
  private final List<RunResult> runs = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final String startedAt = now();
  private Findings findings = Findings.NONE;
  private Benches benches;
  private Activity activity;
  private int plannedRuns;
  private boolean cut;

  public Comparison(ComparisonRequest request, ComparisonListener listener) {
    this(request, listener, table -> {});
  }

  Comparison(
      ComparisonRequest request, ComparisonListener listener, Consumer<Table> beforeVerification) {
    this.request = request;
    this.strategies = new ArrayList<>(request.strategies());
    this.listener = listener;
    this.beforeVerification = beforeVerification;
    this.twin = request.inquiry().noiseFloor() ? Optional.of(Twin.of(doubled())) : Optional.empty();
  }

  /** Ends the comparison as soon as the step at work allows it. Returns at once. */
  public void stop() {
    stop.give();
  }

  public boolean isStopped() {
    return stop.isGiven();
  }

  /**
   * Does all runs, or as many as it may.
   *
   * @throws dev.weir.config.ConfigurationException if the server or the dataset cannot do what is
   *     asked
   * @throws SQLException if the server cannot be reached
   */
  public ComparisonResult run() throws SQLException, InterruptedException {
    List<PlannedRun> plan = Plan.of(withCopy(), request.rounds(), request.seed());
    activity = new Activity(listener, plan.size(), request.strategies().size());
    benches =
        new Benches(request, snapshot -> listener.sampled(new Sample(activity.now(), snapshot)));
    plan = benches.together(plan);
    plannedRuns = plan.size(); // also of what ends before the first
    Bench bench = benches.of(plan.get(0).strategy());
    try {
      noteServer(bench);
      if (request.inquiry().predictions()) {
        findings = findings.withPredictions(new Forecast(request, bench).predictions(notes));
      }
      warmUp(bench, activity);
      measure(plan);
      noteClientLimits();
      findCrossover();
      loadAtRate();
    } catch (StopSignal.Stopped e) {
      cut = true;
      notes.add("stopped before the end");
    } catch (SQLException e) {
      LOG.warn("the server was lost", e);
      notes.add("ended by the loss of the server: " + Load.reason(e));
    } finally {
      close();
    }
    return result();
  }

  private void measure(List<PlannedRun> plan)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    for (PlannedRun planned : plan) {
      stop.check();
      Bench bench = benches.of(planned.strategy());
      activity.run(planned);
      runs.add(new SingleRun(bench, stop, activity, beforeVerification).run(planned));
      listener.runEnded(result());
    }
  }

  private void noteClientLimits() throws SQLException, InterruptedException, StopSignal.Stopped {
    for (Bench bench : benches.open().stream().toList()) {
      WarmUp loading = new WarmUp(bench, stop, activity);
      notes.addAll(
          new ClientLimits(none -> loading.load(none).mean(), runs).notes(request.strategies()));
    }
  }

  private void findCrossover() throws SQLException, InterruptedException, StopSignal.Stopped {
    if (request.inquiry().crossover().isPresent()) {
      Bisection bisection =
          new Bisection(request.inquiry().crossover().get(), new StrategyFiles(request.home()));
      findings = findings.with(bisection.run(result(), this::measureFurther));
    }
  }

  private ComparisonResult measureFurther(List<Strategy> further)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    strategies.addAll(further);
    List<PlannedRun> plan = Plan.of(further, request.rounds(), request.seed() + strategies.size());
    activity.expect(plan.size());
    plannedRuns += plan.size();
    measure(plan);
    return result();
  }

  /** The strategies, and one of them again under another name, which nothing else knows of. */
  private List<Strategy> withCopy() {
    List<Strategy> all = new ArrayList<>(request.strategies());
    twin.ifPresent(names -> all.add(names.copyOf(doubled())));
    return all;
  }

  private Strategy doubled() {
    return Twin.cheapest(request.strategies(), request.dataset().measurements());
  }

  private void close() {
    benches
        .open()
        .ifPresent(
            bench ->
                bench
                    .reader()
                    .notPermitted()
                    .forEach(gap -> notes.add("not in the figures: " + gap)));
    try {
      benches.close();
    } catch (SQLException | RuntimeException e) {
      LOG.warn("not all of the comparison was cleared away", e);
      notes.add("tables of this comparison may still be there: " + Load.reason(e));
    }
  }

  private void warmUp(Bench bench, Activity activity)
      throws SQLException, InterruptedException, StopSignal.Stopped {
    List<String> unsettled = new ArrayList<>();
    for (PlannedRun first : Plan.of(request.strategies(), 1, request.seed())) {
      Strategy strategy = first.strategy();
      try {
        if (!new WarmUp(bench, stop, activity).warmUp(strategy)) {
          unsettled.add(strategy.name());
        }
      } catch (RunFailed e) {
        // Its runs will fail too and say why; the others may still be compared.
        LOG.warn("warm-up of {}: {}", strategy.name(), e.getMessage());
      }
    }
    if (!unsettled.isEmpty()) {
      notes.add(
          "warm-up ended after %s s, before the rate had settled within a tenth: %s"
              .formatted(
                  request.protocol().warmUpAtMost().toMillis() / 1e3,
                  String.join(", ", unsettled)));
    }
  }

  /** Each strategy in turn, in the order they were named: none is held against another. */
  private void loadAtRate() throws SQLException, InterruptedException, StopSignal.Stopped {
    if (request.inquiry().rate().isEmpty()) {
      return;
    }
    RateGoal goal = request.inquiry().rate().get();
    List<AtRate.Held> held = new ArrayList<>();
    for (Strategy strategy : request.strategies()) {
      stop.check();
      held.add(new RatedLoad(benches.of(strategy), stop, activity, goal).load(strategy));
    }
    ComparisonResult soFar = result();
    findings =
        findings.with(new Recommendation(goal, soFar.strategies(), soFar.summary()).of(held));
  }

  private void noteServer(Bench bench) throws SQLException {
    int leftovers = bench.tables().dropLeftovers(bench.control());
    if (leftovers > 0) {
      notes.add("tables of comparisons that were killed were dropped: " + leftovers);
    }
    if (!bench.server().permissions().checkpoint()) {
      notes.add("no checkpoint before the runs: this account may not make one");
    }
    notes.addAll(bench.extensions().notes());
    request
        .inquiry()
        .servers()
        .map(ServerTurns::servers)
        .ifPresent(
            servers ->
                servers
                    .names()
                    .forEach(name -> notes.add("server " + name + ": " + servers.describe(name))));
  }

  private ComparisonResult result() {
    return new ComparisonResult(
            ComparisonResult.FORMAT,
            request.weir(),
            startedAt,
            now(),
            runs.size() == plannedRuns && !cut,
            plannedRuns,
            conditions(),
            strategies.stream().map(this::compared).toList(),
            runs,
            List.of(),
            List.of(),
            notes,
            findings)
        .concluded(twin);
  }

  private ComparisonResult.Compared compared(Strategy strategy) {
    return ComparisonResult.Compared.of(
        strategy,
        Promise.of(benches.profile(strategy).durability(), strategy),
        benches.server(strategy));
  }

  private ComparisonResult.Conditions conditions() {
    Protocol protocol = request.protocol();
    return new ComparisonResult.Conditions(
        request.dataset().name(),
        request.dataset().measurements(),
        protocol.records(),
        protocol.atLeast().toMillis() / 1e3,
        request.rounds(),
        request.seed(),
        protocol.samplePeriod().toMillis() / 1e3);
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
