package dev.weir.camel;

import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Table;
import dev.weir.write.RowWriter;
import dev.weir.write.RowWriters;
import dev.weir.write.WriteMethod;
import org.apache.camel.CamelContext;

/** Makes what a lane writes rows by: the row writer of its strategy's method. */
final class LaneStores {

  private LaneStores() {}

  static RowWriter rows(CamelContext context, Strategy strategy, Table table) {
    WriteMethod method = WriteMethod.named(strategy.get(StrategySetting.METHOD));
    if (method == WriteMethod.CAMEL_JDBC) {
      return new CamelJdbcRowWriter(context, table);
    }
    return RowWriters.create(method, table, strategy.number(StrategySetting.ROWS_PER_STATEMENT));
  }
}
