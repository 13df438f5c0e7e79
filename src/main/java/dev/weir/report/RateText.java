package dev.weir.report;

import dev.weir.compare.AtRate;
import dev.weir.compare.ComparisonResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which strategies held the rate asked for. */
final class RateText {
  static final List<String> HEADINGS =
      List.of("strategy", "held", "records/s", "p50 ms", "p99 ms", "max ms", "late", "lag s");

  private RateText() {}

  static List<String> sentences(ComparisonResult result) {
    AtRate rated = result.findings().atRate();
    List<String> sentences = new ArrayList<>();
    if (rated != null) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "%s records/s, 99 of 100 stored within %s ms of being due: %s %s",
              Figures.number(rated.recordsPerSecond()),
              Figures.number(rated.p99Millis()),
              rated.recommended() == null ? "NO RECOMMENDATION:" : rated.recommended() + ":",
              rated.why()));
    }
    return sentences;
  }

  static List<List<String>> rows(ComparisonResult result) {
    AtRate rated = result.findings().atRate();
    List<List<String>> rows = new ArrayList<>();
    if (rated != null) {
      rated.held().forEach(each -> rows.add(row(each)));
    }
    return rows;
  }

  private static List<String> row(AtRate.Held each) {
    return List.of(
        each.strategy(),
        each.failure() != null ? "failed" : each.held() ? "yes" : "NOT HELD",
        number(each.achievedRecordsPerSecond()),
        number(each.p50Millis()),
        number(each.p99Millis()),
        number(each.maxMillis()),
        each.lateRecords() == null ? "-" : String.format(Locale.ROOT, "%,d", each.lateRecords()),
        number(each.lagSeconds()));
  }

  private static String number(Double value) {
    return value == null ? "-" : Figures.number(value);
  }
}
