package dev.weir.report;

import java.math.BigDecimal;
import java.util.Locale;

/** Numbers as people read them, in ASCII and the same in every locale. */
final class Figures {
  private Figures() {}

  /** Three significant digits, or whole with thousands apart: 0.142, 7.40, 27.3, 90,123. */
  static String number(double value) {
    double magnitude = Math.abs(value);
    if (magnitude >= 100) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    if (magnitude >= 10) {
      return String.format(Locale.ROOT, "%.1f", value);
    }
    if (magnitude >= 1 || magnitude == 0) {
      return String.format(Locale.ROOT, "%.2f", value);
    }
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /** A whole number, of things that are counted: 7, 1,000. */
  static String whole(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** Bytes in B, kB, MB or GB, each 1000 of the one before. */
  static String bytes(double bytes) {
    if (bytes < 1000) {
      return number(bytes) + " B";
    }
    if (bytes < 1e6) {
      return number(bytes / 1e3) + " kB";
    }
    return bytes < 1e9 ? number(bytes / 1e6) + " MB" : number(bytes / 1e9) + " GB";
  }

  /** A ratio: 7.4, 12.8, 103; two decimals below 2, where they matter. */
  static String ratio(double ratio) {
    String form = ratio >= 99.95 ? "%,.0f" : ratio >= 1.995 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, form, ratio);
  }

  /** As it was given, without digits that say nothing: 2, 1.5. */
  static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** A percentage: 0.3 %, 4.1 %, 23 %. */
  static String percent(double percent) {
    return String.format(Locale.ROOT, percent >= 9.95 ? "%.0f %%" : "%.1f %%", percent);
  }

  /** Half the distance from least to greatest, in percent of the median. */
  static String spread(double median, double min, double max) {
    return String.format(Locale.ROOT, "%.0f%%", 50 * (max - min) / median);
  }
}
