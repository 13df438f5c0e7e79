package dev.weir.postgres;

import java.io.PrintWriter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Makes connections whose sessions have the settings asked for from their first statement on, and
 * are in UTC whatever the time zone of the JVM, and give numbers whole whatever the server's
 * extra_float_digits.
 *
 * <p>Session settings go into the startup packet as {@code options}, so each physical connection
 * has them and RESET does not lose them. The time zone cannot go there: the driver always sends the
 * JVM's as a parameter of its own, which the server applies after the options. So it is set by the
 * first statement. And since a server that does not know the JVM's zone (Asia/Calcutta, where the
 * server's time zone data have only Asia/Kolkata) refuses the connection for it, that connection is
 * made again with the JVM's default zone set to UTC for as long as it takes. Weir's own main sets
 * it to UTC for good; then none of this happens.
 */
final class SessionSource implements DataSource {
  private static final String INVALID_PARAMETER_VALUE = "22023";

  /** The driver reads numbers as text until it knows a query; below 1 their last digits lack. */
  private static final String FIRST = "SET TIME ZONE 'UTC'; SET extra_float_digits = 1";

  /**
   * Has the server's process allocate a million bytes at once and free them. The C library of Linux
   * takes blocks so big from the operating system one by one until one is freed; then it takes them
   * from its heap, and gives back the heap's end only from twice that size on. Before, it would
   * take and give back the same pages throughout each binary COPY.
   */
  private static final String KEEP_MEMORY =
      "; SELECT pg_catalog.length(pg_catalog.repeat('x', 1000000))";

  private final String url;
  private final String first;
  private final Properties properties;
  private volatile int loginTimeoutSeconds;

  SessionSource(DatabaseAddress address, PoolSettings settings) {
    int query = address.jdbcUrl().indexOf('?');
    this.url = query < 0 ? address.jdbcUrl() : address.jdbcUrl().substring(0, query);
    // what stands in the URL would win over the properties, so all of it becomes properties
    this.properties = query < 0 ? new Properties() : parameters(address.jdbcUrl().substring(query));
    this.first = settings.keepMemory() ? FIRST + KEEP_MEMORY : FIRST;
    properties.setProperty("user", address.user());
    if (address.password() != null) {
      properties.setProperty("password", address.password());
    }
    properties.setProperty("ApplicationName", settings.applicationName());
    properties.setProperty(
        "reWriteBatchedInserts", Boolean.toString(settings.rewriteBatchedInserts()));
    if (settings.rowsPerInsert() > 0) {
      properties.setProperty(
          "reWriteBatchedInsertsSize", Integer.toString(settings.rowsPerInsert()));
    }
    properties.putIfAbsent("connectTimeout", seconds(settings.connectTimeout()));
    properties.putIfAbsent("loginTimeout", seconds(settings.connectTimeout()));
    properties.putIfAbsent("socketTimeout", seconds(settings.socketTimeout()));
    properties.putIfAbsent("tcpKeepAlive", "true");
    String options = options(properties.getProperty("options", ""), settings);
    if (!options.isEmpty()) {
      properties.setProperty("options", options);
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection;
    try {
      connection = DriverManager.getConnection(url, properties);
    } catch (SQLException e) {
      if (!INVALID_PARAMETER_VALUE.equals(e.getSQLState())
          || !e.getMessage().contains("TimeZone")) {
        throw e;
      }
      connection = connectInUtc();
    }
    try (Statement statement = connection.createStatement()) {
      statement.execute(first);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is part of the address");
  }

  private Connection connectInUtc() throws SQLException {
    synchronized (SessionSource.class) {
      TimeZone before = TimeZone.getDefault();
      TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
      try {
        return DriverManager.getConnection(url, properties);
      } finally {
        TimeZone.setDefault(before);
      }
    }
  }

  /** The options there are and the settings of the pool; a backslash keeps spaces together. */
  private static String options(String given, PoolSettings settings) {
    Map<String, String> session = new LinkedHashMap<>(settings.sessionSettings());
    if (!settings.synchronousCommit().isEmpty()) {
      session.put("synchronous_commit", settings.synchronousCommit());
    }
    if (!settings.statementTimeout().isZero()) {
      session.put("statement_timeout", Long.toString(settings.statementTimeout().toMillis()));
    }
    StringBuilder options = new StringBuilder(given);
    session.forEach(
        (name, value) ->
            options
                .append(options.isEmpty() ? "-c " : " -c ")
                .append(name)
                .append('=')
                .append(value.replace("\\", "\\\\").replace(" ", "\\ ")));
    return options.toString();
  }

  private static Properties parameters(String query) {
    Properties parameters = new Properties();
    for (String parameter : query.substring(1).split("&", -1)) {
      int equals = parameter.indexOf('=');
      parameters.setProperty(
          decode(parameter.substring(0, equals)), decode(parameter.substring(equals + 1)));
    }
    return parameters;
  }

  private static String decode(String encoded) {
    return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
  }

  private static String seconds(Duration time) {
    return Long.toString(Math.min(Integer.MAX_VALUE, (time.toMillis() + 999) / 1000));
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter writer) {
    // the driver logs by java.util.logging
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // given by the pool settings; a pool waits so long for its own threads when it is closed
    loginTimeoutSeconds = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeoutSeconds;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("not a wrapper of " + type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
