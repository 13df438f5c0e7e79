package dev.weir.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A copy of Weir's home with ports of its own. */
public record TestHome(Home home, int port, int managementPort) {

  /**
   * @param more keys of application.properties set otherwise
   */
  public static TestHome in(Path folder, Map<String, String> more) throws IOException {
    Home original = Home.locate();
    for (Path part : List.of(original.routes(), original.datasets(), original.config())) {
      try (Stream<Path> files = Files.walk(part)) {
        for (Path file : files.toList()) {
          Path target = folder.resolve(original.root().relativize(file).toString());
          if (Files.isDirectory(file)) {
            Files.createDirectories(target);
          } else {
            Files.copy(file, target);
          }
        }
      }
    }
    TestHome home = new TestHome(new Home(folder), freePort(), freePort());
    Map<String, String> keys = new TreeMap<>(more);
    keys.putIfAbsent("weir.http.port", "" + home.port());
    keys.putIfAbsent("camel.management.port", "" + home.managementPort());
    home.set(keys);
    return home;
  }

  private void set(Map<String, String> keys) throws IOException {
    Path file = home.config().resolve("application.properties");
    StringBuilder text = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      if (keys.keySet().stream().noneMatch(key -> line.matches(key + "\\s*=.*"))) {
        text.append(line).append('\n');
      }
    }
    keys.forEach((key, value) -> text.append(key).append(" = ").append(value).append('\n'));
    Files.writeString(file, text);
  }

  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
