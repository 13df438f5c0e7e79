package dev.weir.compare;

import dev.weir.layout.Table;
import dev.weir.statistics.CheckpointBill;
import dev.weir.statistics.MachineCost;
import dev.weir.statistics.RunCosts;
import dev.weir.statistics.WalBudget;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** The figures of a run, worked out from what the load did and what the server counted. */
final class RunFigures {
  private final Load.Outcome load;
  private final RunCosts costs;
  private final Table table;

  RunFigures(Load.Outcome load, RunCosts costs, Table table) {
    this.load = load;
    this.costs = costs;
    this.table = table;
  }

  RunResult.Loading loading(MachineCost machine) {
    double rate = load.recordsPerSecond();
    OptionalLong cpuNanos = machine.clientCpuNanos();
    return new RunResult.Loading(
        load.stored(),
        load.seconds(),
        rate,
        rate * table.measurements(),
        rate * table.rowsPerRecord(),
        load.commits(),
        load.commits() / load.seconds(),
        batchMillis(load.batchMicros()),
        cpuNanos.isPresent() ? cpuNanos.getAsLong() / 1e3 / load.stored() : null);
  }

  /** Bytes of images are known where the log itself was read. */
  RunResult.Wal wal(WalBudget budget) {
    OptionalLong bytes = costs.walBytesByPosition();
    OptionalLong images = costs.walFullPageImages();
    OptionalLong imageBytes =
        budget.isByLog() ? budget.bytes(WalBudget.Part.FULL_PAGE_IMAGES) : OptionalLong.empty();
    return new RunResult.Wal(
        orNull(bytes),
        aRecord(bytes),
        orNull(costs.walBytesByCounter()),
        orNull(costs.walRecords()),
        orNull(images),
        images.isPresent() && images.getAsLong() == 0 ? (Long) 0L : orNull(imageBytes));
  }

  RunResult.Checkpoints checkpoints(Optional<CheckpointBill> bill) {
    return new RunResult.Checkpoints(
        orNull(costs.checkpointsTimed()),
        orNull(costs.checkpointsRequested()),
        bill.map(paid -> paid.time().toNanos() / 1e6).orElse(null),
        bill.map(CheckpointBill::writtenBytes).orElse(null));
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
