package dev.weir.cli;

import dev.weir.config.ConfigurationException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.Locale;
import java.util.TimeZone;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command line. Exit codes: 0 done, 1 failed, 2 wrong use or configuration, 3 worse than the
 * baseline given, 130 interrupted.
 */
@Command(
    name = "weir",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Loads analytics records into PostgreSQL through Apache Camel and measures what each way of"
          + " loading costs."
    },
    subcommands = {
      CompareCommand.class,
      RunCommand.class,
      DeadLettersCommand.class,
      CheckCommand.class,
      ReportCommand.class,
      HelpCommand.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  weir compare",
      "  weir compare wide-copy-1000 narrow-copy-1000 --database postgresql://me@host/db",
      "  weir compare wide-copy-1000 --vary batchSize=10,100,1000 --vary writers=1,2,4",
      "  weir run wide-copy-1000 --rate 5000",
      "  weir dead-letters list",
      "  weir check --database postgresql://me@host/db",
      "",
      "Exit codes: 0 done; 1 a run failed or did not verify; 2 wrong use or configuration;",
      "3 slower or costlier than the baseline; 130 interrupted."
    })
public final class Weir implements Runnable {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int WRONG_USE = 2;

  /** Slower or costlier than the baseline given. */
  static final int WORSE = 3;

  @Spec private CommandSpec spec;

  private Weir() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    // Before anything else: drivers and formatters pick these up once.
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    Locale.setDefault(Locale.ROOT);
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    return commandLine().execute(arguments);
  }

  static CommandLine commandLine() {
    return new CommandLine(new Weir())
        .setUsageHelpWidth(100)
        .setParameterExceptionHandler(Weir::wrongUse)
        .setExecutionExceptionHandler(Weir::failed);
  }

  /** Without a command: how to use it, and that this was not it. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is needed");
  }

  private static int wrongUse(ParameterException problem, String[] arguments) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("weir: " + problem.getMessage());
    err.println("weir: see " + command.getCommandSpec().qualifiedName() + " --help");
    return WRONG_USE;
  }

  private static int failed(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (failure instanceof ConfigurationException wrong) {
      wrong.problems().forEach(problem -> err.println("weir: " + problem));
      return WRONG_USE;
    }
    if (failure instanceof InvalidPathException wrong) {
      // in the locale C every letter beyond ASCII
      err.println(
          "weir: \""
              + wrong.getInput()
              + "\" can be no path here ("
              + wrong.getReason()
              + "); another name, or a locale such as C.UTF-8, is needed");
      return WRONG_USE;
    }
    Logger log = LoggerFactory.getLogger(Weir.class);
    log.error("{}", failure.getMessage() == null ? failure : failure.getMessage(), failure);
    return FAILED;
  }
}
