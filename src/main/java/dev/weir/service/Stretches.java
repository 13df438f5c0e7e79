package dev.weir.service;

import dev.weir.statistics.Difference;
import dev.weir.statistics.RunCosts;
import dev.weir.statistics.Snapshot;
import dev.weir.statistics.StatisticsCatalog;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The server's counters over a long time, summed up over the stretches in which they can be
 * believed: a restart of the server ends one and begins the next, and what was stored in between
 * counts for neither. Not safe for use by several threads.
 */
final class Stretches {
  private final StatisticsCatalog catalog;
  private final String table;

  private Snapshot first;
  private Snapshot begin;
  private Snapshot latest;
  private long beginStored;
  private long latestStored;
  private Sums closed = Sums.NONE;
  private int restarts;

  /**
   * @param table whose size is of interest, as it is named in samples
   */
  Stretches(StatisticsCatalog catalog, String table) {
    this.catalog = catalog;
    this.table = table;
  }

  /**
   * Takes in a reading of the server. One from before the latest is passed over.
   *
   * @param stored records stored by the time of it
   */
  void take(Snapshot snapshot, long stored) {
    if (first == null) {
      first = snapshot;
    }
    if (begin == null) {
      begin(snapshot, stored);
      return;
    }
    if (snapshot.nanoTime() <= latest.nanoTime()) {
      return; // a sample that was on its way while the strategy before still stored
    }
    if (!Difference.between(catalog, latest, snapshot).valid()) {
      closed = closed.plus(open());
      restarts++;
      begin(snapshot, stored);
      return;
    }
    latest = snapshot;
    latestStored = stored;
  }

  private void begin(Snapshot snapshot, long stored) {
    begin = snapshot;
    beginStored = stored;
    latest = snapshot;
    latestStored = stored;
  }

  /** How often the counters began anew. */
  int restarts() {
    return restarts;
  }

  /** Records stored by the time of the latest reading. */
  OptionalLong latestStored() {
    return latest == null ? OptionalLong.empty() : OptionalLong.of(latestStored);
  }

  /** All stretches together. */
  Sums sums() {
    return begin == null ? closed : closed.plus(open());
  }

  private Sums open() {
    if (begin.nanoTime() == latest.nanoTime()) {
      return Sums.NONE;
    }
    RunCosts costs = Difference.between(catalog, begin, latest).costs(table);
    return new Sums(
        costs.walBytesByPosition(),
        costs.walRecords(),
        costs.walFullPageImages(),
        costs.checkpointsTimed(),
        costs.checkpointsRequested(),
        latestStored - beginStored);
  }

  /** The sizes of the table at the latest reading. */
  Optional<RunCosts> sizes() {
    return Optional.ofNullable(latest).map(this::sizes);
  }

  private RunCosts sizes(Snapshot at) {
    return Difference.between(catalog, at, at).costs(table);
  }

  /** What the table has grown by; empty when it shrank, as by retention. */
  OptionalLong growth() {
    if (first == null || latest == null) {
      return OptionalLong.empty();
    }
    OptionalLong before = sizes(first).diskBytes();
    OptionalLong now = sizes(latest).diskBytes();
    if (before.isEmpty() || now.isEmpty() || now.getAsLong() <= before.getAsLong()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(now.getAsLong() - before.getAsLong());
  }

  /** Counters of several stretches; empty where none could be read. */
  record Sums(
      OptionalLong walBytes,
      OptionalLong walRecords,
      OptionalLong images,
      OptionalLong timed,
      OptionalLong requested,
      long counted) {
    static final Sums NONE =
        new Sums(
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            0);

    Sums plus(Sums other) {
      return new Sums(
          sum(walBytes, other.walBytes),
          sum(walRecords, other.walRecords),
          sum(images, other.images),
          sum(timed, other.timed),
          sum(requested, other.requested),
          counted + other.counted);
    }

    private static OptionalLong sum(OptionalLong a, OptionalLong b) {
      return a.isEmpty() && b.isEmpty() ? a : OptionalLong.of(a.orElse(0) + b.orElse(0));
    }
  }
}
