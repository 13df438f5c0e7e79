package dev.weir.compare;

import java.util.Locale;

/** Figures in sentences, the same in every locale. */
final class Phrases {
  private Phrases() {}

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", share * 100);
  }

  /** A share of a difference, which may be more than all where another part goes against it. */
  static String most(double share) {
    return share > 0.995 ? "all" : percent(share);
  }

  /** "7.2 kB a record", and of a record of many rows "7.2 kB a record (72 bytes a row)". */
  static String bytesOfARecord(double bytes, double rows) {
    String ofARecord = bytes(bytes) + " a record";
    return rows > 1.5
        ? String.format(Locale.ROOT, "%s (%.0f bytes a row)", ofARecord, bytes / rows)
        : ofARecord;
  }

  static String bytes(double bytes) {
    return bytes < 10_000
        ? String.format(Locale.ROOT, "%,.0f bytes", bytes)
        : String.format(Locale.ROOT, "%,.1f kB", bytes / 1000);
  }

  /** Three digits that matter. */
  static String number(double value) {
    double magnitude = Math.abs(value);
    String form = magnitude >= 100 ? "%,.0f" : magnitude >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, form, value);
  }
}
