package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Home;
import dev.weir.statistics.Occasion;
import dev.weir.statistics.StatisticsCatalog;
import dev.weir.statistics.StatisticsView;
import java.nio.file.Files;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SamplesDocumentTest {

  @Test
  void everyColumnOfSamplesCsvIsDescribedAndNoOther() throws Exception {
    String text = Files.readString(Home.locate().root().resolve("docs/samples.md"));
    TreeSet<String> wanted =
        new TreeSet<>(
            List.of("time", "run", "round", "strategy", "phase", "stored", "recordsPerSecond"));
    for (StatisticsView view : StatisticsCatalog.load().views()) {
      if (view.occasion() == Occasion.SAMPLE) {
        view.columns()
            .forEach(
                (name, column) -> {
                  wanted.add(view.name() + "." + name);
                  assertThat(text).contains(column.description());
                });
      }
    }
    TreeSet<String> described = new TreeSet<>();
    Matcher rows = Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE).matcher(text);
    while (rows.find()) {
      described.add(rows.group(1));
    }
    assertThat(described).isEqualTo(wanted);
  }
}
