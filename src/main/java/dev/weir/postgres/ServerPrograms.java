package dev.weir.postgres;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Problem;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs initdb, pg_ctl and postgres of one installation.
 *
 * <p>As root PostgreSQL refuses to run. Then each program is run where it does not see that it is
 * root: in a user namespace of its own ({@code unshare -U}), in which the files keep their owner,
 * or, where namespaces are forbidden as in many containers, as an ordinary user.
 */
final class ServerPrograms {
  private static final Logger LOG = LoggerFactory.getLogger(ServerPrograms.class);

  private final Path installation;
  private final Way way;
  private final int major;

  /** What stands before each command, and who then owns the server's files. */
  private record Way(List<String> prefix, String owner) {}

  private ServerPrograms(Path installation, Way way, int major) {
    this.installation = installation;
    this.way = way;
    this.major = major;
  }

  /**
   * Finds out by trying how the programs can be run.
   *
   * @param workFolder an existing folder that belongs to the user of this process
   * @throws ConfigurationException if there is no way, with what to do
   */
  static ServerPrograms of(Path installation, Path workFolder) throws IOException {
    boolean root = isRoot(workFolder);
    List<String> tried = new ArrayList<>();
    for (Way way : root ? waysOfRoot() : List.of(new Way(List.of(), ""))) {
      List<String> command = new ArrayList<>(way.prefix());
      command.add(program(installation, "postgres").toString());
      command.add("--version");
      Path output = Files.createTempFile("weir-", ".txt");
      String said;
      try {
        int status = run(command, output, workFolder);
        said = Files.readString(output, StandardCharsets.UTF_8).strip();
        if (status == 0) {
          if (canReach(workFolder, way, output)) {
            return new ServerPrograms(installation, way, majorOf(said));
          }
          said = way.owner() + " cannot reach " + workFolder;
        }
      } catch (IOException e) {
        said = "cannot be run";
        LOG.debug("{}", command, e);
      } finally {
        Files.deleteIfExists(output);
      }
      tried.add(String.join(" ", way.prefix()) + ": " + said);
    }
    throw cannotRun(root, tried);
  }

  private static ConfigurationException cannotRun(boolean root, List<String> tried) {
    String reason =
        root
            ? "PostgreSQL does not run as root, and there is no way here to run it as someone else"
            : "PostgreSQL's programs do not run here";
    String remedy =
        root
            ? "a user other than root is needed, or a folder that other users can reach"
            : "a platform the programs are made for is needed, or a folder programs may run in";
    return new ConfigurationException(
        Problem.of(
            "--database embedded",
            reason
                + " ("
                + String.join("; ", tried)
                + "); "
                + remedy
                + " (-Dweir.cache=), or a server of your own (--database postgresql://...)"));
  }

  /** The major version: 18. */
  int major() {
    return major;
  }

  /**
   * Runs a program to its end.
   *
   * @param output the file that gets what it says
   * @return its exit status
   */
  int run(String name, List<String> arguments, Path output) throws IOException {
    List<String> command = new ArrayList<>(way.prefix());
    command.add(program(installation, name).toString());
    command.addAll(arguments);
    return run(command, output, output.getParent());
  }

  /** Gives a folder and all in it to the user the programs run as. */
  void giveFolder(Path folder) throws IOException {
    if (way.owner().isEmpty()) {
      return;
    }
    UserPrincipal owner =
        folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(way.owner());
    try (Stream<Path> paths = Files.walk(folder, new FileVisitOption[0])) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        if (!Files.isSymbolicLink(path) && !Files.getOwner(path).equals(owner)) {
          Files.setOwner(path, owner);
        }
      }
    }
  }

  private static int run(List<String> command, Path output, Path folder) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            // files, not pipes: on some systems the server inherits them and keeps them open
            .redirectInput(isWindows() ? new File("NUL") : new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    builder.environment().keySet().removeIf(variable -> variable.startsWith("PG"));
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("TZ", "UTC");
    Process process = builder.start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return process.waitFor();
        } catch (InterruptedException e) {
          // each of these programs ends by itself and soon; a server must not be left half started
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Another user may be kept out by a folder further up, such as root's home. */
  private static boolean canReach(Path folder, Way way, Path output) throws IOException {
    if (way.prefix().isEmpty()) {
      return true;
    }
    List<String> command = new ArrayList<>(way.prefix());
    command.addAll(List.of("test", "-x", folder.toString()));
    return run(command, output, folder) == 0;
  }

  private static List<Way> waysOfRoot() {
    List<Way> ways = new ArrayList<>();
    ways.add(new Way(List.of("unshare", "-U"), "root"));
    for (String user : List.of("postgres", "nobody")) {
      ways.add(
          new Way(
              List.of("setpriv", "--reuid=" + user, "--regid=" + groupOf(user), "--clear-groups"),
              user));
      ways.add(new Way(List.of("runuser", "-u", user, "--"), user));
    }
    return ways;
  }

  private static String groupOf(String user) {
    if (!user.equals("nobody")) {
      return user;
    }
    // Debian has nogroup, most others nobody
    try (Stream<String> groups = Files.lines(Path.of("/etc/group"), StandardCharsets.UTF_8)) {
      return groups.anyMatch(line -> line.startsWith("nogroup:")) ? "nogroup" : "nobody";
    } catch (IOException e) {
      return "nobody";
    }
  }

  private static boolean isRoot(Path ownFolder) throws IOException {
    return ownFolder.getFileSystem().supportedFileAttributeViews().contains("unix")
        && Files.getAttribute(ownFolder, "unix:uid").equals(0);
  }

  private static boolean isWindows() {
    return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
  }

  private static Path program(Path installation, String name) {
    return installation.resolve("bin").resolve(isWindows() ? name + ".exe" : name);
  }

  /** From "postgres (PostgreSQL) 18.3". */
  private static int majorOf(String said) throws IOException {
    String version = said.substring(said.lastIndexOf(' ') + 1);
    if (!version.matches("\\d+\\D.*")) {
      throw new IOException("not a version of PostgreSQL: " + said);
    }
    return Integer.parseInt(version.split("\\D", 2)[0]);
  }
}
