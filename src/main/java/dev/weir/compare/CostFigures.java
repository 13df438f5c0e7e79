package dev.weir.compare;

import dev.weir.layout.Table;
import dev.weir.statistics.MachineCost;
import dev.weir.statistics.WaitProfile;
import dev.weir.statistics.WaitProfile.Kind;
import dev.weir.statistics.WalBudget;
import dev.weir.statistics.WalBudget.Part;
import dev.weir.statistics.WalPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Where the figures of a run come from, worked out from what was watched and read. */
final class CostFigures {
  /** The first bucket of the histogram ends here; the others are each this much longer. */
  private static final int FIRST_BUCKET_MICROS = 100;

  private static final double BUCKET_GROWTH = Math.sqrt(2);

  private final Load.Outcome load;
  private final Table table;

  CostFigures(Load.Outcome load, Table table) {
    this.load = load;
    this.table = table;
  }

  /**
   * @param stores whether the run wrote anything; else all of the log is others' of course
   */
  Costs costs(Aftermath aftermath, LoadWatch watch, boolean stores) {
    return new Costs(
        walBudget(aftermath.walBudget()),
        stores ? waits(watch.waits()) : null,
        machine(watch.machine(), watch.isServerHere()),
        client(watch.machine()),
        stores ? aftermath.foreign().map(foreign -> foreign.share()).orElse(null) : null,
        orNull(aftermath.dirtyBuffers()),
        perSecond(
            watch
                .checkpoints()
                .seen(
                    load.startNanos(),
                    load.perSecond().size(),
                    aftermath.before(),
                    aftermath.after())),
        histogram(load.batchMicros()));
  }

  private Costs.WalBudget walBudget(WalBudget budget) {
    Map<String, Long> indexes = null;
    if (budget.isByLog()) {
      indexes = new LinkedHashMap<>();
      for (Map.Entry<String, WalPart> index : budget.indexes().entrySet()) {
        indexes.merge(ownName(index.getKey()), index.getValue().bytes(), Long::sum);
      }
    }
    return new Costs.WalBudget(
        orNull(budget.bytes(Part.HEAP)),
        orNull(budget.bytes(Part.INDEX)),
        orNull(budget.bytes(Part.TOAST)),
        orNull(budget.bytes(Part.FULL_PAGE_IMAGES)),
        orNull(budget.bytes(Part.COMMIT)),
        orNull(budget.bytes(Part.OTHER)),
        budget.source(),
        indexes);
  }

  /** Every run's table has another name, and the server names an index after its table. */
  private String ownName(String index) {
    String prefix = table.name() + "_";
    return index.startsWith(prefix) ? index.substring(prefix.length()) : index;
  }

  /** Null when nothing was seen: a load may be over before the first look. */
  private static Costs.Waits waits(WaitProfile profile) {
    return profile.shares().isEmpty()
        ? null
        : new Costs.Waits(
            profile.samples(),
            profile.share(Kind.CPU),
            profile.share(Kind.WAL_WRITE),
            profile.share(Kind.WAL_SYNC),
            profile.share(Kind.FILE_EXTEND),
            profile.share(Kind.FILE_READ),
            profile.share(Kind.FILE_WRITE),
            profile.share(Kind.LOCK),
            profile.share(Kind.CLIENT),
            profile.share(Kind.OTHER));
  }

  private Costs.Machine machine(MachineCost cost, boolean serverHere) {
    double seconds = cost.elapsed().toNanos() / 1e9;
    OptionalLong serverNanos = cost.serverCpuNanos();
    return new Costs.Machine(
        orNull(cost.cpuShare()),
        serverHere ? orNull(cost.ioWaitShare()) : null,
        serverHere ? aRecord(cost.diskWrittenBytes()) : null,
        serverHere && cost.diskWrites().isPresent()
            ? cost.diskWrites().getAsLong() / seconds
            : null,
        serverHere ? orNull(cost.diskBusyShare()) : null,
        serverNanos.isPresent() ? serverNanos.getAsLong() / 1e3 / load.stored() : null);
  }

  private Costs.Client client(MachineCost cost) {
    return new Costs.Client(
        aRecord(cost.allocatedBytes()),
        cost.garbageCollections(),
        cost.garbageCollectionTime().toMillis());
  }

  private List<Costs.Second> perSecond(Map<Integer, String> checkpoints) {
    return load.perSecond().stream()
        .map(
            second ->
                new Costs.Second(
                    second.second(),
                    second.records(),
                    second.slowestBatchMillis(),
                    checkpoints.get(second.second())))
        .toList();
  }

  private static List<Costs.Batches> histogram(Histogram micros) {
    List<Costs.Batches> buckets = new ArrayList<>();
    for (HistogramIterationValue bucket :
        micros.logarithmicBucketValues(FIRST_BUCKET_MICROS, BUCKET_GROWTH)) {
      if (bucket.getCountAddedInThisIterationStep() > 0) {
        buckets.add(
            new Costs.Batches(
                bucket.getValueIteratedTo() / 1e3, bucket.getCountAddedInThisIterationStep()));
      }
    }
    return buckets;
  }

  private Double aRecord(OptionalLong bytes) {
    return bytes.isPresent() ? (double) bytes.getAsLong() / load.stored() : null;
  }

  private static Long orNull(OptionalLong value) {
    return value.isPresent() ? (Long) value.getAsLong() : null;
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? (Double) value.getAsDouble() : null;
  }
}
