package dev.weir.compare;

import java.util.List;
import java.util.Map;

/**
 * The time of one strategy in a running service, from its start to its swap. A figure that could
 * not be had is null.
 *
 * @param number from 1, of all slots together; never used again
 * @param slot whose strategies follow each other
 * @param measurements of each record
 * @param settings every setting by key, as it was in force
 * @param promise what its commits were worth; null where the server could not be asked
 * @param startedAt ISO 8601, UTC
 * @param endedAt null while it goes on
 * @param seconds from the first record read to the last commit
 * @param records stored in it, without those found stored
 * @param counted of them, those stored while the server's counters could be read: what the figures
 *     of the log are held against
 * @param walFpi full-page images
 * @param diskGrowthBytes what the table has grown by
 * @param sized of the records, those stored when its size was read
 * @param waits shares from 0 to 1 of what the lanes' sessions did, by the keys of results.json
 * @param accounted whether every record read is stored or a dead letter by its end
 * @param valid whether the figures are worth having; {@code notes} say why not
 * @param failure why it ended before all it had read was stored; null when that was not so
 */
public record ServicePeriod(
    int number,
    String slot,
    String strategy,
    String dataset,
    int measurements,
    String table,
    Map<String, String> settings,
    Promise promise,
    String startedAt,
    String endedAt,
    Double seconds,
    long records,
    long commits,
    RunResult.BatchMillis batchMillis,
    Long walBytes,
    Long counted,
    Long walRecords,
    Long walFpi,
    Long checkpointsTimed,
    Long checkpointsRequested,
    Long heapBytes,
    Long indexBytes,
    Long toastBytes,
    Long diskGrowthBytes,
    Long sized,
    long deadLettered,
    Map<String, Double> waits,
    boolean accounted,
    boolean valid,
    String failure,
    List<String> notes) {

  public ServicePeriod {
    settings = Map.copyOf(settings);
    waits = Map.copyOf(waits);
    notes = List.copyOf(notes);
  }

  /** Null before the first record. */
  public Double recordsPerSecond() {
    return seconds == null || seconds == 0 ? null : records / seconds;
  }

  public Double walBytesPerRecord() {
    return walBytes == null || counted == null || counted == 0 ? null : walBytes / (double) counted;
  }

  /** What the table has grown by, a record. */
  public Double diskBytesPerRecord() {
    return diskGrowthBytes == null || sized == null || sized == 0
        ? null
        : diskGrowthBytes / (double) sized;
  }
}
