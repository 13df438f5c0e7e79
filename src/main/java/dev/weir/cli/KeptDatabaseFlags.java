package dev.weir.cli;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which database the service works on; an embedded one keeps its data. */
final class KeptDatabaseFlags {
  @Option(
      names = "--database",
      paramLabel = "URI",
      description = {
        "postgresql://user@host:port/database, a JDBC URL, or embedded (the default): a PostgreSQL"
            + " of its own, whose data are kept.",
        "What is left open comes from PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE, PGSSLMODE; an"
            + " empty URI takes all from them."
      })
  private String given = Database.EMBEDDED;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The folder of the embedded server's data, and of dead letters a database did not take."
              + " Default: data, in Weir's folder.")
  private Path data;

  Path data(Home home) {
    return data == null ? home.root().resolve("data") : data.toAbsolutePath();
  }

  /**
   * The same for a look at what is there: joins the embedded server of a service that is at work.
   *
   * @throws ConfigurationException also if no server was ever kept in the folder
   */
  Database join(Home home) throws IOException {
    Path folder = data(home);
    if (given.equals(Database.EMBEDDED) && !Files.isDirectory(folder)) {
      throw new ConfigurationException(
          new Problem(
              "command line",
              "--data",
              folder.toString(),
              "a folder weir run has kept an embedded server in, or --database,"));
    }
    return Database.joinOrKeep(given, System.getenv(), folder);
  }

  Database open(Home home) throws IOException {
    return Database.keep(given, System.getenv(), data(home));
  }
}
