package dev.weir.bench.peer;

import dev.weir.bench.Bed;
import dev.weir.bench.Contender;
import dev.weir.bench.Load;
import dev.weir.layout.Layout;
import dev.weir.layout.Table;
import dev.weir.postgres.DatabaseAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** psql's {@code \copy} of a ready CSV file, all of it in one transaction. */
public final class PsqlCopy implements Contender {
  private static final Pattern TIME = Pattern.compile("^Time: ([0-9.]+) ms", Pattern.MULTILINE);

  private final Layout layout;
  private final int fraction;

  /**
   * @param layout wide or narrow
   */
  public PsqlCopy(Layout layout, int fraction) {
    this.layout = layout;
    this.fraction = fraction;
  }

  @Override
  public String peer() {
    return "psql";
  }

  @Override
  public String method() {
    return "copy-csv";
  }

  @Override
  public Layout layout() {
    return layout;
  }

  @Override
  public int fraction() {
    return fraction;
  }

  @Override
  public Optional<String> missing() {
    return Program.missing("psql");
  }

  @Override
  public Load load(Bed bed, Table table, long records) throws IOException, InterruptedException {
    Path file = CsvFile.ready(bed, table.layout(), records);
    DatabaseAddress address = bed.address();
    URI url = URI.create(address.jdbcUrl().substring("jdbc:".length()));
    Program.Outcome outcome =
        Program.run(
            address,
            records,
            "psql",
            "--no-psqlrc",
            "--set=ON_ERROR_STOP=1",
            "--host=" + url.getHost(),
            "--port=" + url.getPort(),
            "--username=" + address.user(),
            "--dbname=" + url.getPath().substring(1),
            "--command=\\timing on",
            "--command=\\copy " + table.qualifiedName() + " from '" + file + "' with (format csv)");
    // its own time of the command, so that starting and connecting do not count against it
    Matcher time = TIME.matcher(outcome.output());
    if (!time.find()) {
      throw new IOException("psql did not say how long it took: " + outcome.output());
    }
    Duration elapsed = Duration.ofNanos(Math.round(Double.parseDouble(time.group(1)) * 1e6));
    return new Load(records, elapsed, outcome.took().cpu());
  }
}
