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
 * @param covered the share of the WAL that was still there to be looked at, from 0 to 1
 * @param source where the figures come from, as a phrase
 */
public record WalBudget(
    long totalBytes,
    Map<Part, WalPart> parts,
    Map<String, WalPart> indexes,
    OptionalLong foreignBytes,
    double covered,
    String source) {

  /** What WAL is about. */
  public enum Part {
    HEAP("heap", "the table's rows"),
    INDEX("index", "the indexes"),
    TOAST("toast", "values stored out of line"),
    FULL_PAGE_IMAGES("fullPageImages", "images of full pages after a checkpoint"),
    COMMIT("commit", "commits"),
    /** The system's own work, other sessions', page headers, padding. */
    OTHER("other", "other than the table's rows, indexes and commits");

    private final String key;
    private final String phrase;

    Part(String key, String phrase) {
      this.key = key;
      this.phrase = phrase;
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

  /** Bytes of a part; empty where it could not be told apart. */
  public OptionalLong bytes(Part part) {
    WalPart found = parts.get(part);
    return found == null ? OptionalLong.empty() : OptionalLong.of(found.bytes());
  }

  /** The share of the WAL that is about relations that are not of the run, from 0 to 1. */
  public Optional<Double> foreignShare() {
    return foreignBytes.isPresent() && totalBytes > 0
        ? Optional.of((double) foreignBytes.getAsLong() / totalBytes)
        : Optional.empty();
  }

  /** What most of the WAL is, in a sentence; empty where the parts could not be told apart. */
  public Optional<String> sentence() {
    if (totalBytes <= 0 || !parts.containsKey(Part.HEAP)) {
      return Optional.empty();
    }
    String name = "";
    WalPart largest = WalPart.NONE;
    for (Map.Entry<Part, WalPart> part : parts.entrySet()) {
      if (part.getKey() != Part.INDEX && part.getValue().bytes() > largest.bytes()) {
        name = part.getKey().phrase;
        largest = part.getValue();
      }
    }
    for (Map.Entry<String, WalPart> index : indexes.entrySet()) {
      if (index.getValue().bytes() > largest.bytes()) {
        name = "the index " + index.getKey();
        largest = index.getValue();
      }
    }
    String each =
        largest.records() > 0
            ? String.format(
                Locale.ROOT, ", %d bytes a WAL record", largest.bytes() / largest.records())
            : "";
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%.0f %% of the WAL is %s%s.",
            100.0 * largest.bytes() / totalBytes,
            name,
            each));
  }
}
