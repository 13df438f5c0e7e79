package dev.weir.postgres;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A PostgreSQL server of our own on 127.0.0.1, with PostgreSQL's defaults but for what the settings
 * say: fsync is on.
 *
 * <p>The server is a process group of its own, so that Ctrl-C on a terminal reaches Weir alone and
 * the last batches can still be written. It is stopped by {@link #close}, in the order the caller
 * wants; there is no shutdown hook here. When Weir is killed the server goes on; the next Weir with
 * the same work folder, or on the same kept folder, ends it.
 */
public final class EmbeddedServer implements AutoCloseable {
  private static final String USER = "weir";
  private static final String DATABASE = "postgres";
  private static final String OWN_CONFIGURATION = "weir.conf";
  private static final int ATTEMPTS = 20;
  private static final int LOG_LINES = 15;

  /** Recovery after a crash may take long; pg_ctl notices by itself when the server ends. */
  private static final String START_SECONDS = "3600";

  private final ServerPrograms programs;
  private final ServerFolder folder;
  private final EmbeddedSettings settings;
  private final boolean fresh;
  private final String password;
  private int port;
  private Durability durability;
  private boolean closed;

  private EmbeddedServer(
      ServerPrograms programs,
      ServerFolder folder,
      EmbeddedSettings settings,
      boolean fresh,
      String password) {
    this.programs = programs;
    this.folder = folder;
    this.settings = settings;
    this.fresh = fresh;
    this.password = password;
  }

  /**
   * Starts a server on a new cluster below the work folder; {@link #close} removes it. Clusters
   * that killed Weirs left there are removed first.
   *
   * @throws ConfigurationException if the server cannot run on this machine or refuses a setting
   * @throws IOException if it does not start for another reason; the end of its log is in the
   *     message
   */
  public static EmbeddedServer startFresh(EmbeddedSettings settings) throws IOException {
    Path workFolder = createPrivateFolder(settings.workFolder());
    ServerPrograms programs = programs(settings, workFolder);
    return start(programs, ServerFolder.fresh(workFolder, programs), settings, true);
  }

  /**
   * Starts a server whose data are kept: makes the cluster when the folder is new or empty, else
   * goes on with it, after a crash by recovery.
   *
   * @param keptFolder gets a folder {@code data} with the cluster, the server's log and its
   *     password
   * @throws ConfigurationException if another Weir uses the folder, if it holds something else, or
   *     data of another major version, and as for {@link #startFresh}
   * @throws IOException if it does not start for another reason
   */
  public static EmbeddedServer start(Path keptFolder, EmbeddedSettings settings)
      throws IOException {
    Path workFolder = createPrivateFolder(settings.workFolder());
    ServerPrograms programs = programs(settings, workFolder);
    return start(programs, ServerFolder.kept(keptFolder, programs), settings, false);
  }

  private static EmbeddedServer start(
      ServerPrograms programs, ServerFolder folder, EmbeddedSettings settings, boolean fresh)
      throws IOException {
    EmbeddedServer server = null;
    try {
      if (!Files.exists(folder.data())) {
        createCluster(programs, folder);
      }
      checkVersion(programs, folder);
      server =
          new EmbeddedServer(
              programs,
              folder,
              settings,
              fresh,
              Files.readString(folder.password(), StandardCharsets.US_ASCII).strip());
      server.startOnFreePort();
      return server;
    } catch (IOException | RuntimeException e) {
      try {
        if (server != null) {
          server.close();
        } else if (fresh) {
          folder.delete();
        } else {
          folder.close();
        }
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /** Where the server listens, as its superuser. */
  public DatabaseAddress address() {
    return DatabaseAddress.of("127.0.0.1", port, DATABASE, USER, password);
  }

  /** PostgreSQL's data directory. */
  public Path dataFolder() {
    return folder.data();
  }

  /** The server's log. */
  public Path log() {
    return folder.log();
  }

  public int port() {
    return port;
  }

  /** What the server promises, read back from it after its start. */
  public Durability durability() {
    return durability;
  }

  /**
   * The id of the server's first process.
   *
   * @throws IllegalStateException if the server does not run
   */
  public long postmasterPid() {
    return running().pid();
  }

  /** Ends the server as a crash of it would, without a checkpoint; {@link #startAgain} recovers. */
  public synchronized void stopImmediately() throws IOException {
    stop("immediate");
  }

  /** Kills the server's first process (SIGKILL); its other processes notice and end. */
  public synchronized void kill() throws IOException {
    Postmaster postmaster = running();
    postmaster.process().destroyForcibly();
    if (!ServerPrograms.awaitEnd(postmaster, 30)) {
      throw new IOException("the server " + postmaster.pid() + " cannot be killed");
    }
  }

  /** Starts the server again after {@link #stopImmediately} or {@link #kill}, on the same port. */
  public synchronized void startAgain() throws IOException {
    String failure = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      failure = tryToStart(port);
      if (failure.isEmpty()) {
        return;
      }
    }
    throw notStarted(failure);
  }

  /**
   * Stops the server: open sessions are ended, a checkpoint is written; waits until it is gone. A
   * fresh cluster is then deleted.
   */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      stop("fast");
    } finally {
      if (fresh) {
        folder.delete();
      } else {
        folder.close();
      }
    }
  }

  private void startOnFreePort() throws IOException {
    String failure = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      port = freePort(); // someone else may take it before the server does: then another
      failure = tryToStart(port);
      if (failure.isEmpty()) {
        readBack();
        return;
      }
    }
    throw notStarted(failure);
  }

  /**
   * One attempt.
   *
   * @return empty when the server runs; what it said when it may be tried again
   */
  private String tryToStart(int attemptedPort) throws IOException {
    writeConfiguration(attemptedPort);
    Postmaster.removeStaleFile(folder.data());
    programs.giveFolder(folder.path());
    long logged = Files.exists(folder.log()) ? Files.size(folder.log()) : 0;
    int status =
        programs.run(
            "pg_ctl",
            List.of(
                "start",
                "-w",
                "-t",
                START_SECONDS,
                "-D",
                folder.data().toString(),
                "-l",
                folder.log().toString()),
            folder.programLog());
    if (status == 0) {
      return "";
    }
    String said = LogTail.since(folder.log(), logged, LOG_LINES);
    if (said.contains("could not bind") || said.contains("could not create any TCP/IP sockets")) {
      return said;
    }
    if (said.contains("pre-existing shared memory block")
        || said.contains("lock file \"postmaster.pid\"")) {
      Pause.briefly(); // processes of the killed server are still ending
      return said;
    }
    if (said.contains("configuration file") || said.contains("invalid value for parameter")) {
      throw new ConfigurationException(
          Problem.of("server settings " + settings.serverSettings(), refused(said)));
    }
    throw notStarted(said.isEmpty() ? LogTail.since(folder.programLog(), 0, LOG_LINES) : said);
  }

  private static String refused(String said) {
    return "settings this server takes are needed; it said:\n" + said;
  }

  private IOException notStarted(String said) {
    return new IOException(
        "PostgreSQL did not start in " + folder.path() + "; the end of its log:\n" + said);
  }

  private void writeConfiguration(int attemptedPort) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("listen_addresses", "127.0.0.1");
    all.put("port", Integer.toString(attemptedPort));
    all.put("unix_socket_directories", "");
    all.put("fsync", "on");
    all.put("timezone", "UTC");
    all.put("log_timezone", "UTC");
    all.putAll(settings.serverSettings());
    Files.writeString(
        folder.data().resolve(OWN_CONFIGURATION),
        all.entrySet().stream()
            .map(
                setting -> setting.getKey() + " = " + ServerSettingsFile.quoted(setting.getValue()))
            .collect(Collectors.joining("\n", "# written by Weir at each start\n", "\n")),
        StandardCharsets.UTF_8);
  }

  private void readBack() throws IOException {
    try (Connection connection = Pools.connect(address(), "weir-start")) {
      durability = Durability.read(connection);
    } catch (SQLException e) {
      throw new IOException("PostgreSQL started but cannot be asked: " + e.getMessage(), e);
    }
    if (!durability.fsync() && !settings.serverSettings().containsKey("fsync")) {
      throw new IOException("PostgreSQL started with fsync off, although on was asked for");
    }
  }

  private void stop(String mode) throws IOException {
    Postmaster postmaster = Postmaster.of(folder.data()).orElse(null);
    if (postmaster == null) {
      return;
    }
    for (String urgency : mode.equals("fast") ? List.of("fast", "immediate") : List.of(mode)) {
      programs.run(
          "pg_ctl",
          List.of("stop", "-w", "-t", "300", "-m", urgency, "-D", folder.data().toString()),
          folder.programLog());
      // pg_ctl itself may have been interrupted by a second Ctrl-C; the signal is sent, though
      if (ServerPrograms.awaitEnd(postmaster, 60)) {
        return;
      }
    }
    postmaster.process().destroyForcibly();
    if (!ServerPrograms.awaitEnd(postmaster, 30)) {
      throw new IOException("the server " + postmaster.pid() + " cannot be stopped");
    }
  }

  private Postmaster running() {
    try {
      return Postmaster.of(folder.data())
          .orElseThrow(() -> new IllegalStateException("the server does not run"));
    } catch (IOException e) {
      throw new IllegalStateException("the server does not run", e);
    }
  }

  private static void createCluster(ServerPrograms programs, ServerFolder folder)
      throws IOException {
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
          "initdb failed in "
              + folder.path()
              + ": "
              + LogTail.since(folder.programLog(), 0, LOG_LINES));
    }
    Files.writeString(
        made.resolve("postgresql.conf"),
        "\ninclude '" + OWN_CONFIGURATION + "'\n",
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
              folder.path().toString(), "an empty folder or one in which Weir has kept a server"));
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

  private static ServerPrograms programs(EmbeddedSettings settings, Path workFolder)
      throws IOException {
    Path installation = Installation.unpack(settings.binaries(), settings.cacheFolder());
    return ServerPrograms.of(installation, workFolder);
  }

  private static Path createPrivateFolder(Path folder) {
    try {
      return Files.createDirectories(folder).toRealPath();
    } catch (IOException e) {
      throw new ConfigurationException(
          Problem.of(folder.toString(), "a folder that can be written to is needed (" + e + ")"));
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
