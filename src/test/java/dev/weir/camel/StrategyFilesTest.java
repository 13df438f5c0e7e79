package dev.weir.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.ConfigurationException;
import dev.weir.config.Home;
import dev.weir.config.Strategy;
import dev.weir.config.StrategySetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrategyFilesTest {
  private static final StrategyFiles FILES = new StrategyFiles(Home.locate());

  @TempDir Path folder;

  @Test
  void everyStrategyThatComesWithWeirLoads() {
    assertThat(FILES.names())
        .contains(
            "narrow-copy-1000",
            "narrow-insert-1000",
            "narrow-jdbc-1",
            "wide-copy-1000",
            "wide-insert-1",
            "wide-insert-1-nosync",
            "wide-insert-1-x4",
            "wide-insert-1000",
            "wide-insert-50",
            "wide-jdbc-1")
        .isSorted();
    for (String name : FILES.names()) {
      assertThat(FILES.load(name).name()).isEqualTo(name);
    }
  }

  @Test
  void namesSayWhatStrategiesAre() {
    for (String name : FILES.names()) {
      Strategy strategy = FILES.load(name);
      assertThat(name).startsWith(strategy.get(StrategySetting.LAYOUT) + "-");
      assertThat(name).contains("-" + strategy.get(StrategySetting.BATCH_SIZE));
    }
    assertThat(FILES.load("wide-insert-1-nosync").get(StrategySetting.SYNCHRONOUS_COMMIT))
        .isEqualTo("off");
    assertThat(FILES.load("wide-insert-1-x4").number(StrategySetting.WRITERS)).isEqualTo(4);
    assertThat(FILES.load("narrow-jdbc-1").get(StrategySetting.METHOD)).isEqualTo("camel-jdbc");
  }

  @Test
  void anUnknownNameListsThoseThereAre() {
    assertThatThrownBy(() -> FILES.load("wide-copy-999"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("\"wide-copy-999\"")
        .hasMessageContaining("wide-copy-1000");
    assertThatThrownBy(() -> FILES.load("")).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void everyProblemOfAFileIsToldAtOnce() throws IOException {
    Path file =
        templated(
            "bad",
            "strategy",
            "other",
            "layout",
            "tall",
            "batchSize",
            "10k",
            "synchronousCommit",
            "no",
            "bathSize",
            "7",
            "lane",
            "3");

    assertThatThrownBy(() -> FILES.load(file.toString()))
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e ->
                assertThat(e.problems())
                    .extracting("key")
                    .containsExactlyInAnyOrder(
                        "strategy",
                        "lane",
                        "bathSize",
                        "layout",
                        "batchSize",
                        "synchronousCommit",
                        "method"))
        .hasMessageContaining("bad.camel.yaml: batchSize is \"10k\"; a whole number from 1 to");
  }

  @Test
  void wordsThatOtherYamlReadersTakeForSomethingElseAreTakenAsWritten() throws IOException {
    Path file = folder.resolve("unquoted.camel.yaml");
    Files.writeString(
        file,
        """
        - templatedRoute:
            routeTemplateRef: ingest
            parameters:
              - { name: strategy, value: unquoted }
              - { name: layout, value: wide }
              - { name: method, value: none }
              - { name: synchronousCommit, value: off }
              - { name: batchSize, value: 100 }
              - { name: unlogged, value: true }
              - { name: primaryKey, value: false }
              - { name: partition, value: none }
              - { name: indexes, value: btree-series-time+brin-time }
        """);

    Strategy strategy = FILES.load(file.toString());
    assertThat(strategy.get(StrategySetting.SYNCHRONOUS_COMMIT)).isEqualTo("off");
    assertThat(strategy.number(StrategySetting.BATCH_SIZE)).isEqualTo(100);
    assertThat(strategy.flag(StrategySetting.UNLOGGED)).isTrue();
    assertThat(strategy.flag(StrategySetting.PRIMARY_KEY)).isFalse();
    assertThat(strategy.time(StrategySetting.PARTITION)).isEmpty();
    assertThat(strategy.words(StrategySetting.INDEXES))
        .containsExactly("btree-series-time", "brin-time");
  }

  @Test
  void aNumberThatIsNotWrittenInDigitsIsRefused() throws IOException {
    for (String number : List.of("1_000", "0x10", "1e3", "010.0", "~", "-1")) {
      Path file = templated("number", "batchSize", number, "layout", "wide", "method", "none");
      assertThatThrownBy(() -> FILES.load(file.toString()))
          .as(number)
          .hasMessageContaining("batchSize");
    }
  }

  @Test
  void aParameterWithoutAValueOrWithoutANameIsToldAsMissing() throws IOException {
    Path file =
        write(
            "gaps",
            """
            - templatedRoute:
                routeTemplateRef: ingest
                parameters:
                  - name: strategy
                    value: gaps
                  - name: layout
                    value: wide
                  - name: method
                    value: none
                  - name: batchSize
                  - name: indexes
                  - value: "7"
            """);
    assertThatThrownBy(() -> FILES.load(file.toString()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("gaps.camel.yaml: batchSize is missing; a whole number from 1 to")
        .hasMessageContaining("gaps.camel.yaml: name of a parameter is missing")
        .hasMessageNotContaining("indexes");
  }

  @Test
  void aFileThatDoesNotParseTellsTheLine() throws IOException {
    Path indented = write("indented", "- templatedRoute:\n    routeTemplateRef: ingest\n   x: 1\n");
    assertThatThrownBy(() -> FILES.load(indented.toString()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("indented.camel.yaml:3");

    Path unknown =
        write("unknown", "- templatedRoute:\n    routeTemplateRef: ingest\n    colour: 1\n");
    assertThatThrownBy(() -> FILES.load(unknown.toString()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("unknown.camel.yaml:3")
        .hasMessageContaining("colour");

    for (String text :
        List.of(
            "",
            "# nothing\n",
            "text",
            "key: value\n",
            "- from: nowhere\n",
            "- 3\n",
            "[]\n",
            "- templatedRoute:\n",
            "- templatedRoute:\n    routeTemplateRef: ingest\n    parameters: 3\n",
            "- templatedRoute:\n    routeTemplateRef: ingest\n    parameters:\n      - 3\n",
            "- route: {}\n")) {
      Path file = write("nothing", text);
      assertThatThrownBy(() -> FILES.load(file.toString()))
          .as(text)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("nothing.camel.yaml");
    }
  }

  @Test
  void whatIsNoTextIsToldWithTheLine() throws IOException {
    Path file = folder.resolve("binary.camel.yaml");
    Files.write(file, new byte[] {'#', '\n', '-', (byte) 0xFF, 'x'});
    assertThatThrownBy(() -> FILES.load(file.toString()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith("binary.camel.yaml:2: byte 4 is \"0xFF\"; UTF-8 text is needed");
    Files.writeString(file, "#\r\n\t\n- \u0000\n");
    assertThatThrownBy(() -> FILES.load(file.toString()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith("binary.camel.yaml:3: text without U+0000 is needed");
    Files.writeString(file, "- templatedRoute: 5\n");
    assertThatThrownBy(() -> FILES.load(file.toString()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("that Camel can load is needed (")
        .hasMessageNotContaining("(null)");
  }

  @Test
  void anotherTemplateIsRefused() throws IOException {
    Path file = write("other", "- templatedRoute:\n    routeTemplateRef: ingst\n");
    assertThatThrownBy(() -> FILES.load(file.toString()))
        .hasMessageContaining("routeTemplateRef is \"ingst\"; ingest is needed");
  }

  @Test
  void aRouteWrittenOutIsAStrategyWithTheSettingsOfItsWriter() throws IOException {
    Strategy strategy = FILES.load(writtenOut("cold", "500", "500").toString());
    assertThat(strategy.name()).isEqualTo("cold");
    assertThat(strategy.get(StrategySetting.LAYOUT)).isEqualTo("wide");
    assertThat(strategy.number(StrategySetting.BATCH_SIZE)).isEqualTo(500);
    assertThat(strategy.words(StrategySetting.INDEXES))
        .containsExactly("btree-series-time", "brin-time");
  }

  @Test
  void aRouteWrittenOutThatGathersOtherBatchesThanItSaysIsRefused() throws IOException {
    Path file = writtenOut("lying", "500", "1000");
    assertThatThrownBy(() -> FILES.load(file.toString()))
        .hasMessageContaining("completionSize is \"500\"; 1000");
  }

  @Test
  void aStepThatDoesNotWaitUntilTheBatchIsStoredIsRefused() throws IOException {
    Map<String, String> refused =
        Map.of(
            "- delay: { constant: 5 }",
            "asyncDelayed of delay is missing; false",
            "- delay: { constant: 5, asyncDelayed: \"true\" }",
            "asyncDelayed of delay is \"true\"; false",
            "- threads: { poolSize: \"2\" }",
            "threads is not possible");
    for (Map.Entry<String, String> step : refused.entrySet()) {
      Path file = writtenOut("hasty", "500", "500", step.getKey());
      assertThatThrownBy(() -> FILES.load(file.toString()))
          .as(step.getKey())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining(step.getValue());
    }
    String waiting = "- delay: { constant: 5, asyncDelayed: \"false\" }";
    assertThat(FILES.load(writtenOut("slow", "500", "500", waiting).toString()).name())
        .isEqualTo("slow");
  }

  @Test
  void aRouteWrittenOutIsVariedWhereItHasAPlaceholder() throws IOException {
    Strategy strategy =
        FILES.load(writtenOut("open", "{{batchSize:500}}", "{{batchSize:500}}").toString());
    assertThat(strategy.number(StrategySetting.BATCH_SIZE)).isEqualTo(500);

    Strategy varied = FILES.vary(strategy, StrategySetting.BATCH_SIZE, "20");
    assertThat(varied.number(StrategySetting.BATCH_SIZE)).isEqualTo(20);
    assertThatThrownBy(() -> FILES.vary(strategy, StrategySetting.METHOD, "copy-text"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("method is \"copy-text\"")
        .hasMessageContaining("{{method:…}}");

    Strategy closed = FILES.load(writtenOut("closed", "500", "500").toString());
    assertThatThrownBy(() -> FILES.vary(closed, StrategySetting.BATCH_SIZE, "20"))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void aSettingOutOfRangeCannotBeVaried() {
    Strategy strategy = FILES.load("wide-copy-1000");
    assertThat(FILES.vary(strategy, StrategySetting.BATCH_SIZE, "10").name())
        .isEqualTo("wide-copy-1000[batchSize=10]");
    assertThatThrownBy(() -> FILES.vary(strategy, StrategySetting.BATCH_SIZE, "0"))
        .isInstanceOf(ConfigurationException.class);
  }

  private Path templated(String name, String... parameters) throws IOException {
    StringBuilder text = new StringBuilder("- templatedRoute:\n    routeTemplateRef: ingest\n");
    text.append("    parameters:\n");
    for (int i = 0; i < parameters.length; i += 2) {
      text.append("      - name: ").append(parameters[i]).append('\n');
      text.append("        value: ").append(parameters[i + 1]).append('\n');
    }
    return write(name, text.toString());
  }

  private Path writtenOut(String name, String completionSize, String batchSize) throws IOException {
    return writtenOut(name, completionSize, batchSize, "");
  }

  /**
   * @param step between the aggregate and the writer; empty for none
   */
  private Path writtenOut(String name, String completionSize, String batchSize, String step)
      throws IOException {
    return write(
        name,
        """
        - route:
            from:
              uri: records:%1$s
              parameters:
                lane: "{{lane:0}}"
                lanes: "{{lanes:1}}"
              steps:
                - filter:
                    simple: "${body.series} != 3"
                    steps:
                      - aggregate:
                          correlationExpression:
                            constant: lane
                          aggregationStrategy: "#class:dev.weir.camel.GatherBatch"
                          executorService: "#class:dev.weir.camel.Handover"
                          completionSize: "%2$s"
                          completionTimeout: 1s
                          forceCompletionOnStop: true
                          completeAllOnStop: true
                          steps:
                            %4$s
                            - to:
                                uri: batch-writer:%1$s
                                parameters:
                                  lane: "{{lane:0}}"
                                  layout: wide
                                  method: copy-binary
                                  batchSize: "%3$s"
                                  indexes: btree-series-time+brin-time
        """
            .formatted(name, completionSize, batchSize, step));
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name + ".camel.yaml"), text);
  }
}
