package dev.weir.bench;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.StrategySetting;
import dev.weir.layout.Layouts;
import dev.weir.write.WriteMethod;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command behind {@code src/bench/run}. */
@Command(
    name = "src/bench/run",
    sortOptions = false,
    description = {
      "Measures Weir on a fresh embedded PostgreSQL: beside what people would use instead, or one"
          + " question about Weir itself. Results go to standard output and to target/bench/."
    },
    footer = {
      "",
      "src/bench/run jmh [options] runs the JMH benchmarks; -h lists JMH's own options."
    })
public final class Benchmarks implements Callable<Integer> {

  /** What can be measured. */
  enum Mode {
    peers,
    scaling,
    length,
    cpu,
    sampling,
    delivery,
    sessions,
    limit,
    memory
  }

  @Option(
      names = "--mode",
      defaultValue = "peers",
      description = {
        "${COMPLETION-CANDIDATES}",
        "peers: all methods and layouts, bare loops, libraries, programs (the default)",
        "scaling: more writers against one, of Weir and of bare loops",
        "length: 5,000,000 records against 500,000, and the heap along the way",
        "cpu: client CPU over 1,000,000 records, wide and narrow",
        "sampling: what a sample every second and looks at waits cost",
        "delivery: with what finds bad records and outlives failures, and without",
        "sessions: server processes that keep their memory, and that give it back",
        "limit: method none, which encodes and drops",
        "memory: batches of 10,000 by 4 writers, in a JVM of 256 MiB"
      })
  private Mode mode;

  @Option(names = "--quick", description = "less of everything: under a minute for peers")
  private boolean quick;

  @Option(names = "--rounds", description = "how often each is measured (5; 2 with --quick)")
  private int rounds;

  @Option(names = "--records", description = "records of one load (by default the mode's own)")
  private long records;

  @Option(
      names = "--only",
      split = ",",
      description = "peer, layout or method, or several joined by /: weir, wide/copy-binary")
  private List<String> only = List.of();

  @Option(
      names = "--writers",
      split = ",",
      defaultValue = "1,2,4,16,64",
      description = "for scaling, each against the first: ${DEFAULT-VALUE}")
  private List<Integer> writers;

  @Option(names = "--dataset", defaultValue = "sensors", description = "default: sensors")
  private String dataset;

  @Option(names = "--batch", description = "records of one transaction (1000; 10000 for memory)")
  private int batch;

  @Option(names = "--seed", defaultValue = "1", description = "of the order within rounds")
  private long seed;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this help and exit")
  boolean help;

  private Benchmarks() {}

  public static void main(String[] arguments) {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    System.exit(
        new CommandLine(new Benchmarks())
            .setExecutionExceptionHandler(Benchmarks::failed)
            .execute(arguments));
  }

  private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    if (e instanceof ConfigurationException) {
      Console.say(e.getMessage());
      return 2;
    }
    e.printStackTrace();
    return 1;
  }

  @Override
  public Integer call() throws Exception {
    int asked = rounds > 0 ? rounds : quick ? 2 : 5;
    Options options = new Options(quick, asked, records, only, writers, seed);
    int size = batch > 0 ? batch : mode == Mode.memory ? 10_000 : 1_000;
    try (Bed bed = new Bed(Home.locate(), dataset, size)) {
      switch (mode) {
        case peers -> Peers.run(bed, options);
        case scaling -> Modes.scaling(bed, options);
        case length -> Modes.length(bed, options);
        case cpu -> Modes.cpu(bed, options);
        case sampling -> Modes.sampling(bed, options);
        case delivery -> Modes.delivery(bed, options);
        case sessions -> Modes.sessions(bed, options);
        case limit -> Modes.limit(bed, options);
        case memory -> memory(bed, options);
      }
    }
    return 0;
  }

  private static void memory(Bed bed, Options options) throws Exception {
    WeirLoad load =
        new WeirLoad(Layouts.WIDE, WriteMethod.COPY_BINARY, 1).with(StrategySetting.WRITERS, 4);
    HeapWatch.run(bed, load, options.recordsOr(2_000_000));
  }
}
