package dev.weir.bench;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;

/**
 * What one load took.
 *
 * @param records how many records were stored
 * @param elapsed from the first record to the last commit
 * @param cpu processor time of the whole client process meanwhile, user and system, as the
 *     operating system accounts for it; in steps of 10 ms on Linux
 * @param sampling what of the time went into watching it, where it was watched and that is known
 */
public record Load(long records, Duration elapsed, Duration cpu, Optional<SamplingCost> sampling) {

  public Load(long records, Duration elapsed, Duration cpu) {
    this(records, elapsed, cpu, Optional.empty());
  }

  Load watchedFor(Optional<SamplingCost> cost) {
    return new Load(records, elapsed, cpu, cost);
  }

  double recordsPerSecond() {
    return records * 1e9 / elapsed.toNanos();
  }

  double cpuMicrosPerRecord() {
    return cpu.toNanos() / 1e3 / records;
  }

  /** Measures what this process does from now on. */
  public static Stopwatch start() {
    return new Stopwatch();
  }

  /** Wall time and processor time of this process since it was made. */
  public static final class Stopwatch {
    private final long startedCpuNanos = processCpuNanos();
    private final long startedNanos = System.nanoTime();

    private Stopwatch() {}

    public Load stop(long records) {
      Duration elapsed = Duration.ofNanos(System.nanoTime() - startedNanos);
      return new Load(records, elapsed, cpu());
    }

    /** For a load that takes its own time, without what starting and stopping it needs. */
    public Load stop(long records, Duration elapsed) {
      return new Load(records, elapsed, cpu());
    }

    private Duration cpu() {
      return Duration.ofNanos(processCpuNanos() - startedCpuNanos);
    }
  }

  /** Every thread's time: also the compiler's and the garbage collector's. */
  private static long processCpuNanos() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
        .getProcessCpuTime();
  }
}
