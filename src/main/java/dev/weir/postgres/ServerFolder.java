package dev.weir.postgres;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of one embedded server: its data, log and password.
 *
 * <p>Whose it is, is said by a lock on the file {@code weir.lock}: the operating system lets go of
 * it when the Weir that holds it dies, however it dies. So a folder whose lock can be had belongs
 * to no one, and a server still running in it is an orphan. A process id in a file could not tell:
 * ids are used again and differ between containers.
 */
final class ServerFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerFolder.class);
  private static final String PREFIX = "weir-server-";
  private static final String LOCK = "weir.lock";

  /** PostgreSQL's data directory, in the folder. */
  static final String DATA = "data";

  /** The superuser's password, in the folder. */
  static final String PASSWORD = "password";

  /** Folders of this process. Opening a lock file a second time would let go of the lock. */
  private static final Set<Path> HELD = new HashSet<>();

  private final Path path;
  private final FileChannel channel;

  private ServerFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Makes a new folder, having removed those whose Weir is dead, and ended their servers. */
  static ServerFolder fresh(Path workFolder, ServerPrograms programs) throws IOException {
    synchronized (HELD) {
      // between making a folder and locking it, it looks like one left behind
      try (FileChannel all =
              FileChannel.open(
                  workFolder.resolve("weir-servers.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock alone = all.lock()) {
        if (!alone.isValid()) {
          throw new IOException("cannot lock " + workFolder);
        }
        removeLeftBehind(workFolder, programs);
        Path path = Files.createTempDirectory(workFolder, PREFIX);
        FileChannel channel = lock(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel == null) {
          throw new IOException("cannot lock " + path);
        }
        return hold(path, channel);
      }
    }
  }

  /**
   * Takes a folder that is kept, made when it is not there; ends the server that a killed Weir left
   * running in it.
   *
   * @throws ConfigurationException if another Weir uses it
   */
  static ServerFolder kept(Path folder, ServerPrograms programs) throws IOException {
    synchronized (HELD) {
      Path path = Folders.create(folder);
      refuseForeign(path);
      FileChannel channel =
          HELD.contains(path)
              ? null
              : lock(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel == null) {
        Path owner = path.resolve("owner");
        throw new ConfigurationException(
            Problem.of(
                path.toString(),
                "a folder no other Weir uses is needed; this one is used by "
                    + (Files.exists(owner) ? Files.readString(owner).strip() : "another process")));
      }
      try {
        endOrphan(path, programs, "fast");
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
      return hold(path, channel);
    }
  }

  /** Whether a Weir, this one or another, has the folder at this moment. */
  static boolean isHeld(Path folder) throws IOException {
    synchronized (HELD) {
      if (HELD.contains(folder)) {
        return true;
      }
      if (!Files.exists(folder.resolve(LOCK))) {
        return false;
      }
      try (FileChannel channel = lock(folder, StandardOpenOption.WRITE)) {
        return channel == null;
      }
    }
  }

  Path path() {
    return path;
  }

  Path data() {
    return path.resolve(DATA);
  }

  Path log() {
    return path.resolve("server.log");
  }

  /** What initdb and pg_ctl said. */
  Path programLog() {
    return path.resolve("programs.log");
  }

  Path password() {
    return path.resolve(PASSWORD);
  }

  /** Lets the folder go, to be used by the next. */
  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      channel.close();
      HELD.remove(path);
    }
  }

  /** Deletes the folder and lets it go. */
  void delete() throws IOException {
    try (this) {
      deleteLocked(path);
    }
  }

  private static void refuseForeign(Path folder) throws IOException {
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
      if (inside.iterator().hasNext() && !Files.exists(folder.resolve(LOCK))) {
        throw new ConfigurationException(
            Problem.of(
                folder.toString(),
                "an empty folder, or one in which Weir has kept a server, is needed"));
      }
    }
  }

  private static ServerFolder hold(Path path, FileChannel channel) throws IOException {
    HELD.add(path);
    if (Files.getFileStore(path).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
    Files.writeString(
        path.resolve("owner"),
        "process " + ProcessHandle.current().pid() + " since " + started() + "\n",
        StandardCharsets.UTF_8);
    return new ServerFolder(path, channel);
  }

  private static Instant started() {
    return ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
  }

  /** The channel that holds the lock; null when another process does. */
  private static FileChannel lock(Path folder, OpenOption... options) throws IOException {
    FileChannel channel = FileChannel.open(folder.resolve(LOCK), options);
    if (channel.tryLock() == null) {
      channel.close();
      return null;
    }
    return channel;
  }

  /** The lock file goes last: whoever finds it can tell that the folder is still in use. */
  private static void deleteLocked(Path folder) throws IOException {
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
      for (Path path : inside) {
        if (!path.endsWith(LOCK)) {
          Folders.delete(path);
        }
      }
    }
    Folders.delete(folder);
  }

  private static void removeLeftBehind(Path workFolder, ServerPrograms programs)
      throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(workFolder, PREFIX + "*")) {
      for (Path folder : folders) {
        if (HELD.contains(folder)) {
          continue;
        }
        try {
          removeIfLeftBehind(folder, programs);
        } catch (IOException e) {
          LOG.warn("cannot remove {}, which a killed Weir left behind", folder, e);
        }
      }
    }
  }

  private static void removeIfLeftBehind(Path folder, ServerPrograms programs) throws IOException {
    if (!Files.exists(folder.resolve(LOCK))) {
      Folders.delete(folder); // killed before it locked the folder it had made: it is empty
      return;
    }
    try (FileChannel channel = lock(folder, StandardOpenOption.WRITE)) {
      if (channel != null) { // else a living Weir's
        endOrphan(folder, programs, "immediate");
        deleteLocked(folder);
      }
    } catch (NoSuchFileException e) {
      LOG.debug("{} has just been removed by its Weir", folder);
    }
  }

  private static void endOrphan(Path folder, ServerPrograms programs, String mode)
      throws IOException {
    Path data = folder.resolve(DATA);
    Optional<Postmaster> orphan = Postmaster.of(data);
    if (orphan.isPresent()) {
      LOG.info("ending the server {} that a killed Weir left in {}", orphan.get().pid(), folder);
      orphan.get().stop(mode, data, programs, folder.resolve("programs.log"));
    }
  }
}
