package dev.weir.report;

import dev.weir.postgres.Durability;
import dev.weir.postgres.ServerProfile;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * Where a comparison was done: what environment.json holds.
 *
 * @param commandLine as given, with the database's address in place of what might hold a password
 * @param client the machine Weir ran on; the server's too where {@code server.embedded} is true
 */
public record Environment(
    String weir, String commandLine, String startedAt, Machine client, Java java, Server server) {

  /**
   * Describes this machine and a server.
   *
   * @param commandLine without a password
   * @param folder where the report goes
   * @param address without a password
   */
  public static Environment read(
      String weir,
      String commandLine,
      Instant startedAt,
      Path folder,
      ServerProfile server,
      String address,
      boolean embedded) {
    return new Environment(
        weir,
        commandLine,
        startedAt.truncatedTo(ChronoUnit.SECONDS).toString(),
        ThisMachine.read(folder),
        ThisMachine.java(),
        new Server(
            server.version(), address, embedded, describe(server.durability()), server.settings()));
  }

  private static String describe(Durability durability) {
    return "fsync %s, synchronous_commit %s, full_page_writes %s, wal_level %s, data_checksums %s"
        .formatted(
            durability.fsync() ? "on" : "off",
            durability.synchronousCommit(),
            durability.fullPageWrites() ? "on" : "off",
            durability.walLevel(),
            durability.dataChecksums() ? "on" : "off");
  }

  /**
   * What Weir ran on.
   *
   * @param cpu the model
   * @param cores physical cores; null where the system does not say
   * @param threads what runs at once: logical processors this process sees
   * @param disks "model, size" of each disk
   * @param folder the file system the embedded server's data and the report are on
   */
  public record Machine(
      String operatingSystem,
      String cpu,
      Integer cores,
      int threads,
      Long memoryBytes,
      List<String> disks,
      String folder) {}

  /** The Java that runs Weir. */
  public record Java(String version, String virtualMachine, long maximumHeapBytes) {}

  /**
   * The database server.
   *
   * @param address without a password
   * @param embedded whether Weir started it for this comparison, on the client's machine
   * @param durability the settings that decide what a commit is worth, in one line
   * @param settings those that bear on loading, by name
   */
  public record Server(
      String version,
      String address,
      boolean embedded,
      String durability,
      Map<String, String> settings) {}
}
