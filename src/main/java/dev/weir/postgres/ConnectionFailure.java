package dev.weir.postgres;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;

/** Says why there is no connection, and what to do. */
final class ConnectionFailure {
  private ConnectionFailure() {}

  static ConfigurationException explain(DatabaseAddress address, Throwable failure) {
    SQLException refused = find(failure, SQLException.class);
    String state = refused == null || refused.getSQLState() == null ? "" : refused.getSQLState();
    String said = refused == null ? failure.toString() : refused.getMessage();
    String wanted =
        switch (state) {
          case "22023" -> "session settings this server takes";
          case "28P01" -> "the right password (PGPASSWORD, or in the address)";
          case "28000" -> "a user this server lets in (its pg_hba.conf decides)";
          case "3D000" -> "a database that exists (CREATE DATABASE makes one)";
          case "53300" -> "a free connection (max_connections, or the limit of the role)";
          case "57P03" -> "a server that is not starting up or shutting down (try again)";
          default -> wantedOfNetwork(failure, said);
        };
    ConfigurationException explained =
        new ConfigurationException(new Problem(address.display(), "connection", said, wanted));
    explained.initCause(failure);
    return explained;
  }

  private static String wantedOfNetwork(Throwable failure, String said) {
    if (said.contains("no password was provided")) {
      return "a password (PGPASSWORD, the password file, or in the address)";
    }
    if (find(failure, UnknownHostException.class) != null) {
      return "a host whose name is known";
    }
    if (find(failure, ConnectException.class) != null
        || find(failure, NoRouteToHostException.class) != null
        || find(failure, SocketTimeoutException.class) != null) {
      return "a server that listens there (does it run, is the port right, is a firewall between)";
    }
    return "a server that lets this connection in";
  }

  private static <T extends Throwable> T find(Throwable failure, Class<T> type) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return type.cast(at);
      }
    }
    return null;
  }
}
