package dev.weir.bench;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Processor time used so far by what samples: its threads in this process, and the server's
 * processes behind its connections. Noise hides the effect of sampling on a rate, and not this.
 */
final class SamplingCpu {
  /** What the sampling route's thread and the one that looks for waits are called. */
  private static final String THREADS = ".*(timer://sample-|weir-waits).*";

  private final Connection connection;
  private final String[] sessions;

  /**
   * @param connection to ask which processes there are
   * @param sessions what the connections of what samples call themselves
   */
  SamplingCpu(Connection connection, String... sessions) {
    this.connection = connection;
    this.sessions = sessions;
  }

  /**
   * Both sums at a moment.
   *
   * @param clientNanos of this process's threads
   * @param serverNanos of the server's processes
   * @param nanoTime when, by {@link System#nanoTime}
   */
  record Reading(long clientNanos, long serverNanos, long nanoTime) {

    SamplingCost until(Reading later) {
      return new SamplingCost(
          Duration.ofNanos(later.clientNanos - clientNanos),
          Duration.ofNanos(later.serverNanos - serverNanos),
          Duration.ofNanos(later.nanoTime - nanoTime));
    }
  }

  /** Empty where the operating system does not account for each process in /proc. */
  Optional<Reading> read() throws SQLException, IOException {
    long server = 0;
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT pid FROM pg_stat_activity WHERE application_name = ANY (?)")) {
      statement.setArray(1, connection.createArrayOf("text", sessions));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          Path account = Path.of("/proc/" + rows.getInt(1) + "/schedstat");
          if (!Files.isReadable(account)) {
            return Optional.empty();
          }
          // nanoseconds on a processor, waiting for one, and how often
          server += Long.parseLong(Files.readString(account).split(" ", 2)[0]);
        }
      }
    }
    return Optional.of(new Reading(threadNanos(), server, System.nanoTime()));
  }

  private static long threadNanos() {
    ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    long nanos = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().matches(THREADS)) {
        nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return nanos;
  }
}
