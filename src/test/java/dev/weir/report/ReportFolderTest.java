package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.ConfigurationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {
  @TempDir private Path folder;

  @Test
  void comparisonsBegunInOneSecondGetAFolderEach() {
    Set<Path> made = ConcurrentHashMap.newKeySet();
    IntStream.range(0, 64)
        .parallel()
        .forEach(
            number -> {
              try {
                made.add(ReportFolder.below(folder.resolve("reports"), Instant.EPOCH));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    assertThat(made)
        .hasSize(64)
        .contains(folder.resolve("reports/1970-01-01T00-00-00Z"))
        .contains(folder.resolve("reports/1970-01-01T00-00-00Z-64"));
  }

  @Test
  void aNameThatIsEmptyIsNotTheWorkingFolder() {
    assertThatThrownBy(() -> ReportFolder.check(Optional.of(Path.of(""))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("command line: --out is missing; the name of a folder is needed");
  }

  @Test
  void aFileThatCannotBeWrittenLeavesNothingBeside() throws IOException {
    Path file = Files.createDirectories(folder.resolve("results.json/full")).getParent();
    assertThatThrownBy(() -> AtomicFile.write(file, "text"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("results.json not written");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }
}
