package dev.weir.report;

import dev.weir.report.Html.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.stream.StreamSupport;

/**
 * The parts of report.html on where the figures come from: a chart and the same as a table. A part
 * whose figures no run has is left out.
 */
final class HtmlCosts {
  /** Charts by the second that are worth looking at; the others are in samples.csv. */
  private static final int MOST_CHARTS_OF_SECONDS = 40;

  private final HtmlResult result;
  private final RunMedians medians;

  HtmlCosts(HtmlResult result) {
    this.result = result;
    this.medians = result.medians();
  }

  void write(HtmlPage page) {
    seconds(page);
    latency(page);
    wal(page);
    disk(page);
    waits(page);
    machine(page);
  }

  private void seconds(HtmlPage page) {
    if (!medians.has("/perSecond")) {
      return;
    }
    Html html = page.section("seconds", "Second by second");
    html.soft(
        "Records stored in each second of a run, and the slowest batch committed in it. Of a run's"
            + " last second the part there was gives the rate; less than a quarter gives none. Each"
            + " panel has its own scale.");
    html.charts(
        () -> {
          List<String> shown =
              result.strategies().stream()
                  .filter(
                      name ->
                          result.runsOf(name).stream().anyMatch(r -> !r.at("/perSecond").isEmpty()))
                  .limit(MOST_CHARTS_OF_SECONDS)
                  .toList();
          for (String name : shown) {
            int number = result.strategies().indexOf(name);
            html.chart(
                "seconds", name, describedSeconds(name), "strategy", Integer.toString(number));
          }
        });
  }

  private String describedSeconds(String name) {
    List<String> runs = new ArrayList<>();
    for (var run : result.runsOf(name)) {
      var records =
          StreamSupport.stream(run.path("perSecond").spliterator(), false)
              .mapToLong(second -> second.path("records").asLong())
              .summaryStatistics();
      if (records.getCount() > 0) {
        runs.add(
            "round %s: %s to %s records/s"
                .formatted(
                    run.path("round").asText(),
                    Figures.number((double) records.getMin()),
                    Figures.number((double) records.getMax())));
      }
    }
    return name + ", records by the second. " + String.join("; ", runs);
  }

  private void latency(HtmlPage page) {
    if (!medians.has("/batchMillis")) {
      return;
    }
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("median", "/batchMillis/p50");
    columns.put("90 %", "/batchMillis/p90");
    columns.put("99 %", "/batchMillis/p99");
    columns.put("99.9 %", "/batchMillis/p999");
    columns.put("slowest", "/batchMillis/max");
    Html html = page.section("latency", "How long a batch takes");
    html.soft("From the begin of a batch's transaction to the end of its commit.");
    html.charts(
        () -> {
          html.chart(
              "latency",
              "Percentiles, ms; medians of the runs",
              "Batch latency by strategy; see table");
          if (medians.has("/batchHistogram")) {
            html.chart(
                "histogram",
                "Batches by how long they took, ms; all runs, each row as high as its own peak",
                "Histogram of batch latency by strategy; the table has its percentiles");
          }
        });
    table(html, "Latency of a batch, ms", columns, false, Figures::number);
  }

  private void wal(HtmlPage page) {
    if (!medians.has("/walBudget")) {
      return;
    }
    TreeSet<String> indexes = new TreeSet<>();
    for (var run : result.runs()) {
      run.at("/walBudget/indexes").fieldNames().forEachRemaining(indexes::add);
    }
    Html html = page.section("wal", "Where the WAL goes");
    html.charts(
        () -> {
          html.chart(
              "wal", "WAL a record, by what it is about", "WAL by part and strategy; see table");
          if (!indexes.isEmpty()) {
            html.chart("indexes", "WAL a record, by index", "WAL by index and strategy; see table");
          }
        });
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("table rows", "/walBudget/heap");
    columns.put("indexes", "/walBudget/index");
    columns.put("TOAST", "/walBudget/toast");
    columns.put("full-page images", "/walBudget/fullPageImages");
    columns.put("commits", "/walBudget/commit");
    columns.put("other", "/walBudget/other");
    for (String index : indexes) {
      String escaped = index.replace("~", "~0").replace("/", "~1");
      columns.put("index " + index, "/walBudget/indexes/" + escaped);
    }
    table(html, "Bytes of WAL a record", columns, true, Figures::bytes);
    List<String> sources =
        result.runs().stream()
            .map(run -> run.at("/walBudget/source").asText(""))
            .filter(source -> !source.isEmpty())
            .distinct()
            .toList();
    if (!sources.isEmpty()) {
      html.soft("Read from " + String.join("; ", sources) + ".");
    }
  }

  private void disk(HtmlPage page) {
    if (!medians.has("/diskBytes")) {
      return;
    }
    Html html = page.section("disk", "What is on disk");
    html.charts(
        () -> {
          html.chart(
              "disk", "Disk a record after the run, before the probes", "Disk by part; see table");
        });
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("table rows", "/heapBytes");
    columns.put("indexes", "/indexBytes");
    columns.put("TOAST", "/toastBytes");
    columns.put("all", "/diskBytes");
    table(html, "Bytes on disk a record", columns, true, Figures::bytes);
  }

  private void waits(HtmlPage page) {
    if (!medians.has("/waits")) {
      return;
    }
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("on CPU", "/waits/onCpu");
    columns.put("WAL write", "/waits/walWrite");
    columns.put("WAL sync", "/waits/walSync");
    columns.put("extending files", "/waits/dataExtend");
    columns.put("reading data", "/waits/dataRead");
    columns.put("writing data", "/waits/dataWrite");
    columns.put("locks", "/waits/lock");
    columns.put("for the client", "/waits/client");
    columns.put("other", "/waits/other");
    Html html = page.section("waits", "What the writing sessions do");
    html.soft(
        "Shares of the time of the sessions that load, as pg_stat_activity showed them. For the"
            + " client is waiting for Weir or the network.");
    html.charts(
        () -> {
          html.chart("waits", "Share of time, %", "Waits by kind and strategy; see table");
        });
    table(html, "Share of time", columns, false, HtmlCosts::percent);
  }

  private void machine(HtmlPage page) {
    List<Figure> machine =
        List.of(
            new Figure(
                "server CPU a record",
                "/machine/serverCpuMicrosPerRecord",
                false,
                HtmlCosts::micros),
            new Figure(
                "Weir's CPU a record", "/clientCpuMicrosPerRecord", false, HtmlCosts::micros),
            new Figure("machine CPU", "/machine/cpuShare", false, HtmlCosts::percent),
            new Figure("waiting for disk", "/machine/iowaitShare", false, HtmlCosts::percent),
            new Figure(
                "disk written a record", "/machine/diskWriteBytesPerRecord", false, Figures::bytes),
            new Figure("disk writes/s", "/machine/diskWritesPerSecond", false, Figures::number),
            new Figure("disk busy", "/machine/diskBusyShare", false, HtmlCosts::percent),
            new Figure("WAL of others", "/foreignWalShare", false, HtmlCosts::percent));
    List<Figure> left =
        List.of(
            new Figure(
                "heap asked for a record",
                "/client/allocatedBytesPerRecord",
                false,
                Figures::bytes),
            new Figure("GC pauses", "/client/gcPauses", false, HtmlCosts::whole),
            new Figure("GC", "/client/gcMillis", false, v -> whole(v) + " ms"),
            new Figure("dirty buffers left", "/dirtyBuffers", false, HtmlCosts::whole),
            new Figure(
                "checkpoint after",
                "/checkpointAfterMillis",
                false,
                v -> Figures.number(v) + " ms"),
            new Figure("it writes, a record", "/checkpointAfterBytes", true, Figures::bytes));
    List<Figure> ofMachine = had(machine);
    List<Figure> ofClient = had(left);
    if (ofMachine.isEmpty() && ofClient.isEmpty()) {
      return;
    }
    Html html = page.section("machine", "What it took of the machine");
    html.soft("Medians of the runs. The checkpoint after a run is work the run left to be paid.");
    if (!ofMachine.isEmpty()) {
      html.table("Processor and disk", headings(ofMachine), rows(ofMachine));
    }
    if (!ofClient.isEmpty()) {
      html.table("Weir's heap, and what is left to pay", headings(ofClient), rows(ofClient));
    }
  }

  private List<Figure> had(List<Figure> figures) {
    return figures.stream().filter(figure -> medians.has(figure.place())).toList();
  }

  /**
   * A column of medians.
   *
   * @param place in a run of results.json
   * @param perRecord whether the figure is to be divided by the run's records
   */
  private record Figure(
      String heading, String place, boolean perRecord, DoubleFunction<String> form) {}

  private void table(
      Html html,
      String caption,
      Map<String, String> columns,
      boolean perRecord,
      DoubleFunction<String> form) {
    List<Figure> figures =
        columns.entrySet().stream()
            .map(column -> new Figure(column.getKey(), column.getValue(), perRecord, form))
            .filter(figure -> medians.has(figure.place()))
            .toList();
    html.behind("As a table", caption + "; medians of the runs", headings(figures), rows(figures));
  }

  private static List<String> headings(List<Figure> figures) {
    List<String> headings = new ArrayList<>(List.of("strategy"));
    figures.forEach(figure -> headings.add(figure.heading()));
    return headings;
  }

  private List<List<Cell>> rows(List<Figure> figures) {
    List<List<Cell>> rows = new ArrayList<>();
    for (String name : result.strategies()) {
      List<Cell> row = new ArrayList<>(List.of(result.nameCell(name)));
      for (Figure figure : figures) {
        OptionalDouble value =
            figure.perRecord()
                ? medians.perRecord(name, figure.place())
                : medians.of(name, figure.place());
        row.add(Cell.figure(value.isPresent() ? figure.form().apply(value.getAsDouble()) : "-"));
      }
      if (row.stream().skip(1).anyMatch(cell -> !cell.html().equals("-"))) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static String micros(double value) {
    return Figures.number(value) + " \u00b5s";
  }

  static String percent(double share) {
    return Figures.percent(share * 100);
  }

  private static String whole(double count) {
    return String.format(Locale.ROOT, "%,.0f", count);
  }
}
