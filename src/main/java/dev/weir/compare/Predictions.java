package dev.weir.compare;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.LeastBytes;
import dev.weir.layout.Table;
import dev.weir.layout.TableOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What can be said before anything is measured: ceilings and floors, and how near the runs came.
 */
final class Predictions {
  private static final int RECORDS_LOOKED_AT = 1_000;

  private final Dataset dataset;
  private final double nulls;

  Predictions(Dataset dataset) {
    this.dataset = dataset;
    this.nulls = meanNulls(dataset);
  }

  private static double meanNulls(Dataset dataset) {
    long count = Math.min(dataset.size(), RECORDS_LOOKED_AT);
    long nulls = 0;
    for (long position = 0; position < count; position++) {
      Record each = dataset.record(position);
      for (int i = 0; i < each.measurements(); i++) {
        nulls += each.isNull(i) ? 1 : 0;
      }
    }
    return nulls / (double) count;
  }

  /**
   * @param ceiling of one writer whose commits wait for the disk, where it is known
   */
  List<Prediction> of(List<Strategy> strategies, Optional<CommitCeiling> ceiling) {
    List<Prediction> predictions = new ArrayList<>();
    for (Strategy strategy : strategies) {
      if (strategy.get(StrategySetting.METHOD).equals("none")) {
        continue;
      }
      boolean logged = !strategy.flag(StrategySetting.UNLOGGED);
      boolean waits = logged && !strategy.get(StrategySetting.SYNCHRONOUS_COMMIT).equals("off");
      if (waits && strategy.number(StrategySetting.WRITERS) == 1) {
        ceiling.ifPresent(
            c ->
                predictions.add(
                    predicted(
                        strategy,
                        Metric.COMMITS_PER_SECOND,
                        "commits/s",
                        c.perSecond(),
                        "at most, for one writer: " + c.basis())));
      }
      bytes(strategy, logged, predictions);
    }
    return predictions;
  }

  private void bytes(Strategy strategy, boolean logged, List<Prediction> into) {
    Table table =
        new Table(
            "",
            "predicted",
            Layout.named(strategy.get(StrategySetting.LAYOUT)),
            dataset.measurements(),
            TableOptions.of(strategy));
    LeastBytes least = new LeastBytes(table, nulls);
    if (least.mayCompress()) {
      return;
    }
    String rows =
        String.format(Locale.ROOT, "at least: %,d rows a record, ", table.rowsPerRecord());
    if (logged) {
      into.add(
          predicted(
              strategy,
              Metric.WAL_BYTES_PER_RECORD,
              "bytes",
              least.logged(),
              rows + "their columns and index keys"));
    }
    into.add(
        predicted(
            strategy,
            Metric.DISK_BYTES_PER_RECORD,
            "bytes",
            least.stored(),
            rows + "their columns, row headers and index entries"));
  }

  private static Prediction predicted(
      Strategy strategy, Metric metric, String unit, double value, String basis) {
    return new Prediction(strategy.name(), metric, unit, value, null, null, basis);
  }

  /** Holds predictions against the medians. */
  static List<Prediction> scored(List<Prediction> predictions, List<Summary> summaries) {
    Map<String, Summary> medians = new HashMap<>();
    summaries.forEach(s -> medians.put(s.metric() + " " + s.strategy(), s));
    return predictions.stream()
        .map(
            p -> {
              Summary found = medians.get(p.metric() + " " + p.strategy());
              return found == null
                  ? p
                  : new Prediction(
                      p.strategy(),
                      p.metric(),
                      p.unit(),
                      p.predicted(),
                      found.median(),
                      found.median() / p.predicted(),
                      p.basis());
            })
        .toList();
  }
}
