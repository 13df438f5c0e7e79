package dev.weir.service;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.camel.Management;
import dev.weir.camel.Pipeline;
import dev.weir.camel.StrategyFiles;
import dev.weir.config.ConfigurationException;
import dev.weir.config.Problems;
import dev.weir.config.ServiceSetting;
import dev.weir.config.ServiceSettings;
import dev.weir.delivery.Account;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.web.WebServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores a dataset by one strategy, or several side by side, until it is stopped or the dataset
 * ends, and goes on where it was with every start. The strategies are swapped while it runs, by
 * changing their files. Metrics and health are served from the beginning, also while the database
 * is waited for.
 */
public final class Service implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);

  /** What is done beside the lanes does not wait longer than this for a server that is away. */
  private static final Duration CONNECT = Duration.ofSeconds(2);

  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(1);

  private final ServiceRequest request;
  private final ServiceListener listener;
  private final ServiceSettings settings;
  private final Map<Slot, SlotStrategies> strategies = new LinkedHashMap<>();
  private final List<Choice> first = new ArrayList<>();
  private final List<SlotRunner> runners = new ArrayList<>();
  private final HikariDataSource control;
  private final Pipeline pipeline;
  private final PeriodKeeper periods;
  private final LiveFeed feed;
  private final LiveService live;
  private final Housekeeping housekeeping;
  private final WebServer web;
  private volatile Supplier<Optional<String>> serverProblem = Optional::empty;

  /**
   * Starts what does not need the database.
   *
   * @param listener is told what goes on
   * @throws ConfigurationException if a slot has no strategy that is good, or Camel cannot be
   *     started
   */
  public Service(ServiceRequest request, ServiceListener listener) {
    this(request, listener, ServiceSettings.of(request.home(), System.getenv()));
  }

  private Service(ServiceRequest request, ServiceListener listener, ServiceSettings settings) {
    this(
        request,
        listener,
        settings,
        new DiskGuard(
            request.data(), Retention.Limit.bytes(settings.get(ServiceSetting.DISK_FREE))));
  }

  Service(
      ServiceRequest request, ServiceListener listener, ServiceSettings settings, DiskGuard guard) {
    this.request = request;
    this.listener = listener;
    this.settings = settings;
    chooseFirst();
    this.control = Pools.open(request.database(), "weir-service", 2, controlSettings());
    this.periods = new PeriodKeeper(request);
    try {
      this.pipeline = new Pipeline(request.home(), request.database(), request.management());
    } catch (RuntimeException | Error e) {
      periods.close();
      control.close();
      throw e;
    }
    this.feed = new LiveFeed(pipeline, periods, settings.time(ServiceSetting.SAMPLE_PERIOD));
    strategies.forEach(
        (slot, ofSlot) ->
            runners.add(
                new SlotRunner(
                    slot, request, pipeline, control, ofSlot, periods, guard, listener)));
    Optional<Retention> retention =
        Optional.ofNullable(Retention.Limit.of(settings.get(ServiceSetting.RETENTION)))
            .map(limit -> new Retention(limit, request.dataset()));
    this.housekeeping =
        new Housekeeping(List.copyOf(strategies.values()), feed, runners, retention, control);
    this.live =
        new LiveService(request, () -> serverProblem.get(), runners, strategies, periods, feed);
    for (SlotRunner runner : runners) {
      SlotStrategies ofSlot = strategies.get(runner.slot());
      pipeline.showSlot(
          runner.slot().name(), runner::swaps, () -> ofSlot.problem().isEmpty() ? 0 : 1);
    }
    pipeline.readyWhen("service", this::problem, this::details);
    this.web = serve();
  }

  /** Null where nothing is served. */
  private WebServer serve() {
    if (request.management() == Management.OFF) {
      return null;
    }
    try {
      return WebServer.start(pipeline, live);
    } catch (RuntimeException | Error e) {
      closeAll();
      throw e;
    }
  }

  private void chooseFirst() {
    StrategyFiles files = new StrategyFiles(request.home());
    Problems problems = new Problems();
    for (Slot slot : request.slots()) {
      SlotStrategies ofSlot =
          new SlotStrategies(
              slot, files, slot.folder(request.data()), problem -> refused(slot, problem));
      strategies.put(slot, ofSlot);
      problems.collect(() -> first.add(ofSlot.first()));
    }
    problems.throwIfAny();
  }

  private void refused(Slot slot, String problem) {
    LOG.warn("Slot {}: {}", slot.name(), problem);
    listener.refused(slot, problem);
  }

  private static PoolSettings controlSettings() {
    return PoolSettings.named("weir service")
        .withTimeouts(CONNECT, LONGEST_ANSWER, LONGEST_ANSWER)
        .withFailFast(false);
  }

  /**
   * Has readiness and pages say why the server does not run, where its owner knows that.
   *
   * @param problem empty while it runs; must not wait
   */
  public void showServer(Supplier<Optional<String>> problem) {
    serverProblem = problem;
  }

  /** Why no records get through, in one slot or another; empty when they do. */
  public Optional<String> problem() {
    return serverProblem.get().or(this::slotProblem);
  }

  private Optional<String> slotProblem() {
    return runners.stream()
        .flatMap(
            runner -> runner.problem().map(problem -> prefix(runner.slot()) + problem).stream())
        .findFirst();
  }

  private String prefix(Slot slot) {
    return runners.size() == 1 ? "" : "slot " + slot.name() + ": ";
  }

  /** The server, what runs in each slot, what is wrong with the file that is to replace it. */
  private Map<String, String> details() {
    Map<String, String> details = new LinkedHashMap<>();
    serverProblem.get().ifPresent(problem -> details.put("server", problem));
    for (SlotRunner runner : runners) {
      runner.running().ifPresent(now -> details.put(runner.slot().name(), now.choice().name()));
      String refused = strategies.get(runner.slot()).problem();
      if (!refused.isEmpty()) {
        details.put(runner.slot().name() + ".refused", refused);
      }
    }
    return details;
  }

  /** What became of the records read since this start, by all slots together. */
  public Optional<Account> account() {
    return runners.stream().flatMap(runner -> runner.account().stream()).reduce(Account::plus);
  }

  /** The name of the strategy a slot runs now; empty while it runs none. */
  public Optional<String> running(String slot) {
    return runners.stream()
        .filter(runner -> runner.slot().name().equals(slot))
        .flatMap(runner -> runner.running().stream())
        .map(now -> now.choice().name())
        .findFirst();
  }

  /** What is wrong with the file that is to replace a slot's strategy; empty when nothing is. */
  public String refused(String slot) {
    return strategies.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(slot))
        .map(entry -> entry.getValue().problem())
        .findFirst()
        .orElse("");
  }

  /**
   * Has {@link #run} end: nothing more is read, and what was read is stored. Returns at once. By
   * any thread.
   */
  public void stop() {
    runners.forEach(SlotRunner::stop);
  }

  /**
   * Stores until stopped or until the dataset is stored by every slot. The database may come later
   * and go away meanwhile: it is waited for. A slot that fails ends the others too.
   *
   * @throws ConfigurationException if another Weir stores this, or the table that is there has
   *     another shape
   * @throws SQLException if no waiting will help
   */
  public void run() throws SQLException, InterruptedException {
    ExecutorService threads = Executors.newCachedThreadPool(task -> daemon(task, "weir-slot"));
    try (housekeeping) {
      housekeeping.start(settings.time(ServiceSetting.SAMPLE_PERIOD));
      CompletionService<Void> slots = new ExecutorCompletionService<>(threads);
      List<Future<Void>> running = new ArrayList<>();
      for (int slot = 0; slot < runners.size(); slot++) {
        SlotRunner runner = runners.get(slot);
        Choice choice = first.get(slot);
        running.add(
            slots.submit(
                () -> {
                  runner.run(choice);
                  return null;
                }));
      }
      awaitAll(slots, running.size());
    } finally {
      stop();
      threads.shutdown();
    }
  }

  private void awaitAll(CompletionService<Void> slots, int running)
      throws SQLException, InterruptedException {
    Throwable failure = null;
    for (int ended = 0; ended < running; ended++) {
      try {
        slots.take().get();
      } catch (ExecutionException e) {
        if (failure == null) {
          failure = e.getCause();
          stop();
        } else {
          LOG.warn("Another slot failed too", e.getCause());
        }
      }
    }
    if (failure instanceof SQLException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    // a lane that waits for a server that is away would else be waited for, too
    stop();
    if (web != null) {
      web.close();
    }
    closeAll();
  }

  private void closeAll() {
    feed.close();
    pipeline.close();
    periods.close();
    control.close();
  }
}
