package dev.weir.postgres;

import dev.weir.config.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

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
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ServerPrograms programs;
  private final ServerFolder folder;
  private final EmbeddedSettings settings;
  private final boolean fresh;
  private final Cluster cluster;
  private final boolean inMemory;
  private int port;
  private Durability durability;
  private boolean closed;
  private volatile boolean startGivenUp;

  private EmbeddedServer(
      ServerPrograms programs,
      ServerFolder folder,
      EmbeddedSettings settings,
      boolean fresh,
      Cluster cluster)
      throws IOException {
    this.programs = programs;
    this.folder = folder;
    this.settings = settings;
    this.fresh = fresh;
    this.cluster = cluster;
    this.inMemory = Folders.isInMemory(folder.path());
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
    Path workFolder = Folders.create(settings.workFolder());
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
    Path workFolder = Folders.create(settings.workFolder());
    ServerPrograms programs = programs(settings, workFolder);
    return start(programs, ServerFolder.kept(keptFolder, programs), settings, false);
  }

  private static EmbeddedServer start(
      ServerPrograms programs, ServerFolder folder, EmbeddedSettings settings, boolean fresh)
      throws IOException {
    EmbeddedServer server = null;
    try {
      Cluster cluster = Cluster.of(folder, programs);
      server = new EmbeddedServer(programs, folder, settings, fresh, cluster);
      server.startPatiently(EmbeddedServer::freePort);
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
    return DatabaseAddress.of(
        "127.0.0.1", port, Cluster.DATABASE, Cluster.USER, cluster.password());
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
   * Whether the data are in memory (tmpfs), where fsync waits for no disk: then no figure of this
   * server is one of a durable server, whatever {@link #durability} says.
   */
  public boolean isInMemory() {
    return inMemory;
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

  /** Stops the server as {@link #close} does, but keeps its data; {@link #startAgain} goes on. */
  public synchronized void rest() throws IOException {
    stop("fast");
  }

  /** Kills the server's first process (SIGKILL) and waits until it is gone. */
  public synchronized void kill() throws IOException {
    running().kill();
  }

  /**
   * Starts the server again after {@link #rest}, {@link #stopImmediately} or {@link #kill}, on the
   * same port.
   */
  public synchronized void startAgain() throws IOException {
    startGivenUp = false;
    startPatiently(() -> port);
  }

  /** Whether the server's first process is alive, be it that the server is still starting. */
  boolean isRunning() throws IOException {
    return Postmaster.of(folder.data()).isPresent();
  }

  /**
   * Has {@link #startAgain} on another thread fail soon: it tries no more, and a server that is
   * recovering, which may take an hour, is stopped. To be called until that thread is back, since
   * an attempt may just have been about to begin.
   */
  void giveUpStart() throws IOException {
    startGivenUp = true;
    stop("fast");
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
    // an interrupted thread, too, must not leave a server behind
    boolean interrupted = Thread.interrupted();
    try {
      stop("fast");
    } finally {
      if (fresh) {
        folder.delete();
      } else {
        folder.close();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Where the next attempt is to listen. */
  private interface PortChoice {
    int next() throws IOException;
  }

  /** Tries again while the port is taken or processes of a killed server are still ending. */
  private void startPatiently(PortChoice choice) throws IOException {
    long start = System.nanoTime();
    StartAttempt attempt = new StartAttempt(programs, folder, cluster, settings.serverSettings());
    String failure;
    do {
      port = choice.next();
      failure = attempt.onPort(port);
      if (failure.isEmpty()) {
        readBack();
        return;
      }
      Pause.millis(100);
    } while (!startGivenUp && System.nanoTime() - start < PATIENCE.toNanos());
    throw attempt.failed(failure);
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
    Optional<Postmaster> postmaster = Postmaster.of(folder.data());
    if (postmaster.isPresent()) {
      postmaster.get().stop(mode, folder.data(), programs, folder.programLog());
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

  private static ServerPrograms programs(EmbeddedSettings settings, Path workFolder)
      throws IOException {
    Path installation = Installation.unpack(settings.binaries(), settings.cacheFolder());
    return ServerPrograms.of(installation, workFolder);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
