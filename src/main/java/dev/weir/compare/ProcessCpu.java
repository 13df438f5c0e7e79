package dev.weir.compare;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

/** CPU time of this whole process by the operating system's account, user and system. */
final class ProcessCpu {
  private ProcessCpu() {}

  /** Nanoseconds since the process began; empty where the system does not tell. */
  static OptionalLong nanos() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      long nanos = system.getProcessCpuTime();
      return nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos);
    }
    return OptionalLong.empty();
  }
}
