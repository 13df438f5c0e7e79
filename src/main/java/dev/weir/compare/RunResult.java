package dev.weir.compare;

import java.util.List;

/**
 * What one run came to. A figure that could not be had is null, never 0: it is left out of
 * results.json.
 *
 * @param round from 1
 * @param position where in its round the run stood, from 1
 * @param startedAt ISO 8601, UTC
 * @param verified whether count and digest of the table agree with the dataset's
 * @param valid whether the figures are worth having; {@code notes} say why not
 * @param failure what made the run fail; null when it did not
 * @param notes what the reader of the figures should know
 */
public record RunResult(
    String strategy,
    int round,
    int position,
    String startedAt,
    Loading loading,
    Wal wal,
    Checkpoints checkpoints,
    Disk disk,
    Costs costs,
    Probes probes,
    boolean verified,
    boolean valid,
    String failure,
    List<String> notes) {

  public RunResult {
    notes = List.copyOf(notes);
  }

  /** A run whose figures may be compared. */
  public boolean counts() {
    return verified && valid && failure == null;
  }

  /** A run of which nothing but its failure is known. */
  static RunResult failed(
      PlannedRun planned, String startedAt, String failure, List<String> notes) {
    return new RunResult(
        planned.strategy().name(),
        planned.round(),
        planned.position(),
        startedAt,
        Loading.NONE,
        Wal.NONE,
        Checkpoints.NONE,
        Disk.NONE,
        Costs.NONE,
        Probes.NONE,
        false,
        false,
        failure,
        notes);
  }

  /**
   * The load itself, from the first record read to the last commit.
   *
   * @param commits transactions committed by the writers
   * @param batchMillis from the begin of a batch's transaction to the end of its commit
   * @param clientCpuMicrosPerRecord CPU of Weir's whole process during the run, user and system
   */
  public record Loading(
      Long records,
      Double seconds,
      Double recordsPerSecond,
      Double measurementsPerSecond,
      Double rowsPerSecond,
      Long commits,
      Double commitsPerSecond,
      BatchMillis batchMillis,
      Double clientCpuMicrosPerRecord) {
    static final Loading NONE = new Loading(null, null, null, null, null, null, null, null, null);
  }

  /** Latency of a batch in milliseconds at some percentiles. */
  public record BatchMillis(double p50, double p90, double p99, double p999, double max) {}

  /**
   * Write-ahead log of the run.
   *
   * @param walBytes by difference of the log's position
   * @param walBytesByStatistics by {@code pg_stat_wal}: records and images without page headers and
   *     padding
   * @param walFpi full-page images
   * @param walFpiBytes bytes of full-page images, where the log itself could be read
   */
  public record Wal(
      Long walBytes,
      Double walBytesPerRecord,
      Long walBytesByStatistics,
      Long walRecords,
      Long walFpi,
      Long walFpiBytes) {
    static final Wal NONE = new Wal(null, null, null, null, null, null);
  }

  /**
   * Checkpoints during the run, and the one left to pay after it.
   *
   * @param checkpointAfterMillis how long the CHECKPOINT right after the run took
   * @param checkpointAfterBytes what it wrote from shared buffers
   */
  public record Checkpoints(
      Long checkpointsTimed,
      Long checkpointsRequested,
      Double checkpointAfterMillis,
      Long checkpointAfterBytes) {
    static final Checkpoints NONE = new Checkpoints(null, null, null, null);
  }

  /** The table after the run and before the probes, in bytes. */
  public record Disk(
      Long heapBytes, Long indexBytes, Long toastBytes, Long diskBytes, Double diskBytesPerRecord) {
    static final Disk NONE = new Disk(null, null, null, null, null);
  }

  /**
   * What the stored records are like to use.
   *
   * @param readOneMillis median time of reading one whole record by id, warm
   * @param updatesPerSecond changes of one measurement of one record, each committed
   * @param averageMillis median time of the average of one measurement over a range of time
   * @param latestMillis median time of reading the latest record of one series
   * @param rangeMillis median time of reading all measurements of one series over a range of time
   */
  public record Probes(
      Double readOneMillis,
      Double updatesPerSecond,
      Double averageMillis,
      Double latestMillis,
      Double rangeMillis) {
    static final Probes NONE = new Probes(null, null, null, null, null);
  }
}
