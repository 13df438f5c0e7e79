package dev.weir.web;

import dev.weir.web.LiveSample.StrategySample;
import dev.weir.web.LiveSample.WalSample;
import dev.weir.web.LiveState.Health;
import dev.weir.web.LiveState.Level;
import dev.weir.web.LiveState.RunningStrategy;
import dev.weir.web.LiveState.Server;
import dev.weir.web.LiveState.SwapError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A service as a test tells it: which strategies run, whether the server is there, what is wrong.
 * Samples come when the test says so, each a second after the one before.
 */
final class ScriptedSource implements LiveSource {
  static final Instant BEGIN = Instant.parse("2026-11-30T12:00:00Z");

  private final List<Consumer<LiveSample>> readers = new CopyOnWriteArrayList<>();
  private final List<Periods.Period> ended = new ArrayList<>();
  private final List<String> running = new ArrayList<>();
  private final List<SwapError> errors = new ArrayList<>();
  private boolean serverUp = true;
  private int seconds;
  private int periods;
  private long stored;

  ScriptedSource(String... strategies) {
    for (String strategy : strategies) {
      begin(strategy);
    }
  }

  int readers() {
    return readers.size();
  }

  private void begin(String strategy) {
    running.add(strategy);
    periods++;
  }

  /** Another strategy takes the place of the one that runs. */
  synchronized void swap(String strategy) {
    ended.add(period(running.remove(0), periods, now()));
    begin(strategy);
  }

  synchronized void badFile(String file, String problem) {
    errors.add(0, new SwapError(now(), file, List.of(problem), running.get(0)));
  }

  synchronized void mended() {
    errors.clear();
  }

  synchronized void server(boolean up) {
    serverUp = up;
  }

  private Instant now() {
    return BEGIN.plusSeconds(seconds);
  }

  /** Gives one sample to all who read. */
  void tick() {
    LiveSample sample = next();
    readers.forEach(reader -> reader.accept(sample));
  }

  void tick(int times) {
    for (int i = 0; i < times; i++) {
      tick();
    }
  }

  private synchronized LiveSample next() {
    seconds++;
    List<StrategySample> each = new ArrayList<>();
    for (String strategy : running) {
      double rate = rate(strategy) * (1 + 0.08 * Math.sin(seconds / 4.0));
      stored += serverUp ? (long) rate : 0;
      each.add(serverUp ? at(strategy, rate) : away(strategy));
    }
    boolean checkpoint = serverUp && seconds % 40 == 20;
    double wal = running.stream().mapToDouble(s -> rate(s) * walPerRecord(s)).sum();
    double images = wal * Math.exp(-(seconds % 40) / 8.0);
    return new LiveSample(
        now(),
        serverUp,
        each,
        serverUp
            ? new WalSample(wal + images, images, 512_000_000L + seconds * 1_000_000L)
            : new WalSample(null, null, null),
        checkpoint ? (seconds % 80 == 20 ? "timed" : "requested") : null,
        serverUp
            ? Map.of(
                "onCpu", 0.55, "walWrite", 0.1, "walSync", 0.12, "dataExtend", 0.08, "client", 0.15)
            : Map.of());
  }

  private StrategySample at(String strategy, double rate) {
    double slow = 1 + 0.4 * Math.sin(seconds / 3.0);
    return new StrategySample(
        strategy,
        periods,
        rate,
        rate / 1000,
        new LiveSample.BatchMillis(18 * slow, 24 * slow, 41 * slow, 63 * slow),
        1_000 + seconds % 7L * 100,
        3L,
        0L,
        null,
        stored * 800,
        stored * 21,
        0L);
  }

  private StrategySample away(String strategy) {
    return new StrategySample(
        strategy, periods, 0.0, 0.0, null, 2_000L, 3L, (long) seconds, null, null, null, null);
  }

  private static double rate(String strategy) {
    return strategy.startsWith("narrow") ? 6_000 : 45_000;
  }

  private static double walPerRecord(String strategy) {
    return strategy.startsWith("narrow") ? 11_600 : 910;
  }

  @Override
  public synchronized LiveState state() {
    List<RunningStrategy> each = new ArrayList<>();
    for (String strategy : running) {
      each.add(
          new RunningStrategy(
              strategy,
              strategy + ".camel.yaml",
              "sensors",
              "public.weir_" + strategy.replace('-', '_') + "_sensors",
              periods,
              BEGIN,
              serverUp ? "running" : "waiting",
              serverUp ? null : "Connection refused",
              null,
              stored + 1_003,
              stored,
              3L,
              1_000L,
              Map.of("layout", layout(strategy), "method", "copy-binary", "batchSize", "1000")));
    }
    return new LiveState(
        "0.1.0",
        BEGIN,
        health(),
        new Server(
            "127.0.0.1:5432/weir",
            "18.3",
            serverUp,
            now(),
            Map.of("max_wal_size", "1GB", "shared_buffers", "128MB", "synchronous_commit", "on"),
            null),
        each,
        errors);
  }

  private Health health() {
    if (!serverUp) {
      return new Health(
          Level.WAITING,
          List.of("PostgreSQL does not answer. Nothing is lost: reading waits until it is back."));
    }
    return errors.isEmpty()
        ? new Health(Level.WELL, List.of("Records are stored as they come."))
        : new Health(Level.WARNING, List.of("A route file was changed and cannot be used."));
  }

  @Override
  public synchronized Periods periods() {
    List<Periods.Period> all = new ArrayList<>(ended);
    for (String strategy : running) {
      all.add(period(strategy, periods, null));
    }
    return new Periods(all, List.of());
  }

  private static String layout(String strategy) {
    int end = strategy.indexOf('-');
    return end < 0 ? strategy : strategy.substring(0, end);
  }

  private static Periods.Period period(String strategy, int number, Instant end) {
    return new Periods.Period(
        number,
        strategy,
        layout(strategy),
        "copy-binary",
        "sensors",
        BEGIN,
        end,
        60.0,
        Math.round(rate(strategy) * 60),
        rate(strategy),
        new Periods.BatchMillis(18.0, 24.0, 41.0, 55.0, 63.0),
        (long) (rate(strategy) * 60 * walPerRecord(strategy)),
        walPerRecord(strategy),
        14_648L,
        120_000_000L,
        0L,
        1L,
        2_200_000_000L,
        59_000_000L,
        0L,
        walPerRecord(strategy) * 0.9,
        3L,
        Map.of(),
        true,
        List.of());
  }

  @Override
  public Subscription subscribe(Consumer<LiveSample> reader) {
    readers.add(reader);
    return () -> readers.remove(reader);
  }
}
