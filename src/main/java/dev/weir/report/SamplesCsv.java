package dev.weir.report;

import dev.weir.compare.Progress;
import dev.weir.compare.Sample;
import dev.weir.statistics.Figures;
import dev.weir.statistics.Occasion;
import dev.weir.statistics.StatisticsCatalog;
import dev.weir.statistics.StatisticsView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * samples.csv: a line for each reading of the server's statistics. The first columns say what Weir
 * was doing; the others are {@code view.column} of the statistics catalog, whose files describe
 * them, and stand as the server gives them: counters since its last reset. A view of many rows is
 * summed. A figure the server does not have is an empty cell.
 */
public final class SamplesCsv implements AutoCloseable {
  private static final List<String> OWN_COLUMNS =
      List.of("time", "run", "round", "strategy", "phase", "stored", "recordsPerSecond");

  private final Path file;
  private final StatisticsCatalog catalog = StatisticsCatalog.load();
  private Writer writer;
  private List<Column> columns;

  private record Column(String view, String name) {}

  private SamplesCsv(Path file) {
    this.file = file;
  }

  /** Begins the file in a folder; nothing is there before the first sample. */
  public static SamplesCsv in(ReportFolder folder) {
    return new SamplesCsv(folder.path().resolve("samples.csv"));
  }

  /** Adds a line and hands it to the system, so that a crash loses none. */
  public synchronized void add(Sample sample) {
    try {
      if (writer == null) {
        begin(sample.snapshot().major());
      }
      writer.write(line(sample));
      writer.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " not written: " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized void close() {
    if (writer == null) {
      return;
    }
    try {
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " not written: " + e.getMessage(), e);
    }
  }

  private void begin(int major) throws IOException {
    columns = new ArrayList<>();
    for (StatisticsView view : catalog.views(major)) {
      if (view.occasion() == Occasion.SAMPLE) {
        view.columns().keySet().forEach(name -> columns.add(new Column(view.name(), name)));
      }
    }
    List<String> headings = new ArrayList<>(OWN_COLUMNS);
    columns.forEach(column -> headings.add(column.view() + "." + column.name()));
    writer = Files.newBufferedWriter(file);
    writer.write(String.join(",", headings) + "\n");
  }

  private String line(Sample sample) {
    Progress progress = sample.progress();
    List<String> cells = new ArrayList<>();
    cells.add(sample.snapshot().at().toString());
    cells.add(Integer.toString(progress.run()));
    cells.add(Integer.toString(progress.round()));
    cells.add(quoted(progress.strategy()));
    cells.add(progress.phase());
    cells.add(Long.toString(progress.stored()));
    cells.add(Double.toString(progress.recordsPerSecond()));
    Figures figures = sample.snapshot().figures();
    for (Column column : columns) {
      cells.add(cell(figures, column).orElse(""));
    }
    return String.join(",", cells) + "\n";
  }

  private static Optional<String> cell(Figures figures, Column column) {
    var number = figures.number(column.view(), column.name());
    if (number.isEmpty()) {
      return Optional.empty();
    }
    double value = number.getAsDouble();
    return Optional.of(
        value == Math.rint(value) && Math.abs(value) < 1e15
            ? Long.toString((long) value)
            : Double.toString(value));
  }

  /** Names of variations hold commas. */
  private static String quoted(String text) {
    return text.contains(",") || text.contains("\"")
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
