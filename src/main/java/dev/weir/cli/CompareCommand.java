package dev.weir.cli;

import dev.weir.camel.CamelSettings;
import dev.weir.camel.Management;
import dev.weir.config.Home;
import dev.weir.config.Problems;
import dev.weir.config.ServiceSettings;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir compare}: measures strategies against each other. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description =
        "Measures strategies against each other, on the same records, and says what holds.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  weir compare",
      "  weir compare wide-copy-1000 narrow-copy-1000 --records 200000 --rounds 5",
      "  weir compare wide-copy-1000 --vary batchSize=1,10,100,1000,10000 --vary writers=1,2,4",
      "  weir compare wide-copy-1000 --vary server=default,wal-6gb",
      "  weir compare wide-insert-1000 wide-copy-1000 --find-crossover batchSize",
      "  weir compare wide-copy-1000 narrow-copy-1000 --at-rate 5000 --p99 250ms",
      "  weir compare wide-copy-1000 --baseline reports/main/results.json",
      "  weir compare wide-copy-1000 narrow-copy-1000 --dataset tecator --database postgresql://me@host/db"
    })
final class CompareCommand implements Callable<Integer> {
  @Mixin private CompareFlags flags;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Home home = Home.locate();
    Problems problems = new Problems();
    Preparation preparation = new Preparation(flags, home, problems);
    ServerCheck.collect(flags.database, System.getenv(), preparation.strategies(), problems);
    problems.collect(
        () -> CamelSettings.check(home, ServiceSettings.of(home, System.getenv()), Management.OFF));
    problems.throwIfAny();
    CommandLine command = spec.commandLine();
    return new ComparisonSession(
            flags,
            home,
            preparation,
            spec.root().commandLine().getParseResult().originalArgs(),
            command.getOut(),
            command.getErr())
        .run();
  }
}
