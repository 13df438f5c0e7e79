package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LogFileTest {
  private static final Logger LOG = LoggerFactory.getLogger(LogFileTest.class);
  private static final int KEPT = 5;

  @TempDir Path folder;

  @Test
  @SuppressWarnings("try") // the log works by being open
  void aFileThatIsFullIsFollowedByTheNextAndTheOldestGo() throws Exception {
    String line = "x".repeat(100);
    try (LogFile log = LogFile.rolling(folder, "1kB")) {
      LOG.warn("the first line");
      for (int file = 1; file <= KEPT + 2; file++) {
        IntStream.range(0, 11).forEach(i -> LOG.warn(line));
        String last = "the last line of file " + file;
        LOG.warn(last);
        // whether it is full is looked at with a line, ten times a second at most
        await()
            .until(
                () -> {
                  LOG.warn(".");
                  return Files.size(folder.resolve("weir.log")) < 1_000;
                });
      }
      LOG.warn("the last line");
    }
    assertThat(names())
        .containsExactly(
            "weir.1.log.gz",
            "weir.2.log.gz",
            "weir.3.log.gz",
            "weir.4.log.gz",
            "weir.5.log.gz",
            "weir.log");
    assertThat(Files.readString(folder.resolve("weir.log"))).contains("the last line\n");
    assertThat(unpacked(1)).contains("the last line of file 7");
    assertThat(unpacked(KEPT)).contains("the last line of file 3").doesNotContain("of file 2");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private String unpacked(int number) throws IOException {
    Path file = folder.resolve("weir." + number + ".log.gz");
    try (InputStream text = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
