package dev.weir.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetsTest {
  private static final Path SHIPPED = Path.of(System.getProperty("weir.home", "."), "datasets");

  private static final String GOOD =
      """
      kind: generated
      seed: 1
      series: 3
      start: 2026-01-01T00:00:00Z
      interval: 1s
      measurements: 7
      groups:
        - { name: a, count: 2, shape: normal, mean: -1.5, deviation: 2, decimals: 3, nulls: 0.5 }
        - { name: b, count: 2, shape: random-walk, low: 0, high: 1, period: 100 }
        - { name: c, count: 2, shape: counter, rate: 1e-3, resetEvery: 500 }
        - { name: d, count: 1, shape: constant, value: NaN }
      """;

  @TempDir private Path folder;

  @Test
  void theShippedDatasetsHave100MeasurementsAndGoOn() {
    Datasets datasets = new Datasets(SHIPPED);
    assertThat(datasets.names()).containsExactly("host-metrics", "sensors", "tecator");
    for (String name : datasets.names()) {
      Dataset dataset = datasets.open(name);
      assertThat(dataset.name()).isEqualTo(name);
      assertThat(dataset.measurements()).isEqualTo(100);
      assertThat(dataset.measurementNames()).hasSize(100).doesNotHaveDuplicates();
      assertThat(dataset.size()).isGreaterThan(100_000_000_000L);
      assertThat(dataset.record(0).measurements()).isEqualTo(100);
      assertThat(RecordDigest.of(dataset, 0, 1, 5_000).records()).isEqualTo(5_000);
    }
  }

  @Test
  void tecatorHoldsTheSpectraAndTheirPermissionNote() throws IOException {
    Dataset tecator = new Datasets(SHIPPED).open("tecator");
    assertThat(tecator.record(0).value(0)).isEqualTo(2.61776);
    assertThat(tecator.record(214).value(99)).isEqualTo(3.34622);
    assertThat(tecator.record(214).id()).isEqualTo(215);
    assertThat(tecator.record(215).id()).isEqualTo(216);
    assertThat(tecator.record(215).value(0)).isEqualTo(2.61776);
    String note = "can be redistributed as long as this permission note is attached";
    for (String file : List.of("README.md", "tecator.yaml")) {
      String text = Files.readString(SHIPPED.resolve(file)).replaceAll("[\\s#>]+", " ");
      assertThat(text).contains(note);
    }
  }

  @Test
  void hostMetricsGoOnAfterTheirLastSecond() {
    Dataset metrics = new Datasets(SHIPPED).open("host-metrics");
    assertThat(micros("2026-11-30T11:11:52Z")).isEqualTo(metrics.record(1178).recordedAtMicros());
    assertThat(micros("2026-11-30T11:11:53Z")).isEqualTo(metrics.record(1179).recordedAtMicros());
    assertThat(metrics.record(1179).id()).isEqualTo(1180);
    assertThat(metrics.measurementNames())
        .contains("node_cpu_seconds_total{cpu=\"0\",mode=\"idle\"}");
    assertThat(metrics.record(0).value(0)).isEqualTo(3.121476e+06);
  }

  @Test
  void everyKeyIsRead() throws IOException {
    Dataset dataset = open(GOOD);
    assertThat(dataset.measurementNames())
        .containsExactly("a_1", "a_2", "b_1", "b_2", "c_1", "c_2", "d");
    Record record = dataset.record(7);
    assertThat(record.series()).isEqualTo(1);
    assertThat(record.recordedAtMicros()).isEqualTo(micros("2026-01-01T00:00:02.333333Z"));
    assertThat(record.value(6)).isNaN();
  }

  @Test
  void aDatasetCanBeGivenByItsPath() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), GOOD);
    assertThat(new Datasets(SHIPPED).open(file.toString()).name()).isEqualTo("mine");
    assertThatThrownBy(() -> new Datasets(SHIPPED).open("nowhere/mine.yaml"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("nowhere/mine.yaml: there is no such file");
  }

  @Test
  void anUnknownDatasetListsThoseThereAre() {
    assertThatThrownBy(() -> new Datasets(SHIPPED).open("sensor"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "--dataset: dataset is \"sensor\"; one of host-metrics, sensors, tecator, or the path of"
                + " a YAML file, is needed");
    assertThatThrownBy(() -> new Datasets(folder.resolve("none")).open("x\u0000"))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void everyProblemIsNamedAtOnceWithFileLineAndKey() throws IOException {
    assertThat(
            problems(
                """
                kind: generated
                seed: -1
                series: many
                interval: 1 second
                start: [2026]
                measurements: 100
                colour: red
                groups:
                  - { name: a, count: 0, shape: normal, mean: 1e400 }
                  - { name: b, count: 2, shape: random-walk, low: 2, high: 1, period: 100, mean: 3 }
                  - { name: c, count: 2, shape: sine, period: 3 }
                  - nothing
                seed: 2
                """))
        .containsExactly(
            "mine.yaml:13: seed is \"given twice\"; one value is needed",
            "mine.yaml:3: series is \"many\"; a whole number from 1 to 2147483647 is needed",
            "mine.yaml:5: start is \"a list\"; a time such as 2026-01-01T00:00:00Z, from year 1 to"
                + " 9999, is needed",
            "mine.yaml:4: interval is \"1 second\"; a time from 1ms to 3650d such as 500ms, 10s or"
                + " 2h is needed",
            "mine.yaml:12: groups[4] is \"nothing\"; keys and values is needed",
            "mine.yaml:9: groups[1].count is \"0\"; a whole number from 1 to 32767 is needed",
            "mine.yaml:9: groups[1].mean is \"1e400\"; a number from -1.0E15 to 1.0E15 is needed",
            "mine.yaml:9: groups[1].deviation is missing; a number from 0.0 to 1.0E15 is needed",
            "mine.yaml:10: groups[2].high is \"1.0\"; a number from low (2.0) is needed",
            "mine.yaml:10: groups[2].mean is \"3\"; a key known here (name, count, shape, low, high,"
                + " period, nulls, decimals) is needed",
            "mine.yaml:11: groups[3].shape is \"sine\"; one of normal, random-walk, counter, constant"
                + " is needed",
            "mine.yaml:7: colour is \"red\"; a key known here (kind, seed, series, start, interval,"
                + " measurements, groups) is needed");
  }

  @Test
  void theCountsOfTheGroupsMustAddUp() throws IOException {
    assertThat(problems(GOOD.replace("measurements: 7", "measurements: 8")))
        .containsExactly(
            "mine.yaml:6: measurements is \"8\"; 7, the sum of the counts of its groups, is needed");
  }

  @Test
  void aStartThatLeavesNoTimeIsRefused() throws IOException {
    assertThat(problems(GOOD.replace("2026-01-01T00:00:00Z", "9999-12-31T23:59:59.5Z")))
        .containsExactly(
            "mine.yaml:4: start is \"9999-12-31T23:59:59.500Z\"; a time that leaves one reading of"
                + " every series in year 9999 is needed");
  }

  @Test
  void theKindIsOneOfTwo() throws IOException {
    assertThat(problems("seed: 1\n"))
        .containsExactly("mine.yaml:1: kind is missing; one of generated, csv is needed");
    assertThat(problems("kind: parquet\n"))
        .containsExactly("mine.yaml:1: kind is \"parquet\"; one of generated, csv is needed");
  }

  @Test
  void aCsvFileThatIsNotThereIsNamed() throws IOException {
    assertThat(problems("kind: csv\nfile: none.csv\nrepeat: 0\n"))
        .containsExactly(
            "mine.yaml:2: file is \"none.csv\"; a CSV file that exists, beside the dataset's file or"
                + " by an absolute path, is needed",
            "mine.yaml:3: repeat is \"0\"; a whole number from 1 to 1000000000000, or endless, is"
                + " needed",
            "mine.yaml:1: start is missing; a time such as 2026-01-01T00:00:00Z, from year 1 to"
                + " 9999, is needed",
            "mine.yaml:1: interval is missing; a time from 1ms to 3650d such as 500ms, 10s or 2h is"
                + " needed");
  }

  @Test
  void whatIsNoMappingOrNoYamlIsRefusedWithItsLine() throws IOException {
    assertThat(problems("")).containsExactly("mine.yaml: an empty file; keys are needed");
    assertThat(problems("- a\n- b\n"))
        .first()
        .isEqualTo("mine.yaml:1: the file is \"a list\"; keys and values is needed");
    assertThat(problems("kind: generated\nseed: \"1\n"))
        .singleElement()
        .asString()
        .startsWith("mine.yaml:3: not YAML: ");
    Files.write(folder.resolve("mine.yaml"), "seed: \u00e4".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> new Datasets(folder).open("mine"))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void aTagMakesNoObjectAndAnAliasIsNoBomb() throws IOException {
    assertThat(problems("kind: !!java.io.File [x]\n")).first().asString().contains("kind is");
    assertThat(problems(GOOD + "more: &a [*a]\n")).singleElement().asString().contains("more");
    StringBuilder bomb = new StringBuilder(GOOD + "a0: &a0 [x, x]\n");
    for (int level = 1; level < 60; level++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(level, level, level - 1, level - 1));
    }
    assertThat(problems(bomb.toString())).isNotEmpty();
  }

  private Dataset open(String yaml) throws IOException {
    Files.writeString(folder.resolve("mine.yaml"), yaml);
    return new Datasets(folder).open("mine");
  }

  private List<String> problems(String yaml) throws IOException {
    List<String> problems = new ArrayList<>();
    assertThatThrownBy(() -> open(yaml))
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e -> e.problems().forEach(problem -> problems.add(problem.toString())));
    String prefix = folder.getFileName() + "/";
    return problems.stream().map(problem -> problem.replace(prefix, "")).toList();
  }

  private static long micros(String time) {
    return RecordTime.micros(Instant.parse(time));
  }
}
