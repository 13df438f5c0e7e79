package dev.weir.compare;

import dev.weir.layout.Table;
import dev.weir.statistics.RunCosts;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** The figures of a run, worked out from what the load did and what the server counted. */
final class RunFigures {
  private static final long PAGE_BYTES = 8192;

  private final Load.Outcome load;
  private final RunCosts costs;
  private final Table table;

  RunFigures(Load.Outcome load, RunCosts costs, Table table) {
    this.load = load;
    this.costs = costs;
    this.table = table;
  }

  RunResult.Loading loading() {
    double rate = load.recordsPerSecond();
    return new RunResult.Loading(
        load.stored(),
        load.seconds(),
        rate,
        rate * table.measurements(),
        rate * table.rowsPerRecord(),
        load.commits(),
        load.commits() / load.seconds(),
        batchMillis(load.batchMicros()),
        load.cpuNanos().isPresent() ? load.cpuNanos().getAsLong() / 1e3 / load.stored() : null);
  }

  /**
   * @param imageBytes of full-page images, read from the log
   */
  RunResult.Wal wal(OptionalLong imageBytes) {
    OptionalLong bytes = costs.walBytesByPosition();
    OptionalLong images = costs.walFullPageImages();
    return new RunResult.Wal(
        orNull(bytes),
        aRecord(bytes),
        orNull(costs.walBytesByCounter()),
        orNull(costs.walRecords()),
        orNull(images),
        images.isPresent() && images.getAsLong() == 0 ? (Long) 0L : orNull(imageBytes));
  }

  RunResult.Checkpoints checkpoints(OptionalDouble afterMillis, OptionalLong afterBuffers) {
    return new RunResult.Checkpoints(
        orNull(costs.checkpointsTimed()),
        orNull(costs.checkpointsRequested()),
        afterMillis.isPresent() ? afterMillis.getAsDouble() : null,
        afterBuffers.isPresent() ? afterBuffers.getAsLong() * PAGE_BYTES : null);
  }

  RunResult.Disk disk() {
    OptionalLong all = costs.diskBytes();
    return new RunResult.Disk(
        orNull(costs.heapBytes()),
        orNull(costs.indexBytes()),
        orNull(costs.toastBytes()),
        orNull(all),
        aRecord(all));
  }

  private static RunResult.BatchMillis batchMillis(Histogram micros) {
    return new RunResult.BatchMillis(
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(90) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getValueAtPercentile(99.9) / 1e3,
        micros.getMaxValue() / 1e3);
  }

  private Double aRecord(OptionalLong bytes) {
    return bytes.isPresent() ? (double) bytes.getAsLong() / load.stored() : null;
  }

  private static Long orNull(OptionalLong value) {
    return value.isPresent() ? (Long) value.getAsLong() : null;
  }
}
