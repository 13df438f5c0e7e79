package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.compare.ServicePeriod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Periods of a service on disk. */
class PeriodsFileTest {
  @TempDir Path folder;

  private static ServicePeriod period(int number) {
    return new ServicePeriod(
        number,
        "live",
        "wide",
        "sensors",
        100,
        "t",
        Map.of("layout", "wide"),
        null,
        "a",
        "b",
        1.5,
        10,
        1,
        null,
        null,
        0L,
        null,
        null,
        1L,
        null,
        null,
        null,
        null,
        null,
        null,
        0,
        Map.of(),
        true,
        false,
        null,
        List.of("short"));
  }

  @Test
  void whatWasAppendedIsReadAndALineACrashHasCutShortIsLeftOut() throws IOException {
    PeriodsFile file = new PeriodsFile(folder.resolve("new"));
    assertThat(file.read()).isEmpty();
    file.append(period(1));
    Files.writeString(file.path(), "{\"number\":2,\"slo", StandardOpenOption.APPEND);
    file.append(period(3));
    assertThat(file.read()).containsExactly(period(1), period(3));
    assertThat(Files.readString(file.path())).doesNotContain("null");
  }

  @Test
  void whenThereAreVeryManyTheOldestAreLeftOut() throws IOException {
    PeriodsFile file = new PeriodsFile(folder);
    file.append(period(1));
    String line = Files.readString(file.path());
    Files.writeString(file.path(), line.repeat(10_000));
    file.shorten();
    assertThat(file.read()).hasSize(10_000);
    file.append(period(2));
    file.shorten();
    assertThat(file.read()).hasSize(5_000).last().isEqualTo(period(2));
  }
}
