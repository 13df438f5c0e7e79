package dev.weir.postgres;

import dev.weir.config.Problems;
import java.util.List;
import java.util.Map;

/** Reads libpq URIs, JDBC URLs and PG* variables into one form. Used once a parse. */
final class AddressParser {
  private static final String FLAG = "--database";
  private static final String JDBC = "jdbc:postgresql:";
  private static final List<String> SCHEMES = List.of("postgresql://", "postgres://");

  /** Variables that set a parameter of the connection, and the parameter. */
  private static final Map<String, String> VARIABLES =
      Map.of(
          "PGSSLMODE", "sslmode",
          "PGSSLROOTCERT", "sslrootcert",
          "PGSSLCERT", "sslcert",
          "PGSSLKEY", "sslkey",
          "PGCHANNELBINDING", "channel_binding",
          "PGGSSENCMODE", "gssencmode",
          "PGCONNECT_TIMEOUT", "connect_timeout",
          "PGTARGETSESSIONATTRS", "target_session_attrs",
          "PGOPTIONS", "options");

  private final Problems problems = new Problems();
  private final AddressParts parts = new AddressParts();
  private final ConnectionParameters parameters =
      new ConnectionParameters(parts.parameters, problems);
  private final Map<String, String> environment;

  private AddressParser(Map<String, String> environment) {
    this.environment = environment;
  }

  static DatabaseAddress parse(String given, Map<String, String> environment) {
    AddressParser parser = new AddressParser(environment);
    parser.read(given);
    parser.problems.throwIfAny();
    parser.complete();
    parser.problems.throwIfAny();
    return parser.parts.toAddress();
  }

  private void read(String given) {
    if (given.isEmpty()) {
      return;
    }
    for (String scheme : SCHEMES) {
      if (given.startsWith(scheme)) {
        readUri(given.substring(scheme.length()));
        return;
      }
    }
    if (given.startsWith(JDBC)) {
      readJdbc(given.substring(JDBC.length()));
      return;
    }
    // what was given is not shown: a password may stand anywhere in it
    problems.add(
        FLAG,
        "address",
        given.contains("://") ? given.substring(0, given.indexOf("://") + 3) + "..." : "...",
        "embedded, a URI (postgresql://user@host:5432/database) or a JDBC URL"
            + " (jdbc:postgresql://host:5432/database?user=name)");
  }

  private void readUri(String rest) {
    int query = rest.indexOf('?');
    String main = query < 0 ? rest : rest.substring(0, query);
    int at = main.indexOf('@');
    int slash = main.indexOf('/');
    String servers = main;
    if (at >= 0 && (slash < 0 || at < slash)) {
      String login = main.substring(0, at);
      servers = main.substring(at + 1);
      int colon = login.indexOf(':');
      parts.user = decode("user", colon < 0 ? login : login.substring(0, colon), false);
      if (colon >= 0) {
        parts.password = decode("password", login.substring(colon + 1), false);
      }
    }
    if (servers.indexOf('@') >= 0) {
      // the servers may be the end of a password, so nothing more is read or shown
      problems.add(
          FLAG, "address", "...@...", "every @ and / in a user or password as %40 and %2F");
      return;
    }
    readServersAndDatabase(servers, false);
    readParameters(query < 0 ? "" : rest.substring(query + 1), false);
  }

  private void readJdbc(String rest) {
    int query = rest.indexOf('?');
    String main = query < 0 ? rest : rest.substring(0, query);
    if (main.indexOf('@') >= 0) {
      problems.add(FLAG, "address", JDBC + "...@...", "a JDBC URL with ?user= and no @ in it");
      return;
    }
    if (main.startsWith("//")) {
      readServersAndDatabase(main.substring(2), true);
    } else if (!main.equals("/")) {
      parts.database = emptyToNull(decode("database", main, true));
    }
    readParameters(query < 0 ? "" : rest.substring(query + 1), true);
  }

  private void readServersAndDatabase(String written, boolean form) {
    int slash = written.indexOf('/');
    String servers = slash < 0 ? written : written.substring(0, slash);
    if (slash >= 0) {
      parts.database = emptyToNull(decode("database", written.substring(slash + 1), form));
    }
    if (servers.isEmpty()) {
      return;
    }
    for (String server : servers.split(",", -1)) {
      int colon = server.lastIndexOf(':');
      if (server.startsWith("[") && !server.contains("]")) {
        problems.add(FLAG, "host", server, "a ] at the end of an IPv6 address");
        return;
      }
      boolean hasPort = colon > server.lastIndexOf(']');
      String name = hasPort ? server.substring(0, colon) : server;
      parts.hosts.add(
          host(decode("host", name, form), hasPort ? server.substring(colon + 1) : "", FLAG));
    }
  }

  private AddressParts.Host host(String written, String port, String where) {
    String name = written;
    if (name.startsWith("[") && name.endsWith("]")) {
      name = name.substring(1, name.length() - 1);
    }
    if (name.startsWith("/") || name.startsWith("@")) {
      problems.add(where, "host", name, "a host name or address (sockets are not spoken)");
    }
    if (!port.isEmpty() && !isPort(port)) {
      problems.add(where, "port", port, "a whole number from 1 to 65535");
    }
    return new AddressParts.Host(name.isEmpty() ? "localhost" : name, port);
  }

  private void readParameters(String query, boolean form) {
    String host = null;
    String port = null;
    for (String parameter : query.split("&", -1)) {
      if (parameter.isEmpty()) {
        continue;
      }
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      String value = decode(name, equals < 0 ? "" : parameter.substring(equals + 1), form);
      switch (form ? name : decode("parameter", name, false)) {
        case "user" -> parts.user = value;
        case "password" -> parts.password = value;
        case "dbname", "PGDBNAME" -> parts.database = value;
        case "host", "hostaddr", "PGHOST" -> host = value;
        case "port", "PGPORT" -> port = value;
        default -> parameters.set(FLAG, name, value);
      }
    }
    if (host != null || port != null) {
      replaceServers(host, port, FLAG);
    }
  }

  /** host and port as lists, each over what has been said before. */
  private void replaceServers(String host, String port, String where) {
    List<AddressParts.Host> before = List.copyOf(parts.hosts);
    String[] names = (host == null ? "" : host).split(",", -1);
    String[] ports = (port == null ? "" : port).split(",", -1);
    int count = host == null ? Math.max(1, before.size()) : names.length;
    parts.hosts.clear();
    for (int i = 0; i < count; i++) {
      AddressParts.Host old = i < before.size() ? before.get(i) : new AddressParts.Host("", "");
      parts.hosts.add(
          host(
              host == null ? old.name() : names[i],
              port == null ? old.port() : ports[Math.min(i, ports.length - 1)],
              where));
    }
  }

  /** Fills what was left open from the environment, then by libpq's defaults. */
  private void complete() {
    String host = set("PGHOSTADDR") == null ? set("PGHOST") : set("PGHOSTADDR");
    String port = set("PGPORT");
    if (parts.hosts.isEmpty()) {
      replaceServers(host == null ? "localhost" : host, port, host == null ? "PGPORT" : "PGHOST");
    } else if (port != null) {
      parts.hosts.replaceAll(
          server -> server.port().isEmpty() ? host(server.name(), port, "PGPORT") : server);
    }
    VARIABLES.forEach(
        (variable, name) -> {
          String value = set(variable);
          if (value != null && !parameters.isSet(name)) {
            parameters.set(variable, name, value);
          }
        });
    parts.hosts.replaceAll(
        server -> server.port().isEmpty() ? new AddressParts.Host(server.name(), "5432") : server);
    parts.user = firstOf(parts.user, set("PGUSER"), System.getProperty("user.name"));
    parts.password = firstOf(parts.password, set("PGPASSWORD"), null);
    parts.database = firstOf(parts.database, set("PGDATABASE"), parts.user);
  }

  private String set(String variable) {
    return emptyToNull(environment.get(variable));
  }

  private String decode(String key, String written, boolean form) {
    try {
      return PercentCoding.decode(written, form);
    } catch (IllegalArgumentException e) {
      problems.add(FLAG, key, "%...", e.getMessage());
      return "";
    }
  }

  private static boolean isPort(String written) {
    return written.matches("\\d{1,5}")
        && Integer.parseInt(written) >= 1
        && Integer.parseInt(written) <= 65_535;
  }

  private static String firstOf(String first, String second, String third) {
    String either = emptyToNull(first) == null ? second : first;
    return either == null ? third : either;
  }

  private static String emptyToNull(String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
