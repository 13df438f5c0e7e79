package dev.weir.cli;

import dev.weir.compare.ComparisonResult;
import dev.weir.report.ConsoleReport;
import dev.weir.report.ReportFolder;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir report}: renders results that are there once more. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Writes the reports of a comparison that was done again, from its results.json.")
final class ReportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The folder of the comparison.")
  private Path folder;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    ReportFolder report = ReportFolder.existing(folder);
    ComparisonResult result = report.readResult();
    report.render(result, report.readEnvironment());
    ConsoleReport.lines(result).forEach(spec.commandLine().getOut()::println);
    return Weir.DONE;
  }
}
