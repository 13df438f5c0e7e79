package dev.weir.statistics;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import oshi.software.os.linux.LinuxOperatingSystem;

/** The processes of a server on this machine: the postmaster and those it started. */
final class ServerProcesses {
  private static final Duration SAME_START = Duration.ofSeconds(2);

  /** Places in /proc/PID/stat behind the name: user and system time of children that ended. */
  private static final int ENDED_USER = 13;

  private static final int ENDED_SYSTEM = 14;

  private final OptionalLong postmaster;

  ServerProcesses(OptionalLong postmaster) {
    this.postmaster = postmaster;
  }

  boolean areHere() {
    return postmaster.isPresent();
  }

  /**
   * The postmaster of the server a connection leads to, if it runs on this machine: the session's
   * process exists here, began when the server says it did, and its parent is the postmaster.
   */
  static OptionalLong postmasterOf(StatisticsConnection connection) throws SQLException {
    Map<String, Object> session =
        connection
            .rows(
                """
                SELECT pg_backend_pid()::bigint AS pid, extract(epoch FROM backend_start)::float8 AS began
                  FROM pg_stat_get_activity(pg_backend_pid())
                """)
            .get(0);
    Instant began = Instant.ofEpochMilli(Math.round((Double) session.get("began") * 1000));
    Optional<ProcessHandle> parent =
        ProcessHandle.of((Long) session.get("pid"))
            .filter(
                process ->
                    process
                        .info()
                        .startInstant()
                        .map(start -> Duration.between(start, began).abs())
                        .filter(apart -> apart.compareTo(SAME_START) < 0)
                        .isPresent())
            .flatMap(ProcessHandle::parent);
    return parent.isPresent() ? OptionalLong.of(parent.get().pid()) : OptionalLong.empty();
  }

  /**
   * CPU time of all of them, those that ended included where the system tells (Linux); to a
   * hundredth of a second each. Elsewhere read before sessions are closed.
   */
  OptionalLong cpuNanos() {
    if (postmaster.isEmpty()) {
      return OptionalLong.empty();
    }
    Optional<ProcessHandle> first = ProcessHandle.of(postmaster.getAsLong());
    if (first.isEmpty()) {
      return OptionalLong.empty();
    }
    long alive =
        Stream.concat(Stream.of(first.get()), first.get().descendants())
            .mapToLong(
                process -> process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L))
            .sum();
    return OptionalLong.of(alive + endedNanos(postmaster.getAsLong()));
  }

  private static long endedNanos(long pid) {
    Path file = Path.of("/proc", Long.toString(pid), "stat");
    if (!Files.isReadable(file)) {
      return 0;
    }
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = Long.parseLong(fields[ENDED_USER]) + Long.parseLong(fields[ENDED_SYSTEM]);
      return ticks * (Duration.ofSeconds(1).toNanos() / LinuxOperatingSystem.getHz());
    } catch (IOException e) {
      return 0;
    }
  }
}
