package dev.weir.bench.peer;

import dev.weir.bench.Bed;
import dev.weir.bench.Contender;
import dev.weir.bench.Load;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.springframework.batch.item.Chunk;
import org.springframework.batch.item.database.JdbcBatchItemWriter;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** Spring Batch's JdbcBatchItemWriter, a chunk a transaction, into the wide layout. */
public final class SpringBatchLoad implements Contender {
  private final boolean rewriteBatches;

  /**
   * @param rewriteBatches whether the driver's reWriteBatchedInserts is on
   */
  public SpringBatchLoad(boolean rewriteBatches) {
    this.rewriteBatches = rewriteBatches;
  }

  @Override
  public String peer() {
    return "spring-batch";
  }

  @Override
  public String method() {
    return rewriteBatches ? "multirow-insert" : "batch-insert";
  }

  @Override
  public Layout layout() {
    return Layouts.WIDE;
  }

  @Override
  public Load load(Bed bed, Table table, long records) throws Exception {
    try (Connection connection = BareLoop.connect(bed.address(), rewriteBatches)) {
      SingleConnectionDataSource source = new SingleConnectionDataSource(connection, true);
      TransactionTemplate transactions =
          new TransactionTemplate(new DataSourceTransactionManager(source));
      JdbcBatchItemWriter<Record> writer = new JdbcBatchItemWriter<>();
      writer.setDataSource(source);
      writer.setSql(table.insertStatement());
      writer.setItemPreparedStatementSetter(SpringBatchLoad::setRow);
      writer.afterPropertiesSet();
      Load.Stopwatch stopwatch = Load.start();
      for (long from = 0; from < records; from += bed.batch()) {
        long to = Math.min(from + bed.batch(), records);
        List<Record> chunk = new ArrayList<>((int) (to - from));
        for (long position = from; position < to; position++) {
          chunk.add(bed.dataset().record(position));
        }
        transactions.executeWithoutResult(status -> write(writer, chunk));
      }
      return stopwatch.stop(records);
    }
  }

  private static void write(JdbcBatchItemWriter<Record> writer, List<Record> chunk) {
    try {
      writer.write(new Chunk<>(chunk));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("Spring Batch could not write a chunk", e);
    }
  }

  private static void setRow(Record record, PreparedStatement insert) throws SQLException {
    insert.setLong(1, record.id());
    insert.setObject(2, BareLoop.dateTime(record.recordedAtMicros()));
    insert.setInt(3, record.series());
    for (int i = 0; i < record.measurements(); i++) {
      if (record.isNull(i)) {
        insert.setNull(4 + i, Types.DOUBLE);
      } else {
        insert.setDouble(4 + i, record.value(i));
      }
    }
  }
}
