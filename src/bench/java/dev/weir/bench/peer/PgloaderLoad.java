package dev.weir.bench.peer;

import dev.weir.bench.Bed;
import dev.weir.bench.Contender;
import dev.weir.bench.Load;
import dev.weir.layout.Layout;
import dev.weir.layout.Layouts;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** pgloader from a ready CSV file into the wide layout, in batches of the usual size. */
public final class PgloaderLoad implements Contender {
  private static final Pattern TOTAL =
      Pattern.compile("^ *Total import time .* (?:([0-9]+)m)?([0-9.]+)s$", Pattern.MULTILINE);

  @Override
  public String peer() {
    return "pgloader";
  }

  @Override
  public String method() {
    return "copy-csv";
  }

  @Override
  public Layout layout() {
    return Layouts.WIDE;
  }

  /** A twentieth: it is that much slower than what it is held against. */
  @Override
  public int fraction() {
    return 20;
  }

  @Override
  public Optional<String> missing() {
    return Program.missing("pgloader");
  }

  @Override
  public Load load(Bed bed, Table table, long records) throws IOException, InterruptedException {
    Path csv = CsvFile.ready(bed, table.layout(), records);
    Path commands = bed.workFolder().resolve("pgloader.load");
    DatabaseAddress address = bed.address();
    URI url = URI.create(address.jdbcUrl().substring("jdbc:".length()));
    Files.writeString(
        commands,
        """
        LOAD CSV
             FROM '%s' (%s)
             INTO postgresql://%s@%s:%d%s
             TARGET TABLE public.%s (%s)
             WITH fields terminated by ',', batch rows = %d;
        """
            .formatted(
                csv,
                table.columnNames(),
                address.user(),
                url.getHost(),
                url.getPort(),
                url.getPath(),
                table.name(),
                table.columnNames(),
                bed.batch()));
    Program.Outcome outcome = Program.run(address, records, "pgloader", commands.toString());
    return new Load(records, importTime(outcome.output()), outcome.took().cpu());
  }

  /** What it says of itself: starting and connecting, some seconds, do not count against it. */
  private static Duration importTime(String output) throws IOException {
    Matcher time = TOTAL.matcher(output);
    if (!time.find()) {
      throw new IOException("pgloader did not say how long it took: " + output);
    }
    long minutes = time.group(1) == null ? 0 : Long.parseLong(time.group(1));
    return Duration.ofMinutes(minutes)
        .plusNanos(Math.round(Double.parseDouble(time.group(2)) * 1e9));
  }
}
