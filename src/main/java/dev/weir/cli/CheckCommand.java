package dev.weir.cli;

import dev.weir.config.Problem;
import dev.weir.postgres.Pools;
import dev.weir.postgres.ServerProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir check}: what a server and an account allow, and what looks wrong. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Says what a server and this account allow, and what looks wrong.",
    footerHeading = "%nExamples:%n",
    footer = {"  weir check", "  weir check --database postgresql://me@host/db"})
final class CheckCommand implements Callable<Integer> {
  private static final int CONNECTIONS = 5;

  @Option(
      names = "--database",
      paramLabel = "URI",
      description = "As for compare. Default: embedded.")
  private String given = Database.EMBEDDED;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, SQLException {
    try (Database database = Database.open(given, System.getenv());
        Connection connection = Pools.connect(database.address(), "weir-check")) {
      ServerProfile profile = ServerProfile.read(connection);
      List<Problem> problems = profile.problems(database.address().display(), CONNECTIONS);
      PrintWriter out = spec.commandLine().getOut();
      new ServerDescription(profile, database.address().display(), problems.isEmpty())
          .lines()
          .forEach(out::println);
      out.flush();
      PrintWriter err = spec.commandLine().getErr();
      problems.forEach(problem -> err.println("weir: " + problem));
      return problems.isEmpty() ? Weir.DONE : Weir.WRONG_USE;
    }
  }
}
