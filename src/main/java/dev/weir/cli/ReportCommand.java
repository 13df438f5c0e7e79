package dev.weir.cli;

import dev.weir.compare.ComparisonResult;
import dev.weir.compare.ServicePeriods;
import dev.weir.report.ConsoleReport;
import dev.weir.report.ReportFolder;
import dev.weir.report.SideBySide;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir report}: renders results that are there once more, or holds two side by side. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Writes the reports of a comparison once more, from its results.json. Of two"
          + " comparisons it shows what is otherwise about them, then their figures side by side,"
          + " and writes that as a page into the folder of the first.",
      "Of a service's data folder: its periods so far, each a run of its strategy."
    })
final class ReportCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..2",
      paramLabel = "DIR",
      description =
          "The folder of a comparison, or of a service's data; two comparisons to hold against each"
              + " other.")
  private List<Path> folders;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Optional<ReportFolder> service =
        folders.size() == 1 ? ReportFolder.ofService(folders.get(0)) : Optional.empty();
    if (service.isPresent()) {
      ComparisonResult result = ServicePeriods.result(Version.number(), service.get().periods());
      service.get().render(result, Optional.empty());
      ConsoleReport.lines(result).forEach(out::println);
    } else if (folders.size() == 1) {
      ReportFolder report = ReportFolder.existing(folders.get(0));
      ComparisonResult result = report.readResult();
      report.render(result, report.readEnvironment());
      ConsoleReport.lines(result).forEach(out::println);
    } else {
      SideBySide both = new SideBySide(side(folders.get(0)), side(folders.get(1)));
      both.lines().forEach(out::println);
      Path page = folders.get(0).resolve("beside-" + nameOf(folders.get(1)) + ".html");
      both.writeHtml(page);
      out.println();
      out.println("As a page: " + page);
    }
    out.flush();
    return Weir.DONE;
  }

  private static Path nameOf(Path folder) {
    return folder.toAbsolutePath().normalize().getFileName();
  }

  private static SideBySide.Side side(Path folder) {
    ReportFolder report = ReportFolder.existing(folder);
    return new SideBySide.Side(folder.toString(), report.readResult(), report.readEnvironment());
  }
}
