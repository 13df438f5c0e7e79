package dev.weir.compare;

import dev.weir.camel.Ingestion;
import dev.weir.camel.LaneProgress;
import dev.weir.layout.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/** Sees an ingestion through: tells its progress, ends it early when asked to. */
final class Load {
  private static final Duration TELL = Duration.ofMillis(100);

  private final StopSignal stop;
  private final Consumer<Ingestion> progress;

  /**
   * @param progress told ten times a second
   */
  Load(StopSignal stop, Consumer<Ingestion> progress) {
    this.stop = stop;
    this.progress = progress;
  }

  /**
   * What an ingestion did.
   *
   * @param nanos from the first record read to the last commit
   * @param batchMicros from the begin of a batch's transaction to the answer to its commit
   * @param startNanos when the first record was read, by {@link System#nanoTime}
   * @param perSecond what was stored in each second since then, without checkpoints
   */
  record Outcome(
      long stored,
      long commits,
      long nanos,
      Histogram batchMicros,
      List<LaneProgress> lanes,
      long startNanos,
      List<Costs.Second> perSecond) {

    double seconds() {
      return nanos / 1e9;
    }

    double recordsPerSecond() {
      return nanos == 0 ? 0 : stored / seconds();
    }

    long rowsWritten(Table table) {
      return stored * table.rowsPerRecord();
    }
  }

  /**
   * Waits for the ingestion to end, and closes it.
   *
   * @param whenEnded told when every lane has ended, before their connections are closed
   * @param enough asked ten times a second whether to stop reading
   * @throws RunFailed if a lane failed
   * @throws StopSignal.Stopped if the comparison is to end; what was gathered is stored first
   */
  Outcome await(Ingestion ingestion, Runnable whenEnded, Predicate<Ingestion> enough)
      throws InterruptedException, StopSignal.Stopped, RunFailed {
    try (ingestion) {
      while (!ingestion.awaitEnd(TELL)) {
        progress.accept(ingestion);
        if (stop.isGiven() || enough.test(ingestion)) {
          ingestion.stop();
        }
      }
      whenEnded.run();
    }
    stop.check();
    if (ingestion.failure().isPresent()) {
      throw new RunFailed("loading failed: " + reason(ingestion.failure().get()));
    }
    return new Outcome(
        ingestion.stored(),
        ingestion.commits(),
        ingestion.elapsedNanos(),
        ingestion.batchMicros(),
        ingestion.lanes(),
        ingestion.startNanos(),
        perSecond(ingestion));
  }

  private static List<Costs.Second> perSecond(Ingestion ingestion) {
    long[] stored = ingestion.storedEachSecond();
    long[] slowestMicros = ingestion.slowestBatchMicrosEachSecond();
    List<Costs.Second> seconds = new ArrayList<>();
    for (int second = 0; second < stored.length; second++) {
      Double slowest = slowestMicros[second] > 0 ? (Double) (slowestMicros[second] / 1e3) : null;
      seconds.add(new Costs.Second(second, stored[second], slowest, null));
    }
    return seconds;
  }

  /** The message of the innermost cause: what the server or the network said. */
  static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
