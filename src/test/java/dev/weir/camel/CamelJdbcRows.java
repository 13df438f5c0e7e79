package dev.weir.camel;

import dev.weir.layout.Table;
import dev.weir.write.RowWriter;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/** The method camel-jdbc for tests that know nothing else of Camel. */
public final class CamelJdbcRows {
  private static CamelContext context;

  private CamelJdbcRows() {}

  public static synchronized RowWriter to(Table table) {
    if (context == null) {
      context = new DefaultCamelContext();
      context.start();
    }
    return new CamelJdbcRowWriter(context, table);
  }
}
