package dev.weir.service;

import dev.weir.statistics.WaitProfile;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Shares of what sessions were seen at, out of counts. */
final class WaitShares {
  private WaitShares() {}

  /**
   * What was seen between two counts, as shares by the keys of results.json; empty when nothing
   * was.
   */
  static Map<String, Double> between(
      Map<WaitProfile.Kind, Long> before, Map<WaitProfile.Kind, Long> now) {
    Map<WaitProfile.Kind, Long> seen = new EnumMap<>(WaitProfile.Kind.class);
    now.forEach((kind, count) -> seen.put(kind, count - before.getOrDefault(kind, 0L)));
    double all = seen.values().stream().mapToLong(Long::longValue).sum();
    Map<String, Double> shares = new LinkedHashMap<>();
    if (all > 0) {
      seen.forEach((kind, count) -> shares.put(kind.key(), count / all));
    }
    return shares;
  }
}
