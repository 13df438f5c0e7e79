package dev.weir.statistics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What happened between two snapshots of one server: counters are subtracted, gauges are those of
 * the later one. A row or figure that one of them lacks is absent.
 */
public final class Difference {
  private static final double LARGEST_DISAGREEMENT = 0.01;

  /** Headers of two pages: the position may lie right before or behind one. */
  private static final long SMALLEST_DISAGREEMENT_BYTES = 128;

  private static final double PAGE_HEADERS = 8192.0 / (8192 - 24);

  private final Snapshot before;
  private final Snapshot after;
  private final Figures figures;
  private final List<String> voidedBy;

  private Difference(Snapshot before, Snapshot after, Figures figures, List<String> voidedBy) {
    this.before = before;
    this.after = after;
    this.figures = figures;
    this.voidedBy = List.copyOf(voidedBy);
  }

  /**
   * @param catalog the catalog both were read by
   * @param before the earlier snapshot
   * @param after the later one, of the same server
   */
  public static Difference between(StatisticsCatalog catalog, Snapshot before, Snapshot after) {
    Set<String> voidedBy = new LinkedHashSet<>();
    boolean restarted =
        !Objects.equals(
            before.figures().number(StatisticsCatalog.SERVER, "started"),
            after.figures().number(StatisticsCatalog.SERVER, "started"));
    if (restarted) {
      voidedBy.add("the server was restarted meanwhile");
    }
    if (before.inRecovery() || after.inRecovery()) {
      voidedBy.add("the server is in recovery: it makes no WAL of its own");
    }
    Map<String, List<StatisticsRow>> rows = new LinkedHashMap<>();
    for (StatisticsView view : catalog.views()) {
      if (after.figures().views().contains(view.name())) {
        rows.put(view.name(), rows(view, before, after, voidedBy));
      }
    }
    return new Difference(before, after, new Figures(rows), List.copyOf(voidedBy));
  }

  /** Whether the counters may be believed. */
  public boolean valid() {
    return voidedBy.isEmpty();
  }

  /** Why they may not, as clauses: a reset, a restart, a counter that went back. */
  public List<String> voidedBy() {
    return voidedBy;
  }

  /**
   * What a reader of the figures should know, as sentences: what could not be read, and where two
   * ways to count disagree.
   */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    voidedBy.forEach(reason -> notes.add("Counters are void: " + reason + "."));
    before.gaps().forEach(gap -> notes.add("Before: " + gap + "."));
    after.gaps().forEach(gap -> notes.add("After: " + gap + "."));
    walDisagreement().ifPresent(notes::add);
    return notes;
  }

  /** The time between the two readings, by the client's monotonic clock. */
  public Duration elapsed() {
    return Duration.ofNanos(after.nanoTime() - before.nanoTime());
  }

  public Snapshot before() {
    return before;
  }

  public Snapshot after() {
    return after;
  }

  public Figures figures() {
    return figures;
  }

  /**
   * What it says about a run that wrote to one table.
   *
   * @param table as it was given to the reading
   */
  public RunCosts costs(String table) {
    return new RunCosts(this, table);
  }

  /**
   * The position counts more than the records' own bytes even when all is well: each record begins
   * at a multiple of 8, and each page of 8 kB with a header of at least 24.
   */
  private Optional<String> walDisagreement() {
    OptionalLong position = figures.whole("wal_position", "inserted");
    OptionalLong counter = figures.whole("pg_stat_wal", "wal_bytes");
    if (position.isEmpty() || counter.isEmpty()) {
      return Optional.empty();
    }
    long records = figures.whole("pg_stat_wal", "wal_records").orElse(0);
    double least = counter.getAsLong() * (1 - LARGEST_DISAGREEMENT) - SMALLEST_DISAGREEMENT_BYTES;
    double padded = counter.getAsLong() + records * 7.0;
    double most = padded * PAGE_HEADERS * (1 + LARGEST_DISAGREEMENT) + SMALLEST_DISAGREEMENT_BYTES;
    if (position.getAsLong() >= least && position.getAsLong() <= most) {
      return Optional.empty();
    }
    return Optional.of(
        ("The WAL position moved by %d bytes while pg_stat_wal counted %d: a segment was switched,"
                + " or other sessions were at work.")
            .formatted(position.getAsLong(), counter.getAsLong()));
  }

  private static List<StatisticsRow> rows(
      StatisticsView view, Snapshot before, Snapshot after, Set<String> voidedBy) {
    Map<Map<String, String>, StatisticsRow> earlier = new HashMap<>();
    before.figures().rows(view.name()).forEach(row -> earlier.put(row.labels(), row));
    List<StatisticsRow> rows = new ArrayList<>();
    for (StatisticsRow later : after.figures().rows(view.name())) {
      rows.add(row(view, earlier.get(later.labels()), later, voidedBy));
    }
    return List.copyOf(rows);
  }

  private static StatisticsRow row(
      StatisticsView view, StatisticsRow earlier, StatisticsRow later, Set<String> voidedBy) {
    boolean reset = earlier != null && !earlier.reset().equals(later.reset());
    if (reset) {
      voidedBy.add(view.name() + " was reset meanwhile");
    }
    Map<String, Number> values = new LinkedHashMap<>();
    later
        .values()
        .forEach(
            (column, value) -> {
              switch (view.columns().get(column).kind()) {
                case GAUGE -> values.put(column, value);
                case COUNTER -> {
                  Number start = earlier == null || reset ? null : earlier.values().get(column);
                  if (start != null) {
                    Number difference = subtract(value, start);
                    if (difference.doubleValue() < 0) {
                      voidedBy.add(view.name() + "." + column + " went back meanwhile");
                    } else {
                      values.put(column, difference);
                    }
                  }
                }
              }
            });
    return new StatisticsRow(later.labels(), values, later.reset());
  }

  private static Number subtract(Number value, Number start) {
    return value instanceof Long && start instanceof Long
        ? (Number) (value.longValue() - start.longValue())
        : (Number) (value.doubleValue() - start.doubleValue());
  }
}
