package dev.weir.compare;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Probes the disk, or the server, and predicts from that what the runs can come to at most. */
final class Forecast {
  private static final Logger LOG = LoggerFactory.getLogger(Forecast.class);

  private final ComparisonRequest request;
  private final Bench bench;

  Forecast(ComparisonRequest request, Bench bench) {
    this.request = request;
    this.bench = bench;
  }

  /**
   * @param notes gets why something could not be predicted
   */
  List<Prediction> predictions(List<String> notes) throws SQLException {
    Optional<CommitCeiling> ceiling = Optional.empty();
    try {
      ceiling = ceiling();
    } catch (IOException e) {
      LOG.warn("the disk was not probed", e);
      notes.add("no ceiling of commits predicted: " + Load.reason(e));
    }
    return new Predictions(request.dataset()).of(request.strategies(), ceiling);
  }

  private Optional<CommitCeiling> ceiling() throws SQLException, IOException {
    Optional<Path> volume = request.inquiry().volume();
    if (volume.isPresent() && bench.server().durability().fsync()) {
      return Optional.of(CommitCeiling.ofDisk(volume.get()));
    }
    // commits that do not wait tell nothing of those that do
    return volume.isEmpty() && bench.server().durability().isDurable()
        ? Optional.of(ofCommits())
        : Optional.empty();
  }

  private CommitCeiling ofCommits() throws SQLException, IOException {
    Strategy small =
        request
            .strategies()
            .get(0)
            .with(StrategySetting.LAYOUT, "array")
            .with(StrategySetting.PARTITION, "none")
            .with(StrategySetting.UNLOGGED, "false");
    Table table = bench.tables().create(bench.control(), small);
    try {
      return CommitCeiling.ofCommits(
          bench.control(),
          "INSERT INTO "
              + table.qualifiedName()
              + " (id, recorded_at, series) VALUES (?, now(), 0)");
    } finally {
      bench.tables().drop(bench.control(), table);
    }
  }
}
