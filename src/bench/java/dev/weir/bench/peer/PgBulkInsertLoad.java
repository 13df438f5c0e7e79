package dev.weir.bench.peer;

import de.bytefish.pgbulkinsert.PgBulkInsert;
import de.bytefish.pgbulkinsert.mapping.AbstractMapping;
import dev.weir.bench.Bed;
import dev.weir.bench.Contender;
import dev.weir.bench.Load;
import dev.weir.dataset.Dataset;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.postgresql.PGConnection;

/** The library PgBulkInsert: binary COPY by a mapping from objects to columns. */
public final class PgBulkInsertLoad implements Contender {
  private final Layout layout;
  private final int fraction;

  /**
   * @param layout wide or narrow
   */
  public PgBulkInsertLoad(Layout layout, int fraction) {
    this.layout = layout;
    this.fraction = fraction;
  }

  @Override
  public String peer() {
    return "pgbulkinsert";
  }

  @Override
  public String method() {
    return "copy-binary";
  }

  @Override
  public Layout layout() {
    return layout;
  }

  @Override
  public int fraction() {
    return fraction;
  }

  @Override
  public Load load(Bed bed, Table table, long records) throws SQLException {
    return table.layout() == Layouts.NARROW
        ? load(bed, new NarrowMapping(table), records, PgBulkInsertLoad::narrowRows)
        : load(bed, new WideMapping(table), records, PgBulkInsertLoad::records);
  }

  private static <T> Load load(Bed bed, AbstractMapping<T> mapping, long records, Source<T> source)
      throws SQLException {
    PgBulkInsert<T> bulkInsert = new PgBulkInsert<>(mapping);
    try (Connection connection = BareLoop.connect(bed.address(), false)) {
      connection.setAutoCommit(false);
      PGConnection postgres = connection.unwrap(PGConnection.class);
      Load.Stopwatch stopwatch = Load.start();
      for (long from = 0; from < records; from += bed.batch()) {
        long to = Math.min(from + bed.batch(), records);
        bulkInsert.saveAll(postgres, source.between(bed.dataset(), from, to));
        connection.commit();
      }
      return stopwatch.stop(records);
    }
  }

  private interface Source<T> {
    Stream<T> between(Dataset dataset, long from, long to);
  }

  private static Stream<Record> records(Dataset dataset, long from, long to) {
    return LongStream.range(from, to).mapToObj(dataset::record);
  }

  private static Stream<NarrowRow> narrowRows(Dataset dataset, long from, long to) {
    return records(dataset, from, to)
        .flatMap(
            record -> {
              ZonedDateTime recordedAt = recordedAt(record);
              return IntStream.range(0, record.measurements())
                  .mapToObj(measurement -> new NarrowRow(record, recordedAt, measurement));
            });
  }

  private static ZonedDateTime recordedAt(Record record) {
    return BareLoop.instant(record.recordedAtMicros()).atZone(ZoneOffset.UTC);
  }

  /**
   * @param measurement from 0
   */
  private record NarrowRow(Record record, ZonedDateTime recordedAt, int measurement) {}

  private static Double value(Record record, int measurement) {
    return record.isNull(measurement) ? null : Double.valueOf(record.value(measurement));
  }

  private static final class WideMapping extends AbstractMapping<Record> {
    WideMapping(Table table) {
      super(table.schema(), table.name());
      mapLongPrimitive("id", Record::id);
      mapTimeStampTz("recorded_at", PgBulkInsertLoad::recordedAt);
      mapIntegerPrimitive("series", Record::series);
      List<String> names = Layout.measurementNames(table.measurements()).toList();
      for (int i = 0; i < names.size(); i++) {
        int measurement = i;
        mapDouble(names.get(i), record -> value(record, measurement));
      }
    }
  }

  private static final class NarrowMapping extends AbstractMapping<NarrowRow> {
    NarrowMapping(Table table) {
      super(table.schema(), table.name());
      mapLongPrimitive("id", row -> row.record().id());
      mapTimeStampTz("recorded_at", NarrowRow::recordedAt);
      mapIntegerPrimitive("series", row -> row.record().series());
      mapShortPrimitive("measurement", row -> row.measurement() + 1);
      mapDouble("value", row -> value(row.record(), row.measurement()));
    }
  }
}
