package dev.weir.compare;

import dev.weir.camel.LaneProgress;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.RecordDigest;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Whether a table holds exactly the records that were committed, bit for bit: the server's count
 * and digest of the table against those of the dataset.
 */
final class Verification {
  private Verification() {}

  /**
   * @param lanes how far each lane came
   * @return what is wrong, one sentence each; none when the run is verified
   */
  static List<String> problems(
      Connection connection,
      Table table,
      Dataset dataset,
      List<LaneProgress> lanes,
      StopSignal stop)
      throws SQLException, StopSignal.Stopped {
    CompletableFuture<RecordDigest> expected =
        CompletableFuture.supplyAsync(() -> expected(dataset, lanes));
    try (Statement statement = connection.createStatement();
        ResultSet row =
            stop.cancelling(statement, () -> statement.executeQuery(table.digestQuery()))) {
      row.next();
      return compare(
          row.getLong("records"),
          row.getString("digest"),
          row.getLong("misplaced"),
          expected.join());
    }
  }

  private static List<String> compare(
      long records, String digest, long misplaced, RecordDigest expected) {
    List<String> problems = new ArrayList<>();
    if (records != expected.records()) {
      problems.add(
          "the table holds %d records, %d were committed".formatted(records, expected.records()));
    }
    if (misplaced != 0) {
      problems.add("%d records have not exactly the measurements they should".formatted(misplaced));
    }
    if (!digest.equals(expected.hex())) {
      problems.add(
          "the digest of the table is %s, that of the dataset %s"
              .formatted(digest, expected.hex()));
    }
    return problems;
  }

  private static RecordDigest expected(Dataset dataset, List<LaneProgress> lanes) {
    RecordDigest digest = new RecordDigest();
    for (LaneProgress lane : lanes) {
      digest.merge(RecordDigest.of(dataset, lane.firstPosition(), lane.step(), lane.stored()));
    }
    return digest;
  }
}
