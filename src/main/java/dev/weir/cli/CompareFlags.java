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
              + " a strategy file may set; server=FILE,FILE runs each on embedded servers with these"
              + " settings, files of config/postgres/ by their name.")
  List<String> vary = new ArrayList<>();

  @Option(
      names = "--find-crossover",
      paramLabel = "KEY",
      description =
          "For two strategies: finds the value of KEY, such as batchSize, at which the faster one"
              + " changes, starting from the values varied, or from 1, 10, 100, 1000.")
  String findCrossover;

  @Option(
      names = "--at-rate",
      paramLabel = "N",
      description =
          "Then loads each strategy at N records a second and recommends the cheapest that holds it."
              + " A record's latency counts from the moment it was due.")
  String atRate;

  @Option(
      names = "--p99",
      paramLabel = "TIME",
      description =
          "With --at-rate: 99 of 100 records are to be stored within TIME of being due. Default:"
              + " 100ms.")
  String p99;

  @Option(
      names = "--rate-seconds",
      paramLabel = "S",
      description = "With --at-rate: how long each strategy is loaded at it. Default: 10.")
  String rateSeconds;

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
