package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.weir.compare.Progress;
import dev.weir.compare.Sample;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.PoolSettings;
import dev.weir.postgres.Pools;
import dev.weir.postgres.TestServers;
import dev.weir.statistics.Occasion;
import dev.weir.statistics.Snapshot;
import dev.weir.statistics.StatisticsCatalog;
import dev.weir.statistics.StatisticsReader;
import dev.weir.statistics.TimeLimits;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesCsvTest {

  @TempDir private Path folder;

  private static Snapshot snapshot(DatabaseAddress database) throws Exception {
    try (var pool = Pools.open(database, "test", 1, PoolSettings.named("weir-test"));
        StatisticsReader reader =
            new StatisticsReader(pool, StatisticsCatalog.load(), TimeLimits.defaults())) {
      return reader.read(Occasion.SAMPLE, List.of());
    }
  }

  @Test
  void eachSampleIsALineOfNamedFiguresAndWhatIsMissingIsEmpty() throws Exception {
    Snapshot snapshot = snapshot(TestServers.address(15));
    String strategy = "wide-copy-1000[batchSize=10,writers=2]";
    Progress progress = new Progress(3, 6, 2, "load", strategy, 1234, 567.5, 0.4);
    try (SamplesCsv samples =
        SamplesCsv.in(ReportFolder.create(Optional.of(folder), Instant.EPOCH))) {
      samples.add(new Sample(progress, snapshot));
      samples.add(new Sample(progress, snapshot));
    }
    try (CsvReader<NamedCsvRecord> lines =
        CsvReader.builder().ofNamedCsvRecord(folder.resolve("samples.csv"))) {
      List<NamedCsvRecord> read = lines.stream().toList();
      assertThat(read).hasSize(2);
      NamedCsvRecord line = read.get(0);
      assertThat(line.getField("strategy")).isEqualTo(strategy);
      assertThat(line.getField("phase")).isEqualTo("load");
      assertThat(line.getField("stored")).isEqualTo("1234");
      assertThat(Instant.parse(line.getField("time"))).isEqualTo(snapshot.at());
      assertThat(line.getField("wal_position.inserted"))
          .isEqualTo(
              Long.toString(snapshot.figures().whole("wal_position", "inserted").orElseThrow()));
      // counted from version 18 on
      assertThat(line.getField("pg_stat_checkpointer.num_done")).isEmpty();
    }
  }
}
