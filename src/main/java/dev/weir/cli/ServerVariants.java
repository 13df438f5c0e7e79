package dev.weir.cli;

import dev.weir.compare.Servers;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedServer;
import dev.weir.postgres.EmbeddedSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Embedded servers with settings of their own, each with its own data; one runs at a time. */
final class ServerVariants implements Servers, AutoCloseable {
  private final Map<String, Map<String, String>> settings;
  private final Map<String, EmbeddedServer> servers = new LinkedHashMap<>();
  private EmbeddedServer running;

  /**
   * Makes and starts each of them once, so that settings a server refuses are known at once; the
   * first one then runs.
   *
   * @param settings by the name of the server
   * @throws dev.weir.config.ConfigurationException if a server refuses a setting
   */
  ServerVariants(Map<String, Map<String, String>> settings) throws IOException {
    this.settings = settings;
    try {
      for (String name : settings.keySet()) {
        stop();
        running = EmbeddedServer.startFresh(EmbeddedSettings.defaults().with(settings.get(name)));
        servers.put(name, running);
        Database.addExtensions(running.address());
      }
      enter(names().get(0));
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public List<String> names() {
    return List.copyOf(settings.keySet());
  }

  @Override
  public DatabaseAddress enter(String name) throws IOException {
    EmbeddedServer wanted = servers.get(name);
    if (wanted != running) {
      stop();
      wanted.startAgain();
      running = wanted;
    }
    return wanted.address();
  }

  private void stop() throws IOException {
    if (running != null) {
      running.rest();
      running = null;
    }
  }

  @Override
  public Path volume() {
    return EmbeddedSettings.defaults().workFolder();
  }

  @Override
  public String describe(String name) {
    return settings.get(name).isEmpty()
        ? "PostgreSQL's defaults"
        : settings.get(name).entrySet().stream()
            .map(setting -> setting.getKey() + " = " + setting.getValue())
            .collect(Collectors.joining(", "));
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (EmbeddedServer server : servers.values()) {
      try {
        server.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
