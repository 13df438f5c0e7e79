package dev.weir.web;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What happened since the sample before it, about a second ago: one line of {@code /samples}. A
 * figure that could not be had is null and left out of the JSON, never 0.
 *
 * @param at when it was taken
 * @param serverUp whether the server answered this time
 * @param strategies one for each that runs
 * @param wal of the whole server
 * @param checkpoint {@code timed} or {@code requested} where one began since the sample before
 * @param waits what the lanes' sessions did, as shares from 0 to 1 by the keys {@code onCpu,
 *     walWrite, walSync, dataExtend, dataRead, dataWrite, lock, client, other}; empty when unknown
 */
public record LiveSample(
    Instant at,
    boolean serverUp,
    List<StrategySample> strategies,
    WalSample wal,
    String checkpoint,
    Map<String, Double> waits) {

  public LiveSample {
    strategies = List.copyOf(strategies);
    waits = Map.copyOf(waits);
  }

  /**
   * One strategy.
   *
   * @param strategy its name
   * @param period the number of the period it is in
   * @param recordsPerSecond stored
   * @param batchMillis of the batches committed since the sample before; null when there were none
   * @param inFlight records read that are neither stored nor dead letters yet
   * @param deadLettered records put aside since the period began
   * @param retried attempts after the first since the period began
   * @param lagSeconds how far behind its due time the last record stored was, at a fixed rate
   * @param heapBytes of its table, without indexes
   */
  public record StrategySample(
      String strategy,
      int period,
      Double recordsPerSecond,
      Double batchesPerSecond,
      BatchMillis batchMillis,
      Long inFlight,
      Long deadLettered,
      Long retried,
      Double lagSeconds,
      Long heapBytes,
      Long indexBytes,
      Long toastBytes) {}

  /** Latency of a batch, from its begin to the answer to its commit, in milliseconds. */
  public record BatchMillis(Double p50, Double p90, Double p99, Double max) {}

  /**
   * The server's write-ahead log.
   *
   * @param bytesPerSecond by its position
   * @param fullPageImageBytesPerSecondAtMost of them, those of full-page images if each were a
   *     whole page: the server counts images, and leaves out the hole of a page
   * @param directoryBytes size of the folder it is in, where the account may know
   */
  public record WalSample(
      Double bytesPerSecond, Double fullPageImageBytesPerSecondAtMost, Long directoryBytes) {}
}
