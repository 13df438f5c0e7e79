package dev.weir.compare;

import java.util.List;
import java.util.Map;

/**
 * Where the figures of a run come from: what its WAL is about, what its sessions waited for, what
 * machine and client did meanwhile. A part that could not be had is null.
 *
 * @param foreignWalShare of the WAL, from 0 to 1, that was not of the run
 * @param dirtyBuffers shared buffers not yet written to their files at the end of the run
 * @param perSecond what was stored in each second since the first read
 * @param batchHistogram batches by their time; those of {@code batchMillis}
 */
public record Costs(
    WalBudget walBudget,
    Waits waits,
    Machine machine,
    Client client,
    Double foreignWalShare,
    Long dirtyBuffers,
    List<Second> perSecond,
    List<Batches> batchHistogram) {
  static final Costs NONE = new Costs(null, null, null, null, null, null, null, null);

  public Costs {
    perSecond = perSecond == null ? null : List.copyOf(perSecond);
    batchHistogram = batchHistogram == null ? null : List.copyOf(batchHistogram);
  }

  /**
   * What the WAL of the run is about, in bytes. The parts add up to {@code walBytes}; one that
   * could not be told apart is null and within {@code other}.
   *
   * @param heap the table's rows
   * @param index all indexes
   * @param toast values stored out of line
   * @param fullPageImages pages whole, at their first change after a checkpoint
   * @param commit commits
   * @param other the system's and other sessions' work, page headers, padding
   * @param source where this comes from
   * @param indexes the part {@code index} by index, named without the table's name: {@code pkey}
   */
  public record WalBudget(
      Long heap,
      Long index,
      Long toast,
      Long fullPageImages,
      Long commit,
      Long other,
      String source,
      Map<String, Long> indexes) {

    public WalBudget {
      indexes = indexes == null ? null : Map.copyOf(indexes);
    }
  }

  /**
   * What the lanes' sessions did with their time, as shares from 0 to 1 of what was seen.
   *
   * @param samples how many times they were looked at
   * @param onCpu computing, or ready to
   * @param walWrite handing WAL to the operating system
   * @param walSync waiting for WAL to be on disk
   * @param dataExtend making data files longer
   * @param lock waiting for locks, the server's own included
   * @param client waiting for Weir or the network
   */
  public record Waits(
      int samples,
      double onCpu,
      double walWrite,
      double walSync,
      double dataExtend,
      double dataRead,
      double dataWrite,
      double lock,
      double client,
      double other) {}

  /**
   * What the machine did during the load, all that ran on it together. The disks and the server are
   * known only where the server runs on Weir's machine.
   *
   * @param cpuShare of the processors in use, from 0 to 1
   * @param iowaitShare of the processors idle while a read or write was under way
   * @param diskWriteBytesPerRecord sent to all disks
   * @param diskWritesPerSecond requests to all disks
   * @param diskBusyShare of the time the busiest disk had a read or write under way
   * @param serverCpuMicrosPerRecord of all the server's processes
   */
  public record Machine(
      Double cpuShare,
      Double iowaitShare,
      Double diskWriteBytesPerRecord,
      Double diskWritesPerSecond,
      Double diskBusyShare,
      Double serverCpuMicrosPerRecord) {}

  /**
   * What Weir's own process did during the load.
   *
   * @param allocatedBytesPerRecord heap asked for
   * @param gcPauses garbage collections
   * @param gcMillis time they took
   */
  public record Client(Double allocatedBytesPerRecord, Long gcPauses, Long gcMillis) {}

  /**
   * One second of the load.
   *
   * @param second since the first read, from 0
   * @param records committed
   * @param slowestBatchMillis of those committed; null without one
   * @param checkpoint {@code timed} or {@code requested} where one was first seen; mostly null
   */
  public record Second(int second, long records, Double slowestBatchMillis, String checkpoint) {}

  /**
   * Batches that took about as long.
   *
   * @param upToMillis the longest of them; the shortest is longer than those before
   */
  public record Batches(double upToMillis, long batches) {}
}
