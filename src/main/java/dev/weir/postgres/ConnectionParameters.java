package dev.weir.postgres;

import dev.weir.config.Problems;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.postgresql.PGProperty;

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

  /**
   * Parameters of libpq 18 that the driver has no like of. A URI that psql takes is taken, and they
   * are without effect.
   */
  private static final Set<String> LIBPQ_ONLY =
      Set.of(
          "passfile",
          "require_auth",
          "keepalives_idle",
          "keepalives_interval",
          "keepalives_count",
          "tcp_user_timeout",
          "requiressl",
          "sslnegotiation",
          "sslcompression",
          "sslcertmode",
          "sslcrl",
          "sslcrldir",
          "sslsni",
          "sslkeylogfile",
          "requirepeer",
          "ssl_min_protocol_version",
          "ssl_max_protocol_version",
          "min_protocol_version",
          "max_protocol_version",
          "krbsrvname",
          "gssdelegation",
          "service",
          "servicefile",
          "scram_client_key",
          "scram_server_key",
          "oauth_issuer",
          "oauth_client_id",
          "oauth_client_secret",
          "oauth_scope",
          "load_balance_hosts");

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
      default -> {
        if (isKnown(name)) {
          put(name, value);
        } else {
          // a mistyped sslmode would go unheeded; the value is not shown, it may be a password
          problems.add(where, name, "...", "a parameter of libpq or of the PostgreSQL JDBC driver");
        }
      }
    }
  }

  private static boolean isKnown(String name) {
    return PGProperty.forName(driverName(name)) != null
        || LIBPQ_ONLY.contains(name.toLowerCase(Locale.ROOT));
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
