package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C at a terminal goes to the programs Weir has started too. */
class InterruptedStartTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"compare --out", "run --data"})
  void whileTheServerIsMadeEndsItWithoutAnError(String command) throws Exception {
    String[] words = command.split(" ", -1);
    String kept = folder.resolve("kept").toString();
    try (WeirProcess weir = WeirProcess.start(folder, words[0], "wide-copy-1000", words[1], kept)) {
      ProcessHandle initdb =
          await()
              .atMost(Duration.ofSeconds(60))
              .pollInterval(Duration.ofMillis(5))
              .until(() -> initdb(weir), Optional::isPresent)
              .orElseThrow();
      initdb.destroy(); // the other way round is the easier one
      weir.signal("INT");
      assertThat(weir.exitCode(Duration.ofSeconds(60))).isEqualTo(Interruptions.EXIT_CODE);
      assertThat(weir.err()).contains("weir: stopping").doesNotContain("initdb", "Exception");
    }
  }

  private static Optional<ProcessHandle> initdb(WeirProcess weir) {
    return ProcessHandle.of(weir.pid()).stream()
        .flatMap(ProcessHandle::descendants)
        .filter(process -> process.info().command().orElse("").endsWith("/initdb"))
        .findFirst();
  }
}
