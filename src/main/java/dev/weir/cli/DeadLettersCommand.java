package dev.weir.cli;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Problem;
import dev.weir.delivery.DeadLetter;
import dev.weir.delivery.DeadLetterChoice;
import dev.weir.delivery.DeadLetterFile;
import dev.weir.delivery.DeadLetters;
import dev.weir.delivery.DeadLetters.Retried;
import dev.weir.delivery.DeliveryTables;
import dev.weir.delivery.LedgerKey;
import dev.weir.postgres.Pools;
import dev.weir.service.DeadLetterDesk;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir dead-letters}: records that could not be stored. */
@Command(
    name = "dead-letters",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "(list | retry | export)",
    description = {
      "Shows the records that could not be stored, and puts them back. The embedded server of a"
          + " service that is at work is joined; where none is, it is started meanwhile."
    })
final class DeadLettersCommand implements Runnable {
  private static final int LISTED = 100;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "list, retry or export is needed after dead-letters");
  }

  @Command(description = "Lists the first of them, and how many there are.")
  int list(@Mixin KeptDatabaseFlags database, @Mixin Choice choice)
      throws IOException, SQLException {
    return with(
        database,
        choice,
        (connection, letters, chosen) -> {
          for (DeadLetter letter : letters.list(connection, chosen, LISTED)) {
            line(
                "%d: %s, lane %d, position %d, %s, SQLState %s: %s",
                letter.id(),
                letter.key(),
                letter.lane(),
                letter.position(),
                letter.createdAt(),
                letter.sqlState(),
                letter.message());
          }
          line("%,d dead letters", letters.count(connection, chosen));
          List<DeadLetter> inFile = letters.inFile(chosen);
          if (!inFile.isEmpty()) {
            line(
                "%,d more, which the database did not take, in %s; retry puts them into it",
                inFile.size(), letters.file());
          }
        });
  }

  @Command(
      description = {
        "Tries to store them again; what is stored is a dead letter no more, and the others stay,"
            + " with the reason of this time."
      })
  int retry(@Mixin KeptDatabaseFlags database, @Mixin Choice choice)
      throws IOException, SQLException {
    return with(
        database,
        choice,
        (connection, letters, chosen) -> {
          long takenIn = letters.takeIn(connection);
          if (takenIn > 0) {
            line("%,d dead letters put into the database from %s", takenIn, letters.file());
          }
          Map<LedgerKey, Retried> done = new DeadLetterDesk(letters).retry(connection, chosen);
          done.forEach(
              (key, retried) ->
                  line(
                      "%s: stored %,d, refused again %,d, never a record %,d",
                      key, retried.stored(), retried.refusedAgain(), retried.noRecord()));
          if (done.isEmpty()) {
            line("0 dead letters");
          }
        });
  }

  @Command(description = "Writes them out, a line of JSON each, those in a file too.")
  int export(
      @Mixin KeptDatabaseFlags database,
      @Mixin Choice choice,
      @Option(
              names = "--out",
              paramLabel = "FILE",
              description = "A new file. Default: standard output.")
          Path file)
      throws IOException, SQLException {
    if (file != null) {
      checkNew(file);
    }
    return with(
        database,
        choice,
        (connection, letters, chosen) -> {
          if (file == null) {
            export(connection, letters, chosen, spec.commandLine().getOut());
            return;
          }
          try (PrintWriter out =
              new PrintWriter(
                  Files.newBufferedWriter(
                      file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW))) {
            long count = export(connection, letters, chosen, out);
            line("%,d dead letters written to %s", count, file);
          }
        });
  }

  private static void checkNew(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.exists(file) || !Files.isDirectory(folder)) {
      throw new ConfigurationException(
          new Problem(
              "command line",
              "--out",
              file.toString(),
              "a file that is not there yet, in a folder that is,"));
    }
  }

  /** A writer that fails says so only when asked. */
  private static long export(
      Connection connection, DeadLetters letters, DeadLetterChoice choice, PrintWriter out)
      throws IOException, SQLException {
    long count = letters.export(connection, choice, out::println);
    if (out.checkError()) {
      throw new IOException("not all dead letters could be written out");
    }
    return count;
  }

  /** Which letters. */
  static final class Choice {
    @Option(
        names = "--strategy",
        paramLabel = "NAME",
        description = "Those of one strategy. Default: all.")
    private String strategy = "";

    @Option(
        names = "--dataset",
        paramLabel = "NAME",
        description = "Those of one dataset. Default: all.")
    private String dataset = "";

    @Option(names = "--id", paramLabel = "N", description = "The one of this number. Default: all.")
    private Long id;

    DeadLetterChoice choice() {
      if (id != null && id < 1) {
        // 0 stands for all of them within Weir: whoever wrote it did not mean that
        throw new ConfigurationException(
            new Problem("command line", "--id", id.toString(), "a whole number from 1"));
      }
      return new DeadLetterChoice(strategy, dataset, id == null ? 0 : id);
    }
  }

  private interface Work {
    void run(Connection connection, DeadLetters letters, DeadLetterChoice chosen)
        throws IOException, SQLException;
  }

  private int with(KeptDatabaseFlags flags, Choice choice, Work work)
      throws IOException, SQLException {
    DeadLetterChoice chosen = choice.choice();
    Home home = Home.locate();
    DeadLetters letters =
        new DeadLetters(DeliveryTables.inSearchPath(), new DeadLetterFile(flags.data(home)));
    try (Database database = flags.join(home);
        Connection connection = Pools.connect(database.address(), "weir-dead-letters")) {
      work.run(connection, letters, chosen);
    }
    spec.commandLine().getOut().flush();
    return Weir.DONE;
  }

  private void line(String format, Object... values) {
    spec.commandLine().getOut().println(String.format(Locale.ROOT, format, values));
  }
}
