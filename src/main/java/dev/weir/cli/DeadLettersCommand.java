package dev.weir.cli;

import dev.weir.config.Home;
import dev.weir.delivery.DeadLetter;
import dev.weir.delivery.DeadLetterChoice;
import dev.weir.delivery.DeadLetterFile;
import dev.weir.delivery.DeadLetters;
import dev.weir.delivery.DeliveryTables;
import dev.weir.postgres.Pools;
import dev.weir.service.DeadLetterDesk;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
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
    description = "Shows the records that could not be stored, and puts them back.")
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
        (connection, letters) -> {
          for (DeadLetter letter : letters.list(connection, choice.choice(), LISTED)) {
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
          line("%,d dead letters", letters.count(connection, choice.choice()));
          DeadLetterFile file = new DeadLetterFile(database.data(Home.locate()));
          List<DeadLetter> inFile = file.read();
          if (!inFile.isEmpty()) {
            line("%,d more, which the database did not take, in %s", inFile.size(), file.path());
          }
        });
  }

  @Command(description = "Tries to store them again; what is stored is a dead letter no more.")
  int retry(@Mixin KeptDatabaseFlags database, @Mixin Choice choice)
      throws IOException, SQLException {
    return with(
        database,
        (connection, letters) ->
            new DeadLetterDesk(Home.locate(), letters)
                .retry(connection, choice.choice())
                .forEach(
                    (key, done) ->
                        line(
                            "%s: stored %,d, refused again %,d, never a record %,d",
                            key, done.stored(), done.refusedAgain(), done.noRecord())));
  }

  @Command(description = "Writes them to standard output, a line of JSON each.")
  int export(@Mixin KeptDatabaseFlags database, @Mixin Choice choice)
      throws IOException, SQLException {
    PrintWriter out = spec.commandLine().getOut();
    return with(
        database,
        (connection, letters) -> letters.export(connection, choice.choice(), out::println));
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
    private long id;

    DeadLetterChoice choice() {
      return new DeadLetterChoice(strategy, dataset, id);
    }
  }

  private interface Work {
    void run(Connection connection, DeadLetters letters) throws IOException, SQLException;
  }

  private int with(KeptDatabaseFlags flags, Work work) throws IOException, SQLException {
    Home home = Home.locate();
    DeadLetters letters =
        new DeadLetters(DeliveryTables.inSearchPath(), new DeadLetterFile(flags.data(home)));
    try (Database database = flags.open(home);
        Connection connection = Pools.connect(database.address(), "weir-dead-letters")) {
      work.run(connection, letters);
    }
    spec.commandLine().getOut().flush();
    return Weir.DONE;
  }

  private void line(String format, Object... values) {
    spec.commandLine().getOut().println(String.format(Locale.ROOT, format, values));
  }
}
