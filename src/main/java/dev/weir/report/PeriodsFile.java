package dev.weir.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.compare.ServicePeriod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The periods of a service that have ended, a line of JSON each, in {@code periods.ndjson}. Lines
 * are only added; when there are many, the oldest are left out.
 */
public final class PeriodsFile {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodsFile.class);
  private static final String NAME = "periods.ndjson";

  /** A swap a minute for a week. A line has some two kilobytes. */
  private static final int MOST = 10_000;

  private final Path folder;

  /**
   * @param folder made when needed
   */
  public PeriodsFile(Path folder) {
    this.folder = folder;
  }

  public Path path() {
    return folder.resolve(NAME);
  }

  /** Every period, the oldest first; a line a crash has cut short is left out. */
  public List<ServicePeriod> read() {
    List<ServicePeriod> periods = new ArrayList<>();
    if (!Files.isRegularFile(path())) {
      return periods;
    }
    try {
      for (String line : Files.readAllLines(path())) {
        try {
          ServicePeriod period = ResultJson.read(line, ServicePeriod.class);
          if (period == null || period.strategy() == null || period.settings() == null) {
            LOG.warn("{}: a line that is no period: no strategy in it", path());
          } else {
            periods.add(period);
          }
        } catch (JsonProcessingException e) {
          LOG.warn("{}: a line that is no period: {}", path(), e.getOriginalMessage());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(path() + " not read: " + e.getMessage(), e);
    }
    return periods;
  }

  /** Adds a period. */
  public void append(ServicePeriod period) {
    try {
      Files.createDirectories(folder);
      String before = endsWithinLine() ? "\n" : "";
      Files.writeString(
          path(),
          before + ResultJson.line(period) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(path() + " not written: " + e.getMessage(), e);
    }
  }

  /** Leaves out the oldest when there are very many. For the start of a service. */
  public void shorten() {
    try {
      List<String> lines =
          Files.isRegularFile(path()) ? Files.readAllLines(path()) : List.<String>of();
      if (lines.size() > MOST) {
        List<String> kept = lines.subList(lines.size() - MOST / 2, lines.size());
        AtomicFile.write(path(), String.join("\n", kept) + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(path() + " not read: " + e.getMessage(), e);
    }
  }

  private boolean endsWithinLine() throws IOException {
    if (!Files.exists(path()) || Files.size(path()) == 0) {
      return false;
    }
    try (SeekableByteChannel file = Files.newByteChannel(path())) {
      ByteBuffer last = ByteBuffer.allocate(1);
      file.position(file.size() - 1).read(last);
      return last.get(0) != '\n';
    }
  }
}
