package dev.weir.camel;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import dev.weir.config.ServiceSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Whether a port can be listened at. Camel's server that finds it taken says so in the log and goes
 * on without serving; so it is tried before.
 */
final class FreePort {
  private FreePort() {}

  /**
   * @param portKey whose value the port is
   * @throws ConfigurationException if another program has the port, or the address is not one of
   *     this host's
   */
  static void require(ServiceSettings settings, String portKey, String address, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(address), port));
    } catch (IOException e) {
      throw new ConfigurationException(
          new Problem(
              settings.where(portKey),
              portKey,
              Integer.toString(port),
              "a port that is free at " + address + " (" + e.getMessage() + ")"));
    }
  }
}
