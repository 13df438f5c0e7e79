package dev.weir.camel;

import dev.weir.dataset.Record;
import dev.weir.layout.Table;
import dev.weir.write.RowBinder;
import dev.weir.write.RowBinders;
import dev.weir.write.RowWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Producer;
import org.apache.camel.component.jdbc.ConnectionStrategy;
import org.apache.camel.component.jdbc.JdbcComponent;
import org.apache.camel.component.jdbc.JdbcEndpoint;
import org.apache.camel.component.jdbc.JdbcPrepareStatementStrategy;
import org.apache.camel.support.service.ServiceHelper;

/**
 * The method {@code camel-jdbc}: each row is one INSERT statement sent through the Camel JDBC
 * component, as a route with {@code to: jdbc:} does it, but on the connection and so in the
 * transaction of the batch.
 *
 * <p>What the component does besides is its cost and is left alone: before every statement it asks
 * the server for the parameters' types, a round trip of its own.
 */
final class CamelJdbcRowWriter
    implements RowWriter, ConnectionStrategy, JdbcPrepareStatementStrategy {
  private final Producer producer;
  private final Exchange exchange;
  private final RowBinder binder;
  private final String insert;

  // what the statement being sent is sent on and stores
  private Connection connection;
  private Record record;
  private int row;

  CamelJdbcRowWriter(CamelContext context, Table table) {
    binder = RowBinders.of(table);
    insert = table.insertStatement();
    JdbcEndpoint endpoint =
        new JdbcEndpoint("jdbc:batch", context.getComponent("jdbc", JdbcComponent.class), null);
    endpoint.setCamelContext(context);
    endpoint.setUseHeadersAsParameters(true);
    endpoint.setPrepareStatementStrategy(this);
    endpoint.setConnectionStrategy(this);
    // else the component commits after every statement
    endpoint.setResetAutoCommit(false);
    try {
      producer = endpoint.createProducer();
    } catch (Exception e) {
      throw new IllegalStateException("Camel's JDBC component cannot be used", e);
    }
    ServiceHelper.startService(endpoint, producer);
    exchange = endpoint.createExchange();
  }

  @Override
  public void write(Connection batchConnection, List<Record> records) throws SQLException {
    RowBinders.prepare(batchConnection);
    connection = keptOpen(batchConnection);
    try {
      for (int i = 0; i < records.size(); i++) {
        record = records.get(i);
        for (row = 0; row < binder.rowsPerRecord(); row++) {
          insertRow();
        }
      }
    } finally {
      connection = null;
      record = null;
    }
  }

  private void insertRow() throws SQLException {
    exchange.getIn().setBody(insert);
    try {
      producer.process(exchange);
    } catch (SQLException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new SQLException("Camel's JDBC component failed", e);
    }
  }

  @Override
  public Connection getConnection(DataSource none) {
    return connection;
  }

  @Override
  public boolean isConnectionTransactional(Connection given, DataSource none) {
    // true would only put the closing off to the end of the exchange
    return false;
  }

  @Override
  public String prepareQuery(String query, boolean allowNamedParameters) {
    return query;
  }

  @Override
  public Iterator<?> createPopulateIterator(
      String query, String preparedQuery, int expected, Exchange given, Object body) {
    return Collections.emptyIterator();
  }

  @Override
  public void populateStatement(PreparedStatement statement, Iterator<?> none, int expected)
      throws SQLException {
    binder.bind(record, 0, statement);
    if (row > 0) {
      // a binder sets what differs from the row before, and this statement has had none
      binder.bind(record, row, statement);
    }
  }

  /** The component closes its connection after each statement; this one lives as long as a lane. */
  private static Connection keptOpen(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                return null;
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
