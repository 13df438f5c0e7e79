package dev.weir.postgres;

import dev.weir.config.ConfigurationException;
import java.util.Map;
import java.util.Objects;

/**
 * Where a database is and who to be there.
 *
 * @param jdbcUrl for pgjdbc; holds neither user nor password
 * @param user the role to log in as
 * @param password null when none was given: the driver then looks in the password file
 * @param display for people: {@code user@host:port/database}, never a password
 */
public record DatabaseAddress(String jdbcUrl, String user, String password, String display) {

  public DatabaseAddress {
    Objects.requireNonNull(jdbcUrl, "jdbcUrl");
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(display, "display");
  }

  /**
   * Reads an address as the user gave it, the way libpq reads it: a URI ({@code
   * postgresql://user@host:5432/database?sslmode=require}), a JDBC URL, or nothing at all. What it
   * leaves open comes from PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD, PGSSLMODE and their
   * like, then from libpq's defaults (localhost, 5432, the name of the user of this process).
   *
   * @param given what the user wrote; empty to go by the environment alone
   * @param environment the variables of the process
   * @throws ConfigurationException naming every part that is wrong; never with a password in it
   * @see <a href="https://www.postgresql.org/docs/current/libpq-connect.html">libpq: connection
   *     strings, environment variables</a>
   */
  public static DatabaseAddress parse(String given, Map<String, String> environment) {
    return AddressParser.parse(given.strip(), environment);
  }

  /** The address of a database whose parts are known. */
  public static DatabaseAddress of(
      String host, int port, String database, String user, String password) {
    AddressParts parts = new AddressParts();
    parts.hosts.add(new AddressParts.Host(host, Integer.toString(port)));
    parts.database = database;
    parts.user = user;
    parts.password = password;
    return parts.toAddress();
  }

  /** The same server and user, another database. */
  public DatabaseAddress withDatabase(String database) {
    int path = jdbcUrl.indexOf('/', "jdbc:postgresql://".length());
    int query = jdbcUrl.indexOf('?', path);
    String end = query < 0 ? "" : jdbcUrl.substring(query);
    String servers = jdbcUrl.substring("jdbc:postgresql://".length(), path);
    return new DatabaseAddress(
        jdbcUrl.substring(0, path + 1) + PercentCoding.encode(database) + end,
        user,
        password,
        AddressParts.display(user, servers, database));
  }

  /** {@link #display}. */
  @Override
  public String toString() {
    return display;
  }
}
