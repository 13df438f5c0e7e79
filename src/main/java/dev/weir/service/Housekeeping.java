package dev.weir.service;

import dev.weir.camel.LaneProgress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a service does beside storing, each on a thread of its own so that none waits for another:
 * route files are looked at, samples are taken, records that are too old are taken away.
 */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  /** What is there twice in a row counts. */
  private static final Duration WATCH = Duration.ofMillis(500);

  private static final Duration TIDY = Duration.ofSeconds(10);

  private final List<SlotStrategies> strategies;
  private final LiveFeed feed;
  private final List<SlotRunner> runners;
  private final Optional<Retention> retention;
  private final DataSource control;
  private final List<ScheduledExecutorService> threads = new ArrayList<>();
  private final List<ScheduledFuture<?>> turns = new ArrayList<>();

  /**
   * @param retention empty where everything is kept
   */
  Housekeeping(
      List<SlotStrategies> strategies,
      LiveFeed feed,
      List<SlotRunner> runners,
      Optional<Retention> retention,
      DataSource control) {
    this.strategies = strategies;
    this.feed = feed;
    this.runners = runners;
    this.retention = retention;
    this.control = control;
  }

  void start(Duration sample) {
    every(WATCH, "weir-watch", this::look);
    every(sample, "weir-samples", feed::tick);
    if (retention.isPresent()) {
      every(TIDY, "weir-retention", () -> runners.forEach(this::tidy));
    }
  }

  private void every(Duration period, String name, Runnable work) {
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, name);
              made.setDaemon(true);
              return made;
            });
    threads.add(thread);
    turns.add(
        thread.scheduleAtFixedRate(
            () -> safely(name, work), period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS));
  }

  /** An exception would end the task for good. */
  private static void safely(String name, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.warn("{} failed this time", name, e);
    }
  }

  private void look() {
    strategies.forEach(SlotStrategies::look);
  }

  private void tidy(SlotRunner runner) {
    Optional<SlotRunner.Running> now = runner.running();
    if (now.isEmpty()) {
      return;
    }
    long newest =
        now.get().ingestion().lanes().stream()
            .mapToLong(LaneProgress::lastStoredPosition)
            .max()
            .orElse(-1);
    try (Connection connection = control.getConnection()) {
      retention.orElseThrow().apply(connection, runner.tables(connection), newest);
    } catch (SQLException e) {
      LOG.warn(
          "Slot {}: old records are not taken away now: {}", runner.slot().name(), e.getMessage());
    }
  }

  /** What is under way is not waited for. */
  @Override
  public void close() {
    turns.forEach(turn -> turn.cancel(true));
    threads.forEach(ScheduledExecutorService::shutdown);
  }
}
