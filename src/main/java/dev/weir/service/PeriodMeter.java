package dev.weir.service;

import dev.weir.compare.Promise;
import dev.weir.compare.RunResult;
import dev.weir.compare.ServicePeriod;
import dev.weir.config.StrategySetting;
import dev.weir.delivery.Account;
import dev.weir.service.SlotRunner.Running;
import dev.weir.statistics.RunCosts;
import dev.weir.statistics.Snapshot;
import dev.weir.statistics.StatisticsCatalog;
import dev.weir.statistics.WaitProfile;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** What one strategy came to in its time. */
final class PeriodMeter {
  /** Shorter than this a period says more about its beginning than about its strategy. */
  private static final double LEAST_SECONDS = 10;

  private final int number;
  private final Slot slot;
  private final String dataset;
  private final int measurements;
  private final Running running;
  private final Instant startedAt = Instant.now();
  private final Map<WaitProfile.Kind, Long> waitsBefore;

  private final Stretches stretches;

  private Promise promise;
  private boolean shared;
  private long ownWal;
  private long ownWalLast;
  private long ownStored;

  PeriodMeter(
      StatisticsCatalog catalog,
      int number,
      Slot slot,
      String dataset,
      int measurements,
      Running running,
      Map<WaitProfile.Kind, Long> waitsBefore) {
    this.stretches = new Stretches(catalog, running.table().qualifiedName());
    this.number = number;
    this.slot = slot;
    this.dataset = dataset;
    this.measurements = measurements;
    this.running = running;
    this.waitsBefore = waitsBefore;
  }

  int number() {
    return number;
  }

  Slot slot() {
    return slot;
  }

  Running running() {
    return running;
  }

  Instant startedAt() {
    return startedAt;
  }

  synchronized void promise(Promise known) {
    promise = known;
  }

  /** Another slot stores at the same time: the server's log is not this one's alone. */
  synchronized void share() {
    shared = true;
  }

  /** Records stored by this period, without those that were there already. */
  long stored() {
    Account account = running.lanes().now();
    return account.stored() - account.passedOver();
  }

  /**
   * Takes in a reading of the server. One from before the latest is passed over.
   *
   * @param stored by the time of it
   */
  synchronized void take(Snapshot snapshot, long stored) {
    stretches.take(snapshot, stored);
  }

  /**
   * Takes in how much WAL the sessions of the lanes have made. Sessions that were made anew count
   * from 0 again.
   */
  synchronized void takeOwn(long bytes, long stored) {
    ownWal += bytes >= ownWalLast ? bytes - ownWalLast : bytes;
    ownWalLast = bytes;
    ownStored = stored;
  }

  /**
   * The period as it stands.
   *
   * @param endedAt null while it goes on
   * @param waitsNow what the sessions were seen at since the service began
   */
  synchronized ServicePeriod figures(Instant endedAt, Map<WaitProfile.Kind, Long> waitsNow) {
    Account account = running.lanes().now();
    Stretches.Sums sums = stretches.sums();
    Optional<RunCosts> sizes = stretches.sizes();
    double seconds = running.ingestion().elapsedNanos() / 1e9;
    List<String> notes = notes(seconds, endedAt != null);
    return new ServicePeriod(
        number,
        slot.name(),
        running.choice().name(),
        dataset,
        measurements,
        running.table().name(),
        settings(),
        promise,
        text(startedAt),
        endedAt == null ? null : text(endedAt),
        seconds == 0 ? null : seconds,
        stored(),
        running.ingestion().commits(),
        batchMillis(running.ingestion().batchMicros()),
        shared ? ownWal() : orNull(sums.walBytes()),
        shared ? (Long) ownStored : (Long) sums.counted(),
        shared ? null : orNull(sums.walRecords()),
        shared ? null : orNull(sums.images()),
        orNull(sums.timed()),
        orNull(sums.requested()),
        sizes.map(known -> orNull(known.heapBytes())).orElse(null),
        sizes.map(known -> orNull(known.indexBytes())).orElse(null),
        sizes.map(known -> orNull(known.toastBytes())).orElse(null),
        orNull(stretches.growth()),
        orNull(stretches.latestStored()),
        account.deadLettered(),
        WaitShares.between(waitsBefore, waitsNow),
        account.inFlight() == 0,
        seconds >= LEAST_SECONDS,
        endedAt == null ? null : failure(account),
        notes);
  }

  /** Nothing is lost by it, for the ledger knows; but this period's figures are not whole. */
  private String failure(Account ended) {
    if (ended.inFlight() == 0) {
      return null;
    }
    String why =
        running
            .ingestion()
            .failure()
            .map(thrown -> thrown.getMessage() == null ? thrown.toString() : thrown.getMessage())
            .orElse("its lanes were ended");
    return String.format(
        Locale.ROOT,
        "%,d records it had read are not stored by its end and are read again: %s",
        ended.inFlight(),
        why);
  }

  private Long ownWal() {
    return ownWal == 0 ? null : (Long) ownWal;
  }

  private List<String> notes(double seconds, boolean ended) {
    List<String> notes = new ArrayList<>();
    if (ended && seconds < LEAST_SECONDS) {
      notes.add("shorter than %.0f seconds: too short to be compared".formatted(LEAST_SECONDS));
    }
    if (shared) {
      notes.add(
          ownWal == 0
              ? "another slot stored at the same time: the server's log is not this one's alone"
              : "another slot stored at the same time: WAL is that of this slot's own sessions,"
                  + " without page headers, checkpoints and vacuum");
    }
    int restarts = stretches.restarts();
    if (restarts > 0) {
      notes.add(
          "the server's counters began anew %d times: what was stored meanwhile is not counted"
              .formatted(restarts));
    }
    return notes;
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    for (StrategySetting setting : StrategySetting.values()) {
      settings.put(setting.key(), running.choice().strategy().get(setting));
    }
    return settings;
  }

  private static RunResult.BatchMillis batchMillis(Histogram micros) {
    if (micros.getTotalCount() == 0) {
      return null;
    }
    return new RunResult.BatchMillis(
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(90) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getValueAtPercentile(99.9) / 1e3,
        micros.getMaxValue() / 1e3);
  }

  private static Long orNull(OptionalLong value) {
    return value.isPresent() ? (Long) value.getAsLong() : null;
  }

  private static String text(Instant moment) {
    return moment.truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
