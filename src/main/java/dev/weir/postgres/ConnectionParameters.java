package dev.weir.postgres;

import dev.weir.config.Problems;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A connection's parameters: set by libpq's names and kept by the driver's. */
final class ConnectionParameters {
  private static final List<String> SSL_MODES =
      List.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");

  /** libpq's name of a parameter, and the driver's. Names not here are passed on as they are. */
  private static final Map<String, String> DRIVER_NAMES =
      Map.of(
          "application_name", "ApplicationName",
          "channel_binding", "channelBinding",
          "connect_timeout", "connectTimeout",
          "gssencmode", "gssEncMode",
          "keepalives", "tcpKeepAlive",
          "target_session_attrs", "targetServerType");

  /** libpq's words for what kind of server is wanted, and the driver's. */
  private static final Map<String, String> SERVER_TYPES =
      Map.of(
          "any", "any",
          "primary", "primary",
          "read-write", "primary",
          "standby", "secondary",
          "read-only", "secondary",
          "prefer-standby", "preferSecondary");

  private final Map<String, String> byDriverName;
  private final Problems problems;

  /**
   * @param byDriverName gets what is set
   * @param problems gets what is wrong with it
   */
  ConnectionParameters(Map<String, String> byDriverName, Problems problems) {
    this.byDriverName = byDriverName;
    this.problems = problems;
  }

  boolean isSet(String name) {
    return byDriverName.containsKey(driverName(name));
  }

  /**
   * @param where the flag or variable that sets it
   */
  void set(String where, String name, String value) {
    switch (name.toLowerCase(Locale.ROOT)) {
      case "sslmode" -> {
        checkOneOf(SSL_MODES, where, name, value);
        put(name, value);
      }
      case "target_session_attrs" -> {
        checkOneOf(SERVER_TYPES.keySet().stream().sorted().toList(), where, name, value);
        put(name, SERVER_TYPES.getOrDefault(value, "any"));
      }
      case "keepalives" -> put(name, Boolean.toString(!value.equals("0")));
      case "client_encoding", "fallback_application_name" -> {
        // always UTF-8 and always Weir's own
      }
      default -> put(name, value);
    }
  }

  private void checkOneOf(List<String> allowed, String where, String name, String value) {
    if (!allowed.contains(value)) {
      problems.add(where, name, value, "one of " + String.join(", ", allowed));
    }
  }

  private void put(String name, String value) {
    byDriverName.put(driverName(name), value);
  }

  private static String driverName(String name) {
    return DRIVER_NAMES.getOrDefault(name.toLowerCase(Locale.ROOT), name);
  }
}
