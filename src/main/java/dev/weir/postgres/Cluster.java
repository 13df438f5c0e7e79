package dev.weir.postgres;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A server's data and configuration. Other users of the machine can reach its port, so it has a
 * superuser with a random password, kept beside the data for their owner alone.
 *
 * @param data PostgreSQL's data directory
 * @param password of the superuser
 */
record Cluster(Path data, String password) {
  static final String USER = "weir";
  static final String DATABASE = "postgres";
  private static final String CONFIGURATION = "weir.conf";

  /**
   * The cluster in a folder, made by initdb when there is none.
   *
   * @throws ConfigurationException if the folder holds something else, or a cluster of another
   *     major version
   */
  static Cluster of(ServerFolder folder, ServerPrograms programs) throws IOException {
    if (!Files.exists(folder.data())) {
      create(programs, folder);
    }
    checkVersion(programs, folder);
    return new Cluster(folder.data(), Files.readString(folder.password()).strip());
  }

  /** Writes the settings of the next start, over those of postgresql.conf. */
  void configure(int port, Map<String, String> settings) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("listen_addresses", "127.0.0.1");
    all.put("port", Integer.toString(port));
    all.put("unix_socket_directories", "");
    all.put("fsync", "on");
    all.put("timezone", "UTC");
    all.put("log_timezone", "UTC");
    all.putAll(settings);
    Files.writeString(
        data.resolve(CONFIGURATION),
        all.entrySet().stream()
            .map(
                setting -> setting.getKey() + " = " + ServerSettingsFile.quoted(setting.getValue()))
            .collect(Collectors.joining("\n", "# written by Weir at each start\n", "\n")),
        StandardCharsets.UTF_8);
  }

  private static void create(ServerPrograms programs, ServerFolder folder) throws IOException {
    Path password = folder.password();
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    Files.deleteIfExists(password);
    if (Files.getFileStore(folder.path()).supportsFileAttributeView("posix")) {
      Files.createFile(
          password,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(password, HexFormat.of().formatHex(random) + "\n");
    // made beside its place and renamed, so that a cluster half made is never taken for one
    Path made = folder.path().resolve("data-new");
    Folders.delete(made);
    programs.giveFolder(folder.path());
    int status =
        programs.run(
            "initdb",
            List.of(
                "--pgdata=" + made,
                "--username=" + USER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--locale=C",
                "--encoding=UTF8"),
            folder.programLog());
    if (status != 0) {
      throw new IOException(
          "initdb failed in " + folder.path() + ": " + LogTail.since(folder.programLog(), 0, 15));
    }
    Files.writeString(
        made.resolve("postgresql.conf"),
        "\ninclude '" + CONFIGURATION + "'\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.APPEND);
    Files.move(made, folder.data(), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void checkVersion(ServerPrograms programs, ServerFolder folder)
      throws IOException {
    Path file = folder.data().resolve("PG_VERSION");
    if (!Files.exists(file) || !Files.exists(folder.password())) {
      throw new ConfigurationException(
          Problem.of(
              folder.path().toString(),
              "an empty folder, or one in which Weir has kept a server, is needed"));
    }
    String version = Files.readString(file).strip();
    if (!version.equals(Integer.toString(programs.major()))) {
      throw new ConfigurationException(
          new Problem(
              folder.path().toString(),
              "PG_VERSION",
              version,
              "PostgreSQL " + programs.major() + ", or a new folder to load into again,"));
    }
  }

  /** Never the password. */
  @Override
  public String toString() {
    return "cluster " + data;
  }
}
