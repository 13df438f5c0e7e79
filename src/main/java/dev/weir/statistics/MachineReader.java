package dev.weir.statistics;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.OptionalLong;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.HWDiskStore;

/**
 * Reads what this process, the machine and, when it runs here, the server have used so far. A
 * reading takes some milliseconds, the first one longer; it is meant for the ends of a run.
 */
public final class MachineReader implements AutoCloseable {
  private final CentralProcessor processor;
  private final SystemInfo system;
  private final Allocation allocation;
  private final ServerProcesses server;

  /**
   * @param postmaster the process id of the server's first process, when it runs on this machine;
   *     see {@link StatisticsReader#localPostmaster}
   */
  public MachineReader(OptionalLong postmaster) {
    this.system = new SystemInfo();
    this.processor = system.getHardware().getProcessor();
    this.allocation = new Allocation();
    this.server = new ServerProcesses(postmaster);
  }

  /** Reads at the begin of what is to be measured: this process last, so that reading is not in. */
  public MachineReading readAtBegin() {
    List<MachineReading.Disk> disks = disks();
    OptionalLong serverNanos = server.cpuNanos();
    MachineReading.Machine machine = machine();
    return new MachineReading(System.nanoTime(), client(), machine, disks, serverNanos);
  }

  /** Reads at the end of what is to be measured: this process first. */
  public MachineReading readAtEnd() {
    return new MachineReading(System.nanoTime(), client(), machine(), disks(), server.cpuNanos());
  }

  /** Whether the server runs on this machine, so that the machine's figures are its, too. */
  public boolean isServerHere() {
    return server.areHere();
  }

  @Override
  public void close() {
    allocation.close();
  }

  private MachineReading.Client client() {
    long collections = 0;
    long collectionMillis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      collections += Math.max(0, collector.getCollectionCount());
      collectionMillis += Math.max(0, collector.getCollectionTime());
    }
    return new MachineReading.Client(cpuNanos(), allocation.bytes(), collections, collectionMillis);
  }

  private static OptionalLong cpuNanos() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean bean
        && bean.getProcessCpuTime() >= 0) {
      return OptionalLong.of(bean.getProcessCpuTime());
    }
    return OptionalLong.empty();
  }

  private MachineReading.Machine machine() {
    long[] ticks = processor.getSystemCpuLoadTicks();
    long all = 0;
    for (long tick : ticks) {
      all += tick;
    }
    long idle = ticks[TickType.IDLE.getIndex()];
    long waiting = ticks[TickType.IOWAIT.getIndex()];
    return new MachineReading.Machine(
        all, all - idle - waiting, waiting, ticks[TickType.STEAL.getIndex()]);
  }

  private List<MachineReading.Disk> disks() {
    return system.getHardware().getDiskStores().stream()
        .filter(store -> !isMadeOfOthers(store.getName()))
        .map(MachineReader::disk)
        .toList();
  }

  /** Volumes and arrays, whose reads and writes are counted at the disks beneath, too. */
  private static boolean isMadeOfOthers(String name) {
    return name.startsWith("/dev/dm-") || name.startsWith("/dev/md");
  }

  private static MachineReading.Disk disk(HWDiskStore store) {
    return new MachineReading.Disk(
        store.getName(),
        store.getReads(),
        store.getReadBytes(),
        store.getWrites(),
        store.getWriteBytes(),
        store.getTransferTime());
  }
}
