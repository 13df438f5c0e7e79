package dev.weir.statistics;

import dev.weir.statistics.MachineReading.Disk;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What was used between two readings of one {@link MachineReader}. The machine's figures are of all
 * that ran on it.
 */
public final class MachineCost {
  private final MachineReading before;
  private final MachineReading after;

  private MachineCost(MachineReading before, MachineReading after) {
    this.before = before;
    this.after = after;
  }

  public static MachineCost between(MachineReading before, MachineReading after) {
    return new MachineCost(before, after);
  }

  public Duration elapsed() {
    return Duration.ofNanos(after.nanoTime() - before.nanoTime());
  }

  /** CPU time of this process, the JVM's own threads included. */
  public OptionalLong clientCpuNanos() {
    return difference(before.client().cpuNanos(), after.client().cpuNanos());
  }

  /** Bytes of heap this process asked for, to a few megabytes. */
  public OptionalLong allocatedBytes() {
    return difference(before.client().allocatedBytes(), after.client().allocatedBytes());
  }

  public long garbageCollections() {
    return after.client().collections() - before.client().collections();
  }

  public Duration garbageCollectionTime() {
    return Duration.ofMillis(
        after.client().collectionMillis() - before.client().collectionMillis());
  }

  /** CPU time of the server's processes; empty when it does not run on this machine. */
  public OptionalLong serverCpuNanos() {
    return difference(before.serverCpuNanos(), after.serverCpuNanos());
  }

  /** The share of the machine's processors that was in use, from 0 to 1. */
  public OptionalDouble cpuShare() {
    return share(after.machine().busy() - before.machine().busy());
  }

  /** The share that was idle while a read or write was under way, from 0 to 1. */
  public OptionalDouble ioWaitShare() {
    return share(after.machine().waiting() - before.machine().waiting());
  }

  /** The share the host of a virtual machine took, from 0 to 1; within {@link #cpuShare}. */
  public OptionalDouble stolenShare() {
    return share(after.machine().stolen() - before.machine().stolen());
  }

  public OptionalLong diskReadBytes() {
    return disks(Disk::readBytes);
  }

  public OptionalLong diskWrittenBytes() {
    return disks(Disk::writtenBytes);
  }

  /** Read requests to all disks. */
  public OptionalLong diskReads() {
    return disks(Disk::reads);
  }

  /** Write requests to all disks. */
  public OptionalLong diskWrites() {
    return disks(Disk::writes);
  }

  /** The share of the time the busiest disk had a read or write under way, from 0 to 1. */
  public OptionalDouble diskBusyShare() {
    Map<String, Disk> earlier = earlierDisks();
    double millis = Math.max(1, elapsed().toMillis());
    return after.disks().stream()
        .filter(disk -> earlier.containsKey(disk.name()))
        .mapToDouble(disk -> (disk.busyMillis() - earlier.get(disk.name()).busyMillis()) / millis)
        .map(share -> Math.min(1, Math.max(0, share)))
        .max();
  }

  private OptionalLong disks(ToLongFunction<Disk> figure) {
    Map<String, Disk> earlier = earlierDisks();
    return after.disks().stream()
        .filter(disk -> earlier.containsKey(disk.name()))
        .mapToLong(disk -> figure.applyAsLong(disk) - figure.applyAsLong(earlier.get(disk.name())))
        .mapToObj(OptionalLong::of)
        .reduce(OptionalLong.empty(), (a, b) -> OptionalLong.of(a.orElse(0) + b.getAsLong()));
  }

  private Map<String, Disk> earlierDisks() {
    return before.disks().stream()
        .collect(Collectors.toMap(Disk::name, Function.identity(), (first, second) -> first));
  }

  private OptionalDouble share(long part) {
    long all = after.machine().all() - before.machine().all();
    return all > 0
        ? OptionalDouble.of(Math.min(1, Math.max(0, (double) part / all)))
        : OptionalDouble.empty();
  }

  private static OptionalLong difference(OptionalLong before, OptionalLong after) {
    return before.isPresent() && after.isPresent() && after.getAsLong() >= before.getAsLong()
        ? OptionalLong.of(after.getAsLong() - before.getAsLong())
        : OptionalLong.empty();
  }
}
