package dev.weir.bench.peer;

import dev.weir.bench.Bed;
import dev.weir.bench.Contender;
import dev.weir.bench.Load;
import dev.weir.dataset.Record;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.sql.SqlComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** A Camel route that ends in {@code sql:…?batch=true}, one exchange a transaction. */
public final class CamelSqlLoad implements Contender {

  @Override
  public String peer() {
    return "camel-sql";
  }

  @Override
  public String method() {
    return "batch-insert";
  }

  @Override
  public Layout layout() {
    return Layouts.WIDE;
  }

  @Override
  public Load load(Bed bed, Table table, long records) throws Exception {
    try (Connection connection = BareLoop.connect(bed.address(), false);
        DefaultCamelContext context = new DefaultCamelContext()) {
      SingleConnectionDataSource source = new SingleConnectionDataSource(connection, true);
      TransactionTemplate transactions =
          new TransactionTemplate(new DataSourceTransactionManager(source));
      SqlComponent sql = new SqlComponent();
      sql.setDataSource(source);
      context.addComponent("sql", sql);
      context.addRoutes(route(table.insertStatement().replace('?', '#')));
      context.start();
      try (ProducerTemplate template = context.createProducerTemplate()) {
        Load.Stopwatch stopwatch = Load.start();
        for (long from = 0; from < records; from += bed.batch()) {
          List<List<Object>> rows = rows(bed, from, Math.min(from + bed.batch(), records));
          transactions.executeWithoutResult(status -> template.sendBody("direct:rows", rows));
        }
        return stopwatch.stop(records);
      }
    }
  }

  private static RouteBuilder route(String insert) {
    return new RouteBuilder() {
      @Override
      public void configure() {
        from("direct:rows").to("sql:" + insert + "?batch=true");
      }
    };
  }

  private static List<List<Object>> rows(Bed bed, long from, long to) {
    List<List<Object>> rows = new ArrayList<>((int) (to - from));
    for (long position = from; position < to; position++) {
      Record record = bed.dataset().record(position);
      List<Object> row = new ArrayList<>(3 + record.measurements());
      row.add(record.id());
      row.add(BareLoop.dateTime(record.recordedAtMicros()));
      row.add(record.series());
      for (int i = 0; i < record.measurements(); i++) {
        row.add(record.isNull(i) ? null : Double.valueOf(record.value(i)));
      }
      rows.add(row);
    }
    return rows;
  }
}
