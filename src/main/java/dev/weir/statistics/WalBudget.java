package dev.weir.statistics;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the WAL of a run consists of. The parts add up to the total.
 *
 * @param totalBytes how far the WAL position moved
 * @param parts what is known of each part; a part that could not be told apart is not there
 * @param indexes the part {@link Part#INDEX} by index; the indexes of partitions are added to the
 *     index they belong to
 * @param foreignBytes WAL about relations that are not of the run, the system's own included; it is
 *     within {@link Part#OTHER}. Empty where it is not known
 * @param vacuumBytes WAL of vacuum, automatic or not, and of hints set on pages, with the images;
 *     it is within the parts. Empty where it is not known
 * @param covered the share of the WAL that was still there to be looked at, from 0 to 1
 * @param source where the figures come from, as a phrase
 */
public record WalBudget(
    long totalBytes,
    Map<Part, WalPart> parts,
    Map<String, WalPart> indexes,
    OptionalLong foreignBytes,
    OptionalLong vacuumBytes,
    double covered,
    String source) {

  /** What WAL is about. */
  public enum Part {
    /** The table's rows. */
    HEAP("heap"),
    INDEX("index"),
    /** Values stored out of line, and the index over them. */
    TOAST("toast"),
    /** Pages whole, at their first change after a checkpoint. */
    FULL_PAGE_IMAGES("fullPageImages"),
    COMMIT("commit"),
    /** The system's own work, other sessions', page headers, padding. */
    OTHER("other");

    private final String key;

    Part(String key) {
      this.key = key;
    }

    /** The name in results. */
    public String key() {
      return key;
    }
  }

  public WalBudget {
    EnumMap<Part, WalPart> ordered = new EnumMap<>(Part.class);
    ordered.putAll(parts);
    parts = Collections.unmodifiableMap(ordered);
    indexes = Collections.unmodifiableMap(new LinkedHashMap<>(indexes));
  }

  /** Whether the log itself was read, so that the parts are more than upper bounds. */
  public boolean isByLog() {
    return parts.containsKey(Part.HEAP);
  }

  /** Bytes of a part; empty where it could not be told apart. */
  public OptionalLong bytes(Part part) {
    WalPart found = parts.get(part);
    return found == null ? OptionalLong.empty() : OptionalLong.of(found.bytes());
  }

  /**
   * A note when vacuum, which comes into some runs and not into others, made a twentieth or more.
   */
  public Optional<String> vacuumNote() {
    return vacuumBytes.isPresent() && vacuumBytes.getAsLong() >= totalBytes / 20.0 && totalBytes > 0
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%.0f %% of the WAL was of vacuum and hints on pages",
                100.0 * vacuumBytes.getAsLong() / totalBytes))
        : Optional.empty();
  }

  /** The share of the WAL that is about relations that are not of the run, from 0 to 1. */
  public Optional<Double> foreignShare() {
    return foreignBytes.isPresent() && totalBytes > 0
        ? Optional.of((double) foreignBytes.getAsLong() / totalBytes)
        : Optional.empty();
  }
}
