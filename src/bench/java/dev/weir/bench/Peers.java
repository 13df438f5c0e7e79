package dev.weir.bench;

import static dev.weir.layout.Layouts.ARRAY;
import static dev.weir.layout.Layouts.JSONB;
import static dev.weir.layout.Layouts.NARROW;
import static dev.weir.layout.Layouts.WIDE;

import dev.weir.bench.peer.BareBinaryCopy;
import dev.weir.bench.peer.BareInsert;
import dev.weir.bench.peer.BareTextCopy;
import dev.weir.bench.peer.BareUnnest;
import dev.weir.bench.peer.CamelSqlLoad;
import dev.weir.bench.peer.PgBulkInsertLoad;
import dev.weir.bench.peer.PgloaderLoad;
import dev.weir.bench.peer.PsqlCopy;
import dev.weir.bench.peer.SpringBatchLoad;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Layout;
import dev.weir.write.WriteMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Weir beside what people would use instead, every method and layout. */
final class Peers {
  private static final long RECORDS = 200_000;
  private static final long QUICK_RECORDS = 40_000;

  /** What is worth a minute: the fastest way, the usual way, and who else goes them. */
  private static final Set<String> QUICK =
      Set.of(
          "weir/wide/copy-binary",
          "bare/wide/copy-binary",
          "pgbulkinsert/wide/copy-binary",
          "psql/wide/copy-csv",
          "weir/narrow/copy-binary",
          "bare/narrow/copy-binary",
          "weir/wide/batch-insert",
          "bare/wide/batch-insert",
          "spring-batch/wide/batch-insert",
          "camel-sql/wide/batch-insert");

  /** A narrow record is 100 rows, and takes ten times as long as a wide one. */
  private static final int NARROW_FRACTION = 10;

  /** One statement a row takes several times as long as anything else, ... */
  private static final int WIDE_ROW_BY_ROW_FRACTION = 4;

  /** ... and where a record is 100 rows, a hundred times. */
  private static final int NARROW_ROW_BY_ROW_FRACTION = 200;

  private Peers() {}

  static void run(Bed bed, Options options) throws Exception {
    List<Contender> contenders =
        all().stream()
            .filter(options::asksFor)
            .filter(contender -> !options.quick() || QUICK.contains(contender.label()))
            .toList();
    long records = options.recordsOr(options.quick() ? QUICK_RECORDS : RECORDS);
    long warmUp = options.quick() ? records / 2 : records;
    Results results = new Rounds(bed, options).run(contenders, records, warmUp);
    PeersReport report = new PeersReport(results, bed.batch());
    report.print();
    report.write(bed.workFolder().resolve("peers.json"));
  }

  private static List<Contender> all() {
    List<Contender> all = new ArrayList<>();
    for (Layout layout : List.of(WIDE, NARROW)) {
      int fraction = layout == NARROW ? NARROW_FRACTION : 1;
      int rowByRow = layout == NARROW ? NARROW_ROW_BY_ROW_FRACTION : WIDE_ROW_BY_ROW_FRACTION;
      WeirLoad copy = new WeirLoad(layout, WriteMethod.COPY_BINARY, fraction);
      all.add(copy);
      // the others' server processes do not keep their memory either
      all.add(copy.with(StrategySetting.KEEP_MEMORY, false));
      all.add(new BareBinaryCopy(layout, fraction));
      all.add(new PgBulkInsertLoad(layout, fraction));
      all.add(new WeirLoad(layout, WriteMethod.COPY_TEXT, fraction));
      all.add(new BareTextCopy(layout, fraction));
      all.add(new PsqlCopy(layout, fraction));
      all.add(new WeirLoad(layout, WriteMethod.UNNEST, fraction));
      all.add(new BareUnnest(layout, fraction));
      all.add(new WeirLoad(layout, WriteMethod.MULTIROW_INSERT, fraction));
      all.add(new BareInsert(layout, BareInsert.Way.REWRITTEN_BATCH, fraction));
      all.add(new WeirLoad(layout, WriteMethod.BATCH_INSERT, fraction));
      all.add(new BareInsert(layout, BareInsert.Way.BATCH, fraction));
      all.add(new WeirLoad(layout, WriteMethod.CAMEL_JDBC, rowByRow));
      all.add(new BareInsert(layout, BareInsert.Way.ROW_BY_ROW, rowByRow));
    }
    all.add(new SpringBatchLoad(false));
    all.add(new SpringBatchLoad(true));
    all.add(new CamelSqlLoad());
    all.add(new PgloaderLoad());
    for (Layout layout : List.of(ARRAY, JSONB)) {
      all.add(new WeirLoad(layout, WriteMethod.COPY_BINARY, 1));
      all.add(new BareBinaryCopy(layout, 1));
    }
    return all;
  }
}
