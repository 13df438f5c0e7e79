package dev.weir.postgres;

import dev.weir.config.ConfigurationException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How the server that comes with Weir is run.
 *
 * @param binaries the jar that holds the server's programs; null for the one on the class path
 * @param cacheFolder where programs are unpacked to, once
 * @param workFolder where fresh clusters are made; on a real disk, else fsync means nothing
 * @param serverSettings settings over PostgreSQL's defaults, by name, as in postgresql.conf
 */
public record EmbeddedSettings(
    Path binaries, Path cacheFolder, Path workFolder, Map<String, String> serverSettings) {
  /** The system property that names the cache folder. */
  public static final String CACHE_PROPERTY = "weir.cache";

  /**
   * @throws ConfigurationException if a setting is one Weir sets itself
   */
  public EmbeddedSettings {
    cacheFolder = cacheFolder.toAbsolutePath().normalize();
    workFolder = workFolder.toAbsolutePath().normalize();
    serverSettings = Map.copyOf(serverSettings);
    ServerSettingsFile.refuseOwnSettings("server settings", serverSettings);
  }

  /**
   * The server on the class path, unpacked and run below the user's cache folder. Not below the
   * folder for temporary files, which may be memory: there nothing measured would be true.
   */
  public static EmbeddedSettings defaults() {
    Path cache = cacheFolder(System.getProperty("os.name"), System.getenv());
    return new EmbeddedSettings(null, cache, cache.resolve("servers"), Map.of());
  }

  /** The same with further server settings over those there are. */
  public EmbeddedSettings with(Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>(serverSettings);
    all.putAll(settings);
    return new EmbeddedSettings(binaries, cacheFolder, workFolder, all);
  }

  private static Path cacheFolder(String system, Map<String, String> environment) {
    String named = System.getProperty(CACHE_PROPERTY, "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    Path home = Path.of(System.getProperty("user.home"));
    String lowerCase = system.toLowerCase(Locale.ROOT);
    if (lowerCase.startsWith("mac")) {
      return home.resolve("Library/Caches/weir");
    }
    if (lowerCase.startsWith("windows")) {
      String local = environment.get("LOCALAPPDATA");
      return (local == null ? home.resolve("AppData/Local") : Path.of(local)).resolve("weir/cache");
    }
    String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    // a relative one is to be ignored, says the XDG base directory specification
    return (Path.of(cache).isAbsolute() ? Path.of(cache) : home.resolve(".cache")).resolve("weir");
  }
}
