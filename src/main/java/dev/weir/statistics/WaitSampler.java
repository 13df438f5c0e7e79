package dev.weir.statistics;

import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Looks many times a second at what the sessions of one application are waiting for, on a
 * connection and a thread of its own. One look is in flight at a time; a late one is not made up
 * for. A server that goes away is looked for again at the next turn.
 */
public final class WaitSampler implements AutoCloseable {
  /** Ten times a second: a hundredth of a share is seen in ten seconds. */
  public static final Duration PERIOD = Duration.ofMillis(100);

  private static final String VIEW = "session_waits";
  private static final Duration END_WITHIN = Duration.ofSeconds(10);

  private final StatisticsConnection connection;
  private final String applicationName;
  private final ScheduledExecutorService looks;
  private final Map<WaitProfile.Kind, Long> seen = new EnumMap<>(WaitProfile.Kind.class);
  private ScheduledFuture<?> turns;
  private int samples;
  private int missed;

  /**
   * Begins to look.
   *
   * @param source where the connection is taken from; it should have a socket time limit
   * @param applicationName what the sessions of interest call themselves
   */
  public static WaitSampler start(DataSource source, String applicationName, Duration period) {
    WaitSampler sampler = new WaitSampler(source, applicationName);
    sampler.turns =
        sampler.looks.scheduleWithFixedDelay(
            sampler::look, 0, period.toNanos(), TimeUnit.NANOSECONDS);
    return sampler;
  }

  private WaitSampler(DataSource source, String applicationName) {
    this.connection =
        new StatisticsConnection(source, StatisticsCatalog.load(), TimeLimits.defaults());
    this.applicationName = applicationName;
    this.looks =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "weir-waits");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** How many sessions were seen at what, so far. */
  public synchronized Map<WaitProfile.Kind, Long> seen() {
    return new EnumMap<>(seen);
  }

  /** What was seen so far. */
  public synchronized WaitProfile profile() {
    long all = seen.values().stream().mapToLong(Long::longValue).sum();
    Map<WaitProfile.Kind, Double> shares = new EnumMap<>(WaitProfile.Kind.class);
    seen.forEach((kind, count) -> shares.put(kind, (double) count / all));
    return new WaitProfile(shares, samples, missed);
  }

  /** Ends looking, and gives the connection back. */
  @Override
  public void close() {
    turns.cancel(false);
    looks.shutdown();
    try {
      if (!looks.awaitTermination(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        looks.shutdownNow();
      }
    } catch (InterruptedException e) {
      looks.shutdownNow();
      Thread.currentThread().interrupt();
    }
    connection.close();
  }

  private void look() {
    try {
      count(connection.look(VIEW, applicationName));
    } catch (SQLException e) {
      miss();
    }
  }

  private synchronized void count(Snapshot snapshot) {
    samples++;
    for (StatisticsRow row : snapshot.figures().rows(VIEW)) {
      Map<String, String> labels = row.labels();
      WaitProfile.Kind kind =
          WaitProfile.Kind.of(
              labels.get("state"), labels.get("wait_event_type"), labels.get("wait_event"));
      seen.merge(kind, row.values().get("sessions").longValue(), Long::sum);
    }
  }

  private synchronized void miss() {
    missed++;
  }
}
