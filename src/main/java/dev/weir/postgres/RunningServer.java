package dev.weir.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The kept server of a Weir that is at work, for others to be its clients. It stays that Weir's:
 * whoever joins it neither stops it nor keeps it from stopping.
 *
 * <p>Its port is in PostgreSQL's {@code postmaster.pid}, of which the lines are the process id, the
 * data directory, the time of the start, the port, two of sockets, one of shared memory, and
 * whether the server is ready (PostgreSQL's source, {@code utils/pidfile.h}).
 */
public final class RunningServer {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PORT = 3;
  private static final int STATUS = 7;

  private RunningServer() {}

  /**
   * The address of the server in a kept folder, as its superuser; one that is being started is
   * waited for.
   *
   * @param keptFolder as {@link EmbeddedServer#start} is given it
   * @return empty when no living Weir has the folder: then it may be started
   * @throws IOException if a Weir has the folder but its server does not become ready
   */
  public static Optional<DatabaseAddress> in(Path keptFolder) throws IOException {
    if (!Files.isDirectory(keptFolder)) {
      return Optional.empty();
    }
    Path folder = keptFolder.toRealPath();
    long start = System.nanoTime();
    while (ServerFolder.isHeld(folder)) {
      Optional<DatabaseAddress> address = ready(folder);
      if (address.isPresent()) {
        return address;
      }
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new IOException("a Weir uses " + folder + ", but its server is not ready");
      }
      Pause.millis(100);
    }
    return Optional.empty();
  }

  private static Optional<DatabaseAddress> ready(Path folder) throws IOException {
    Path data = folder.resolve(ServerFolder.DATA);
    if (Postmaster.of(data).isEmpty()) {
      return Optional.empty();
    }
    try {
      List<String> lines =
          Files.readAllLines(data.resolve("postmaster.pid"), StandardCharsets.ISO_8859_1);
      if (lines.size() <= STATUS || !lines.get(STATUS).strip().equals("ready")) {
        return Optional.empty();
      }
      return Optional.of(
          DatabaseAddress.of(
              "127.0.0.1",
              Integer.parseInt(lines.get(PORT).strip()),
              Cluster.DATABASE,
              Cluster.USER,
              Files.readString(folder.resolve(ServerFolder.PASSWORD)).strip()));
    } catch (NoSuchFileException e) {
      return Optional.empty(); // it has just been stopped
    }
  }
}
