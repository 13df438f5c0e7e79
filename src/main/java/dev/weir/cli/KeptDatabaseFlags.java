package dev.weir.cli;

import dev.weir.config.Home;
import java.io.IOException;
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

  Database open(Home home) throws IOException {
    return Database.keep(given, System.getenv(), data(home));
  }
}
