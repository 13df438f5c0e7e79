package dev.weir.service;

import dev.weir.camel.Pipeline;
import dev.weir.camel.Sampling;
import dev.weir.config.ConfigurationException;
import dev.weir.statistics.Difference;
import dev.weir.statistics.RunCosts;
import dev.weir.statistics.Snapshot;
import dev.weir.statistics.WaitProfile;
import dev.weir.web.LiveSample;
import dev.weir.web.LiveSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sample a second for whoever wants it, out of the readings of the sampling route and the lanes'
 * own counts. Goes on while the server is away, and says that it is.
 */
final class LiveFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);

  /** The WAL's folder is looked at with every so many samples: that costs a look at each file. */
  private static final int WAL_FOLDER_EVERY = 10;

  /** A reading that is older by so many periods means that the server does not answer. */
  private static final int LATE = 3;

  private final Pipeline pipeline;
  private final PeriodKeeper periods;
  private final Duration period;
  private final List<Consumer<LiveSample>> readers = new CopyOnWriteArrayList<>();
  private final AtomicReference<Snapshot> newest = new AtomicReference<>();
  private final Latency latency = new Latency();
  private final Map<Integer, Counts> before = new HashMap<>();
  private long begunNanos = System.nanoTime();
  private Sampling sampling;
  private List<String> watched = List.of();
  private Snapshot shown;
  private Map<WaitProfile.Kind, Long> waits = Map.of();
  private Long walFolderBytes;
  private int samples;
  private boolean closed;
  private volatile boolean serverUp;
  private volatile Instant serverSince = Instant.now();

  LiveFeed(Pipeline pipeline, PeriodKeeper periods, Duration period) {
    this.pipeline = pipeline;
    this.periods = periods;
    this.period = period;
  }

  /** What was counted at the last sample. */
  private record Counts(long nanos, long stored, long batches) {}

  LiveSource.Subscription subscribe(Consumer<LiveSample> reader) {
    // found again by identity, whatever was given
    Consumer<LiveSample> own = sample -> reader.accept(sample);
    readers.add(own);
    return () -> readers.remove(own);
  }

  boolean isServerUp() {
    return serverUp;
  }

  Instant serverSince() {
    return serverSince;
  }

  /** One sample; to be called once a period, by one thread. */
  synchronized void tick() {
    if (closed) {
      return;
    }
    List<PeriodMeter> running = periods.running();
    sampleServer(running);
    Snapshot snapshot = newest.get();
    noteServer(snapshot);
    boolean fresh = snapshot != null && (shown == null || snapshot.nanoTime() != shown.nanoTime());
    if (fresh) {
      running.forEach(meter -> meter.take(snapshot, meter.stored()));
    }
    LiveSample sample = sample(running, fresh ? snapshot : null);
    if (fresh) {
      shown = snapshot;
    }
    readers.forEach(reader -> reader.accept(sample));
  }

  private void sampleServer(List<PeriodMeter> running) {
    List<String> tables =
        running.stream().map(meter -> meter.running().table().qualifiedName()).toList();
    try {
      if (sampling == null && !running.isEmpty()) {
        sampling = pipeline.sample(period, tables, newest::set);
        begunNanos = System.nanoTime();
        watched = tables;
      }
    } catch (ConfigurationException | IllegalStateException e) {
      LOG.info("The server is not sampled yet: {}", e.getMessage());
    }
    if (sampling != null && !tables.equals(watched)) {
      sampling.watch(tables);
      watched = tables;
    }
    if (serverUp && periods.isSideBySide()) {
      running.forEach(periods::readOwnWal);
    }
    if (serverUp && samples++ % WAL_FOLDER_EVERY == 0) {
      walFolderBytes =
          periods
              .read(List.of())
              .map(s -> orNull(s.figures().whole("wal_directory", "bytes")))
              .orElse(walFolderBytes);
    }
  }

  private void noteServer(Snapshot snapshot) {
    // before the first reading the server is not away yet: it has not been asked for long enough
    long latest = snapshot == null ? begunNanos : snapshot.nanoTime();
    boolean up = System.nanoTime() - latest < LATE * period.toNanos() + 1e9;
    if (up != serverUp) {
      serverSince = Instant.now();
      serverUp = up;
    }
  }

  private LiveSample sample(List<PeriodMeter> running, Snapshot snapshot) {
    RunCosts costs = null;
    double seconds = 0;
    if (snapshot != null && shown != null) {
      Difference difference = Difference.between(periods.catalog(), shown, snapshot);
      if (difference.valid()) {
        costs = difference.costs("");
        seconds = difference.elapsed().toNanos() / 1e9;
      }
    }
    List<LiveSample.StrategySample> strategies = new ArrayList<>();
    Set<Integer> numbers = new HashSet<>();
    for (PeriodMeter meter : running) {
      strategies.add(strategy(meter, snapshot));
      numbers.add(meter.number());
    }
    latency.keep(numbers);
    before.keySet().retainAll(numbers);
    Map<WaitProfile.Kind, Long> waitsNow = periods.waits();
    Map<String, Double> shares = WaitShares.between(waits, waitsNow);
    waits = waitsNow;
    return new LiveSample(
        Instant.now(), serverUp, strategies, wal(costs, seconds), checkpoint(costs), shares);
  }

  private LiveSample.WalSample wal(RunCosts costs, double seconds) {
    Long bytes = costs == null ? null : orNull(costs.walBytesByPosition());
    Long images = costs == null ? null : orNull(costs.walFullPageImages());
    return new LiveSample.WalSample(
        perSecond(bytes, seconds),
        perSecond(FullPageImages.bytesAtMost(images, bytes, periods.server()), seconds),
        walFolderBytes);
  }

  private LiveSample.StrategySample strategy(PeriodMeter meter, Snapshot snapshot) {
    SlotRunner.Running now = meter.running();
    Counts counts = new Counts(System.nanoTime(), meter.stored(), now.ingestion().commits());
    Counts last = before.put(meter.number(), counts);
    double seconds = last == null ? 0 : (counts.nanos() - last.nanos()) / 1e9;
    RunCosts sizes =
        snapshot == null
            ? null
            : Difference.between(periods.catalog(), snapshot, snapshot)
                .costs(now.table().qualifiedName());
    return new LiveSample.StrategySample(
        now.choice().name(),
        meter.number(),
        seconds == 0 ? null : (Double) ((counts.stored() - last.stored()) / seconds),
        seconds == 0 ? null : (Double) ((counts.batches() - last.batches()) / seconds),
        latency.since(meter.number(), now.ingestion().batchMicros()),
        now.lanes().now().inFlight(),
        now.lanes().now().deadLettered(),
        now.lanes().now().retried(),
        now.ingestion().lagSeconds().isPresent()
            ? (Double) now.ingestion().lagSeconds().getAsDouble()
            : null,
        sizes == null ? null : orNull(sizes.heapBytes()),
        sizes == null ? null : orNull(sizes.indexBytes()),
        sizes == null ? null : orNull(sizes.toastBytes()));
  }

  private static String checkpoint(RunCosts costs) {
    if (costs == null) {
      return null;
    }
    if (costs.checkpointsRequested().orElse(0) > 0) {
      return "requested";
    }
    return costs.checkpointsTimed().orElse(0) > 0 ? "timed" : null;
  }

  private static Double perSecond(Long count, double seconds) {
    return count == null || seconds == 0 ? null : (Double) (count / seconds);
  }

  private static Long orNull(OptionalLong value) {
    return value.isPresent() ? (Long) value.getAsLong() : null;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (sampling != null) {
      sampling.close();
    }
  }
}
