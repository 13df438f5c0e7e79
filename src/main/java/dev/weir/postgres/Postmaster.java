package dev.weir.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The first process of a server.
 *
 * @param process by its id; ids are used again, so it is checked to be a PostgreSQL on our data
 */
record Postmaster(ProcessHandle process) {

  /**
   * The living postmaster of a data folder, if there is one: postmaster.pid names it, but may have
   * been left by a killed one, and then its process id may be anybody's now.
   */
  static Optional<Postmaster> of(Path dataFolder) throws IOException {
    return written(dataFolder)
        .flatMap(ProcessHandle::of)
        .map(Postmaster::new)
        .filter(Postmaster::isAlive)
        .filter(postmaster -> postmaster.serves(dataFolder));
  }

  /**
   * Removes a postmaster.pid whose process is alive but not a PostgreSQL: the server would take it
   * for one and refuse to start. That no process of the dead server is left, the server itself
   * checks by its shared memory.
   */
  static void removeStaleFile(Path dataFolder) throws IOException {
    if (of(dataFolder).isEmpty()) {
      Optional<ProcessHandle> other = written(dataFolder).flatMap(ProcessHandle::of);
      if (other.isPresent()) {
        Files.deleteIfExists(dataFolder.resolve("postmaster.pid"));
      }
    }
  }

  long pid() {
    return process.pid();
  }

  /** Whether it runs; one that has ended and was not yet waited for by its parent does not. */
  boolean isAlive() {
    if (!process.isAlive()) {
      return false;
    }
    try {
      String status = Files.readString(Path.of("/proc", Long.toString(pid()), "stat"));
      return !status.substring(status.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException e) {
      return process.isAlive(); // a system without /proc
    }
  }

  /**
   * Waits until it is gone.
   *
   * @return whether it is
   */
  boolean awaitEnd(Duration longest) {
    long start = System.nanoTime();
    while (isAlive() && System.nanoTime() - start < longest.toNanos()) {
      Pause.millis(20);
    }
    return !isAlive();
  }

  /** Kills it (SIGKILL) and waits until it is gone; its child processes notice and end. */
  void kill() throws IOException {
    process.destroyForcibly();
    if (!awaitEnd(Duration.ofSeconds(30))) {
      throw new IOException("the PostgreSQL process " + pid() + " cannot be killed");
    }
  }

  /**
   * Stops it, as gently as asked for at first, then by force.
   *
   * @param mode of pg_ctl: fast or immediate
   */
  void stop(String mode, Path dataFolder, ServerPrograms programs, Path programLog)
      throws IOException {
    for (String urgency : mode.equals("fast") ? List.of("fast", "immediate") : List.of(mode)) {
      programs.run(
          "pg_ctl",
          List.of("stop", "-w", "-t", "300", "-m", urgency, "-D", dataFolder.toString()),
          programLog);
      // pg_ctl itself may have been ended by a second Ctrl-C; the signal is sent, though
      if (awaitEnd(Duration.ofSeconds(60))) {
        return;
      }
    }
    kill();
  }

  private boolean serves(Path dataFolder) {
    Optional<String[]> arguments = process.info().arguments();
    String name = process.info().command().orElse("");
    boolean isPostgres =
        name.substring(name.lastIndexOf('/') + 1).startsWith("postgres")
            || name.endsWith("\\postgres.exe");
    return isPostgres
        && (arguments.isEmpty() || Arrays.asList(arguments.get()).contains(dataFolder.toString()));
  }

  private static Optional<Long> written(Path dataFolder) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(dataFolder.resolve("postmaster.pid"), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    return lines.isEmpty() || !lines.get(0).strip().matches("\\d{1,18}")
        ? Optional.empty()
        : Optional.of(Long.parseLong(lines.get(0).strip()));
  }
}
