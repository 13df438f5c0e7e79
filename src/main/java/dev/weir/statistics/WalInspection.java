package dev.weir.statistics;

import dev.weir.statistics.WalBudget.Part;
import dev.weir.statistics.WalLog.Made;
import dev.weir.statistics.WalLog.Range;
import dev.weir.statistics.WalLog.Target;
import dev.weir.statistics.WalRelations.Owner;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Makes the WAL budget of a run. How much each resource manager made (heap, B-tree, transactions,
 * ...) and how much of it is images is read from the whole log. Which relation it was about is read
 * from the whole log when that is short, else from slices of it spread evenly: reading all of it
 * takes seconds for every hundred megabytes.
 */
final class WalInspection {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** Read whole up to here; about 30 ms a megabyte. */
  private static final long MOST_BLOCK_BYTES = 8L << 20;

  /** Read whole up to here; about 2 ms a megabyte. */
  private static final long MOST_STATISTICS_BYTES = 512L << 20;

  private static final int BLOCK_SLICES = 16;
  private static final int STATISTICS_SLICES = 32;

  /** The resource manager of commits and rollbacks. */
  private static final String TRANSACTION = "Transaction";

  /** The log's own: checkpoints, and images of pages by themselves. */
  private static final String LOG_ITSELF = "XLOG";

  private final StatisticsConnection connection;
  private final Difference run;
  private final WalRelations relations;

  WalInspection(StatisticsConnection connection, Difference run, WalRelations relations) {
    this.connection = connection;
    this.run = run;
    this.relations = relations;
  }

  /** By the log where that can be read, else by the counters. */
  WalBudget budget() throws SQLException {
    OptionalLong from = run.before().figures().whole("wal_position", "inserted");
    OptionalLong to = run.after().figures().whole("wal_position", "inserted");
    if (from.isEmpty() || to.isEmpty() || to.getAsLong() <= from.getAsLong()) {
      return byCounters("no WAL was made");
    }
    Optional<WalLog> log = WalLog.open(connection, LIMIT);
    if (log.isEmpty()) {
      return byCounters("pg_walinspect is not to be had");
    }
    try {
      Range wanted = new Range(from.getAsLong(), flushed(to.getAsLong()));
      Optional<Range> range = log.get().available(wanted);
      return range.isPresent()
          ? byLog(log.get(), range.get(), to.getAsLong() - from.getAsLong())
          : byCounters("the WAL of the run is gone");
    } catch (SQLException e) {
      if (WalLog.tookTooLong(e)) {
        return byCounters("reading the WAL took longer than " + LIMIT.toSeconds() + " s");
      }
      throw e;
    }
  }

  /**
   * Only what is on disk can be read back; the server sees to that within a fraction of a second.
   */
  private long flushed(long position) throws SQLException {
    long deadline = System.nanoTime() + Duration.ofSeconds(2).toNanos();
    while (true) {
      long flushed =
          connection.number("SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint");
      if (flushed >= position || System.nanoTime() - deadline >= 0) {
        return Math.min(flushed, position);
      }
    }
  }

  private WalBudget byLog(WalLog log, Range range, long total) throws SQLException {
    Map<String, Made> made = new TreeMap<>();
    List<Range> read = slices(range, MOST_STATISTICS_BYTES, STATISTICS_SLICES);
    for (Range slice : read) {
      log.made(slice).forEach((manager, part) -> made.merge(manager, part, Made::plus));
    }
    double scale = (double) total / bytes(read);
    long vacuum = Math.round(scale * made.values().stream().mapToLong(Made::vacuumBytes).sum());
    Map<Target, WalPart> targets = new HashMap<>();
    List<Range> looked = slices(range, MOST_BLOCK_BYTES, BLOCK_SLICES);
    for (Range slice : looked) {
      log.targets(slice).forEach((target, part) -> targets.merge(target, part, WalPart::plus));
    }
    Shares shares = new Shares(relations.owners());
    made.forEach((manager, all) -> shares.add(manager, all, scale, targets));
    double covered = (double) range.bytes() / total;
    return shares.budget(
        total, vacuum, covered, source(covered, bytes(looked) < range.bytes(), read));
  }

  private static String source(double covered, boolean sampled, List<Range> read) {
    String part =
        covered < 0.995
            ? String.format(
                Locale.ROOT,
                ", from the last %.0f %% of the run's WAL, the rest being gone",
                covered * 100)
            : "";
    String scaled = read.size() > 1 ? ", from samples of the WAL" : "";
    return "pg_walinspect" + (sampled ? ", relations from samples" : "") + scaled + part;
  }

  /** The whole range, or as much of it as is allowed in slices spread evenly. */
  private static List<Range> slices(Range range, long most, int count) {
    if (range.bytes() <= most) {
      return List.of(range);
    }
    List<Range> slices = new ArrayList<>();
    long length = most / count;
    for (int i = 0; i < count; i++) {
      long from = range.from() + (range.bytes() - length) / (count - 1) * i;
      slices.add(new Range(from, from + length));
    }
    return slices;
  }

  private static long bytes(List<Range> ranges) {
    return ranges.stream().mapToLong(Range::bytes).sum();
  }

  /** Images at most, since an image is a page without its hole, and nothing about relations. */
  private WalBudget byCounters(String why) throws SQLException {
    long total = run.figures().whole("wal_position", "inserted").orElse(0);
    Map<Part, WalPart> parts = new EnumMap<>(Part.class);
    OptionalLong images = run.figures().whole("pg_stat_wal", "wal_fpi");
    if (images.isPresent()) {
      long most = Math.min(total, images.getAsLong() * blockSize());
      parts.put(Part.FULL_PAGE_IMAGES, new WalPart(most, 0));
      parts.put(Part.OTHER, new WalPart(total - most, 0));
    } else {
      parts.put(Part.OTHER, new WalPart(total, 0));
    }
    return new WalBudget(
        total,
        parts,
        Map.of(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        0,
        "counters (" + why + "): full-page images at most, the rest not told apart");
  }

  private long blockSize() throws SQLException {
    return connection.number("SELECT current_setting('block_size')::bigint");
  }

  /** Gathers the parts. */
  private static final class Shares {
    private final Map<Long, Owner> owners;
    private final Map<Part, WalPart> parts = new EnumMap<>(Part.class);
    private final Map<String, WalPart> indexes = new TreeMap<>();
    private long foreign;

    Shares(Map<Long, Owner> owners) {
      this.owners = owners;
      for (Part part : Part.values()) {
        parts.put(part, WalPart.NONE);
      }
    }

    /** Adds what one resource manager made, split as its records in the slices looked at. */
    void add(String manager, Made all, double scale, Map<Target, WalPart> targets) {
      add(Part.FULL_PAGE_IMAGES, new WalPart(Math.round(all.imageBytes() * scale), 0));
      WalPart made = all.part().times(scale);
      if (manager.equals(TRANSACTION)) {
        add(Part.COMMIT, made);
        return;
      }
      if (manager.equals(LOG_ITSELF)) {
        return;
      }
      WalPart seen =
          targets.entrySet().stream()
              .filter(target -> target.getKey().resourceManager().equals(manager))
              .map(Map.Entry::getValue)
              .reduce(WalPart.NONE, WalPart::plus);
      for (Map.Entry<Target, WalPart> target : targets.entrySet()) {
        if (target.getKey().resourceManager().equals(manager) && seen.bytes() > 0) {
          WalPart share =
              new WalPart(
                  Math.round((double) made.bytes() * target.getValue().bytes() / seen.bytes()),
                  Math.round(
                      (double) made.records()
                          * target.getValue().records()
                          / Math.max(1, seen.records())));
          add(target.getKey().file(), share);
        }
      }
    }

    private void add(long file, WalPart share) {
      Owner owner = owners.get(file);
      if (owner == null) {
        foreign += share.bytes();
      } else if (owner instanceof Owner.Heap) {
        add(Part.HEAP, share);
      } else if (owner instanceof Owner.Toast) {
        add(Part.TOAST, share);
      } else if (owner instanceof Owner.Index index) {
        add(Part.INDEX, share);
        indexes.merge(index.name(), share, WalPart::plus);
      }
    }

    private void add(Part part, WalPart share) {
      parts.merge(part, share, WalPart::plus);
    }

    WalBudget budget(long total, long vacuum, double covered, String source) {
      long known = parts.values().stream().mapToLong(WalPart::bytes).sum();
      parts.put(Part.OTHER, new WalPart(Math.max(0, total - known), 0));
      return new WalBudget(
          total,
          parts,
          indexes,
          OptionalLong.of(foreign),
          OptionalLong.of(vacuum),
          Math.min(1, covered),
          source);
    }
  }
}
