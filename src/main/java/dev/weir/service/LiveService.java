package dev.weir.service;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.ServicePeriod;
import dev.weir.compare.ServicePeriods;
import dev.weir.compare.Verdict;
import dev.weir.config.StrategySetting;
import dev.weir.delivery.Account;
import dev.weir.postgres.Durability;
import dev.weir.postgres.ServerProfile;
import dev.weir.service.SlotRunner.Running;
import dev.weir.web.LiveSample;
import dev.weir.web.LiveSource;
import dev.weir.web.LiveState;
import dev.weir.web.Periods;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A running service as the pages show it. */
final class LiveService implements LiveSource {
  private static final String BETTER = "better";

  private final ServiceRequest request;
  private final Supplier<Optional<String>> serverProblem;
  private final String version = version();
  private final Instant startedAt = Instant.now();
  private final List<SlotRunner> runners;
  private final Map<Slot, SlotStrategies> strategies;
  private final PeriodKeeper periods;
  private final LiveFeed feed;

  LiveService(
      ServiceRequest request,
      Supplier<Optional<String>> serverProblem,
      List<SlotRunner> runners,
      Map<Slot, SlotStrategies> strategies,
      PeriodKeeper periods,
      LiveFeed feed) {
    this.request = request;
    this.serverProblem = serverProblem;
    this.runners = runners;
    this.strategies = strategies;
    this.periods = periods;
    this.feed = feed;
  }

  private static String version() {
    Properties properties = new Properties();
    try (InputStream resource =
        LiveService.class.getResourceAsStream("/dev/weir/version.properties")) {
      if (resource != null) {
        properties.load(resource);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "unknown");
  }

  @Override
  public LiveState state() {
    return new LiveState(
        version,
        startedAt,
        health(),
        server(),
        runners.stream().flatMap(runner -> running(runner).stream()).toList(),
        swapErrors());
  }

  private LiveState.Health health() {
    List<String> problems = new ArrayList<>();
    LiveState.Level level = LiveState.Level.WELL;
    if (!feed.isServerUp()) {
      level = LiveState.Level.WAITING;
      problems.add("PostgreSQL does not answer. Reading waits until it is back; nothing is lost.");
    }
    Optional<String> ended = serverProblem.get();
    if (ended.isPresent()) {
      level = LiveState.Level.WAITING;
      problems.add("PostgreSQL does not run: " + ended.get() + ".");
    }
    for (SlotRunner runner : runners) {
      Optional<String> problem = runner.problem();
      if (problem.isPresent()) {
        level = LiveState.Level.WAITING;
        problems.add("Slot " + runner.slot().name() + " stores nothing: " + problem.get() + ".");
      }
    }
    for (Map.Entry<Slot, SlotStrategies> entry : strategies.entrySet()) {
      if (!entry.getValue().problem().isEmpty()) {
        level = level == LiveState.Level.WELL ? LiveState.Level.WARNING : level;
        problems.add(
            "Slot "
                + entry.getKey().name()
                + " keeps its strategy, for its route file is no good: "
                + entry.getValue().problem()
                + ".");
      }
    }
    if (problems.isEmpty()) {
      problems.add("Records are stored.");
    }
    return new LiveState.Health(level, problems);
  }

  private LiveState.Server server() {
    Optional<ServerProfile> known = periods.server();
    return new LiveState.Server(
        request.database().display(),
        known.map(ServerProfile::version).orElse(null),
        feed.isServerUp(),
        feed.serverSince(),
        known.map(ServerProfile::settings).orElse(Map.of()),
        known.map(ServerProfile::durability).map(LiveService::warning).orElse(null));
  }

  /** Null where the server promises to keep what is committed. */
  private static String warning(Durability durability) {
    return durability.isDurable()
        ? null
        : "This server may lose what was committed when its machine fails: fsync, full_page_writes"
            + " or synchronous_commit is off.";
  }

  private Optional<LiveState.RunningStrategy> running(SlotRunner runner) {
    Optional<Running> running = runner.running();
    Optional<PeriodMeter> meter = periods.running(runner.slot());
    if (running.isEmpty()) {
      return Optional.empty();
    }
    Running now = running.get();
    Account account = now.lanes().now();
    Map<String, String> settings = new LinkedHashMap<>();
    for (StrategySetting setting : StrategySetting.values()) {
      settings.put(setting.key(), now.choice().strategy().get(setting));
    }
    Optional<String> problem = runner.problem();
    return Optional.of(
        new LiveState.RunningStrategy(
            now.choice().name(),
            now.choice().strategy().file().getFileName().toString(),
            request.dataset().name(),
            now.table().name(),
            meter.map(PeriodMeter::number).orElse(null),
            meter.map(PeriodMeter::startedAt).orElse(null),
            problem.isPresent() ? "waiting" : "running",
            problem.orElse(null),
            request.rate().isPresent() ? request.rate().getAsDouble() : null,
            account.read(),
            account.stored(),
            account.deadLettered(),
            account.inFlight(),
            settings));
  }

  private List<LiveState.SwapError> swapErrors() {
    List<LiveState.SwapError> errors = new ArrayList<>();
    for (SlotRunner runner : runners) {
      SlotStrategies ofSlot = strategies.get(runner.slot());
      String problem = ofSlot.problem();
      if (!problem.isEmpty()) {
        errors.add(
            new LiveState.SwapError(
                ofSlot.problemSince(),
                ofSlot.problemFile(),
                problem.lines().toList(),
                runner.running().map(now -> now.choice().name()).orElse(null)));
      }
    }
    return errors;
  }

  @Override
  public Periods periods() {
    List<ServicePeriod> all = periods.all();
    return new Periods(all.stream().map(this::period).toList(), verdicts(all));
  }

  private List<Periods.Verdict> verdicts(List<ServicePeriod> all) {
    ComparisonResult result = ServicePeriods.result(version, all);
    return result.verdicts().stream()
        .filter(verdict -> isEarned(verdict, result))
        .map(LiveService::verdict)
        .toList();
  }

  /** A claim, or no difference seen although there are periods enough of both to see one. */
  private static boolean isEarned(Verdict verdict, ComparisonResult result) {
    return verdict.verdict().key().endsWith(BETTER)
        || (verdict.verdict() == Verdict.Outcome.NO_DIFFERENCE
            && counted(result, verdict.a()) >= Verdict.LEAST_RUNS
            && counted(result, verdict.b()) >= Verdict.LEAST_RUNS);
  }

  private static long counted(ComparisonResult result, String strategy) {
    return result.runs().stream()
        .filter(run -> run.strategy().equals(strategy) && run.counts())
        .count();
  }

  private static Periods.Verdict verdict(Verdict verdict) {
    return new Periods.Verdict(
        verdict.metric().key(),
        verdict.a(),
        verdict.b(),
        verdict.ratio(),
        verdict.low(),
        verdict.high(),
        verdict.verdict().key(),
        verdict.why());
  }

  private Periods.Period period(ServicePeriod period) {
    return new Periods.Period(
        period.number(),
        period.strategy(),
        period.settings().get(StrategySetting.LAYOUT.key()),
        period.settings().get(StrategySetting.METHOD.key()),
        period.dataset(),
        Instant.parse(period.startedAt()),
        period.endedAt() == null ? null : Instant.parse(period.endedAt()),
        period.seconds(),
        period.records(),
        period.recordsPerSecond(),
        period.batchMillis() == null
            ? null
            : new Periods.BatchMillis(
                period.batchMillis().p50(),
                period.batchMillis().p90(),
                period.batchMillis().p99(),
                period.batchMillis().p999(),
                period.batchMillis().max()),
        period.walBytes(),
        period.walBytesPerRecord(),
        period.walFpi(),
        FullPageImages.bytesAtMost(period.walFpi(), period.walBytes(), periods.server()),
        period.checkpointsTimed(),
        period.checkpointsRequested(),
        period.heapBytes(),
        period.indexBytes(),
        period.toastBytes(),
        period.diskBytesPerRecord(),
        period.deadLettered(),
        period.waits(),
        period.valid() && period.failure() == null,
        notes(period));
  }

  private static List<String> notes(ServicePeriod period) {
    List<String> notes = new ArrayList<>(period.notes());
    if (period.failure() != null) {
      notes.add(0, period.failure());
    }
    return notes;
  }

  @Override
  public Subscription subscribe(Consumer<LiveSample> reader) {
    return feed.subscribe(reader);
  }
}
