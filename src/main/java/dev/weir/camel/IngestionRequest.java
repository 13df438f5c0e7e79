package dev.weir.camel;

import dev.weir.dataset.Dataset;
import dev.weir.layout.Table;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a strategy is to store where.
 *
 * @param table an existing table
 * @param firstPositions dataset position each lane starts at, by lane; empty to start at the
 *     beginning, lane k at position k
 * @param records the floor: records stored by all lanes together, unless the dataset ends before;
 *     {@link Long#MAX_VALUE} to go on until stopped
 * @param atLeast how long a strategy that reaches the floor sooner goes on
 * @param rate records a second of all lanes together; empty to go as fast as the database
 */
public record IngestionRequest(
    Dataset dataset,
    Table table,
    List<Long> firstPositions,
    long records,
    Duration atLeast,
    OptionalDouble rate) {

  public IngestionRequest {
    firstPositions = List.copyOf(firstPositions);
  }

  /** So many records from the beginning, as fast as the database takes them. */
  public static IngestionRequest of(Dataset dataset, Table table, long records) {
    return new IngestionRequest(
        dataset, table, List.of(), records, Duration.ZERO, OptionalDouble.empty());
  }

  /** The same, and a strategy that reaches the floor sooner goes on for so long. */
  public IngestionRequest goingOnFor(Duration time) {
    return new IngestionRequest(dataset, table, firstPositions, records, time, rate);
  }

  /** The same at a fixed rate, in records a second of all lanes together. */
  public IngestionRequest atRate(double recordsPerSecond) {
    return new IngestionRequest(
        dataset, table, firstPositions, records, atLeast, OptionalDouble.of(recordsPerSecond));
  }

  /** The same, each lane starting at a position of its own. */
  public IngestionRequest from(List<Long> positions) {
    return new IngestionRequest(dataset, table, positions, records, atLeast, rate);
  }

  Slice slice(int lane, int lanes) {
    long share =
        records == Long.MAX_VALUE ? records : records / lanes + (lane < records % lanes ? 1 : 0);
    long first = firstPositions.isEmpty() ? lane : firstPositions.get(lane);
    OptionalDouble laneRate = rate.isEmpty() ? rate : OptionalDouble.of(rate.getAsDouble() / lanes);
    return new Slice(dataset, first, lanes, share, atLeast, laneRate);
  }
}
