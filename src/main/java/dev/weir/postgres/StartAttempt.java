package dev.weir.postgres;

import dev.weir.config.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** Starts the server of a folder by pg_ctl, and tells why it does not start. */
final class StartAttempt {
  private static final int LOG_LINES = 15;

  /** Recovery after a crash may take long; pg_ctl notices by itself when the server ends. */
  private static final String START_SECONDS = "3600";

  /** Said of what is over in a while: a port taken, processes of a killed server still ending. */
  private static final List<String> PASSING =
      List.of(
          "could not bind",
          "could not create any TCP/IP sockets",
          "pre-existing shared memory block",
          "lock file \"postmaster.pid\"");

  private final ServerPrograms programs;
  private final ServerFolder folder;
  private final Cluster cluster;
  private final Map<String, String> serverSettings;

  StartAttempt(
      ServerPrograms programs,
      ServerFolder folder,
      Cluster cluster,
      Map<String, String> serverSettings) {
    this.programs = programs;
    this.folder = folder;
    this.cluster = cluster;
    this.serverSettings = serverSettings;
  }

  /**
   * One attempt.
   *
   * @return empty when the server runs; what it said when it may be tried again
   * @throws dev.weir.config.ConfigurationException if it refuses a setting
   * @throws IOException if trying again would not help
   */
  String onPort(int port) throws IOException {
    cluster.configure(port, serverSettings);
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
    if (PASSING.stream().anyMatch(said::contains)) {
      return said;
    }
    refuseSettings(said);
    throw failed(said.isEmpty() ? LogTail.since(folder.programLog(), 0, LOG_LINES) : said);
  }

  IOException failed(String said) {
    return new IOException(
        "PostgreSQL did not start in " + folder.path() + "; the end of its log:\n" + said);
  }

  /** When the server names settings of ours in what it said, those are what is wrong. */
  private void refuseSettings(String said) {
    Problems problems = new Problems();
    serverSettings.forEach(
        (name, value) -> {
          said.lines()
              .filter(line -> line.contains("parameter \"" + name + "\""))
              .findFirst()
              .ifPresent(
                  line ->
                      problems.add(
                          "server settings",
                          name,
                          value,
                          "what PostgreSQL " + programs.major() + " takes (" + line + ")"));
        });
    problems.throwIfAny();
  }
}
