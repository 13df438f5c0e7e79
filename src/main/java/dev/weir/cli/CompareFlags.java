package dev.weir.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What {@code weir compare} was given, as written: checked all together by {@link Preparation}, so
 * that the user hears of every problem at once.
 */
final class CompareFlags {
  @Parameters(
      arity = "0..*",
      paramLabel = "STRATEGY",
      description = {
        "Strategies by the name of their file in routes/strategies/, or paths of route files.",
        "None: the strategies that answer wide or narrow, how big a batch, wait for the disk or not,"
            + " one writer or four."
      })
  List<String> strategies = new ArrayList<>();

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "The floor: records every run stores at least. Default: 1000.")
  String records = "1000";

  @Option(
      names = "--min-seconds",
      paramLabel = "S",
      description =
          "A run that reaches the floor sooner goes on for so long. Default: 5, without strategies 1.5.")
  String minSeconds;

  @Option(
      names = {"--warm-up", "--warmup"},
      paramLabel = "S",
      description =
          "A strategy's warm-up ends when its rate has settled, at the latest after so long."
              + " Default: 10, without strategies 2.5.")
  String warmUp;

  @Option(
      names = {"--rounds", "--repeats"},
      paramLabel = "N",
      description =
          "Each strategy runs once a round. Default: 3, the fewest a difference is claimed of.")
  String rounds = "3";

  @Option(
      names = "--dataset",
      paramLabel = "NAME",
      description = "A dataset by the name of its file in datasets/, or a path. Default: sensors.")
  String dataset = "sensors";

  @Option(
      names = "--database",
      paramLabel = "URI",
      description = {
        "postgresql://user@host:port/database, a JDBC URL, or embedded (the default): a PostgreSQL"
            + " of its own, made for this comparison and removed after it.",
        "What is left open comes from PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE, PGSSLMODE; an"
            + " empty URI takes all from them. A password is best given by PGPASSWORD: others on the"
            + " machine can see command lines."
      })
  String database = Database.EMBEDDED;

  @Option(
      names = "--vary",
      paramLabel = "KEY=A,B",
      description =
          "Runs each strategy with each of these values; given again, with every combination. Any key"
              + " a strategy file may set.")
  List<String> vary = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "The results.json of an earlier comparison, or its folder: exit code 3 when a strategy is"
              + " slower or costlier now than the noise explains.")
  String baseline;

  @Option(
      names = "--no-noise-floor",
      description =
          "Does not run the cheapest strategy a second time under another name, which shows what a"
              + " difference is worth here; then only the scatter of the runs compared tells.")
  boolean noNoiseFloor;

  @Option(
      names = "--sample-every",
      paramLabel = "S",
      description = "How often the server's statistics are read, in seconds. Default: 1.")
  String sampleEvery;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the order of runs and of what is probed. Default: by the clock.")
  String seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder for results. Default: reports/<UTC time>.")
  String out;

  @Option(names = "--quiet", description = "No progress.")
  boolean quiet;

  @Option(names = "--json", description = "results.json on standard output, not a table.")
  boolean json;
}
