package dev.weir.compare;

import dev.weir.config.Strategy;
import dev.weir.layout.Table;
import dev.weir.postgres.ServerProfile;
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
  private final List<RunResult> runs = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final String startedAt = now();

  public Comparison(ComparisonRequest request, ComparisonListener listener) {
    this(request, listener, table -> {});
  }

  Comparison(
      ComparisonRequest request, ComparisonListener listener, Consumer<Table> beforeVerification) {
    this.request = request;
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
   * @throws SQLException if the server is lost before the first run
   */
  public ComparisonResult run() throws SQLException, InterruptedException {
    List<PlannedRun> plan = Plan.of(withCopy(), request.rounds(), request.seed());
    Activity activity = new Activity(listener, plan.size(), request.strategies().size());
    Bench bench =
        Bench.open(request, snapshot -> listener.sampled(new Sample(activity.now(), snapshot)));
    ServerProfile server = bench.server();
    try {
      noteServer(bench);
      warmUp(bench, activity);
      SingleRun single = new SingleRun(bench, stop, activity, beforeVerification);
      for (PlannedRun planned : plan) {
        stop.check();
        activity.run(planned);
        runs.add(single.run(planned));
        listener.runEnded(result(server, plan.size()));
      }
      WarmUp loading = new WarmUp(bench, stop, activity);
      notes.addAll(
          new ClientLimits(none -> loading.load(none).mean(), runs).notes(request.strategies()));
    } catch (StopSignal.Stopped e) {
      notes.add("stopped before the end");
    } catch (SQLException e) {
      LOG.warn("the server was lost", e);
      notes.add("ended by the loss of the server: " + Load.reason(e));
    } finally {
      close(bench);
    }
    return result(server, plan.size());
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

  private void close(Bench bench) {
    bench.reader().notPermitted().forEach(gap -> notes.add("not in the figures: " + gap));
    try {
      bench.close();
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

  private void noteServer(Bench bench) throws SQLException {
    int leftovers = bench.tables().dropLeftovers(bench.control());
    if (leftovers > 0) {
      notes.add("tables of comparisons that were killed were dropped: " + leftovers);
    }
    if (!bench.server().permissions().checkpoint()) {
      notes.add("no checkpoint before the runs: this account may not make one");
    }
    notes.addAll(bench.extensions().notes());
  }

  private ComparisonResult result(ServerProfile server, int planned) {
    return new ComparisonResult(
            ComparisonResult.FORMAT,
            request.weir(),
            startedAt,
            now(),
            runs.size() == planned,
            planned,
            conditions(),
            request.strategies().stream()
                .map(s -> ComparisonResult.Compared.of(s, Promise.of(server.durability(), s)))
                .toList(),
            runs,
            List.of(),
            List.of(),
            notes,
            Findings.NONE)
        .concluded(twin);
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
