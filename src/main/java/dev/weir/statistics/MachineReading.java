package dev.weir.statistics;

import java.util.List;
import java.util.OptionalLong;

/**
 * What this process, the machine and the server have used since they were started.
 *
 * @param nanoTime when it was read, by {@link System#nanoTime}
 * @param serverCpuNanos CPU time of the server's processes; empty when it runs elsewhere
 */
public record MachineReading(
    long nanoTime, Client client, Machine machine, List<Disk> disks, OptionalLong serverCpuNanos) {

  public MachineReading {
    disks = List.copyOf(disks);
  }

  /**
   * This process.
   *
   * @param cpuNanos CPU time of all its threads, the JVM's own included
   * @param allocatedBytes bytes of heap its threads asked for
   * @param collections garbage collections
   * @param collectionMillis time they took
   */
  public record Client(
      OptionalLong cpuNanos,
      OptionalLong allocatedBytes,
      long collections,
      long collectionMillis) {}

  /**
   * The machine's processors together, in units that are the same for all.
   *
   * @param all time of any kind
   * @param busy doing something
   * @param waiting idle with a read or write under way
   * @param stolen taken by the host of a virtual machine; part of busy
   */
  public record Machine(long all, long busy, long waiting, long stolen) {}

  /**
   * One disk.
   *
   * @param busyMillis time with a read or write under way
   */
  public record Disk(
      String name, long reads, long readBytes, long writes, long writtenBytes, long busyMillis) {}
}
