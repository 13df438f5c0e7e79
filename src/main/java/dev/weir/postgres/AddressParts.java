package dev.weir.postgres;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An address taken apart, in plain (decoded) text; null is what has not been said yet. */
final class AddressParts {
  final List<Host> hosts = new ArrayList<>();
  final Map<String, String> parameters = new LinkedHashMap<>();
  String database;
  String user;
  String password;

  /** One server of the list; an empty port means the default. */
  record Host(String name, String port) {

    @Override
    public String toString() {
      String shown = name.contains(":") ? "[" + name + "]" : name;
      return port.isEmpty() ? shown : shown + ":" + port;
    }
  }

  DatabaseAddress toAddress() {
    String servers = hosts.stream().map(Host::toString).collect(Collectors.joining(","));
    String query =
        parameters.entrySet().stream()
            .map(
                parameter ->
                    PercentCoding.encode(parameter.getKey())
                        + "="
                        + PercentCoding.encode(parameter.getValue()))
            .collect(Collectors.joining("&"));
    return new DatabaseAddress(
        "jdbc:postgresql://"
            + servers
            + "/"
            + PercentCoding.encode(database)
            + (query.isEmpty() ? "" : "?" + query),
        user,
        password,
        display(user, servers, database));
  }

  static String display(String user, String servers, String database) {
    return user + "@" + servers + "/" + database;
  }
}
