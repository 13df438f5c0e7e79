package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.Results;
import dev.weir.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * results.json and environment.json with one place of theirs edited, each place in turn: what is
 * left is shown, or refused as wrong configuration; never does a report break off.
 */
class EditedResultTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /**
   * What may stand in a place after a hand or a program has been there; empty is nothing at all.
   */
  private static final List<Optional<JsonNode>> EDITS =
      List.of(
          Optional.empty(),
          Optional.of(JSON.textNode("x")),
          Optional.of(JSON.textNode("NaN")),
          Optional.of(JSON.numberNode(-1)),
          Optional.of(JSON.objectNode()));

  @TempDir private Path folder;
  private final List<String> broken = new ArrayList<>();

  @Test
  void eachPlaceOfAResult() throws IOException {
    ObjectNode tree =
        Pages.fullTree(
            new Results()
                .with(Results.strategy("wide-copy-1000"), Results.DURABLE)
                .with(Results.strategy("narrow-copy-1000"), Results.NOT_WAITING)
                .runs("wide-copy-1000", 870, 890, 42_000)
                .runs("narrow-copy-1000", 11_100, 8_750, 7_900)
                .result());
    for (JsonNode run : tree.path("runs")) {
      shorten((ArrayNode) run.path("perSecond"));
      shorten((ArrayNode) run.path("batchHistogram"));
    }
    Files.writeString(folder.resolve("environment.json"), ResultJson.write(Pages.environment()));
    edit(tree, "", () -> show(tree, "results.json"));
    assertThat(broken).isEmpty();
  }

  @Test
  void eachPlaceOfAnEnvironment() throws IOException {
    ObjectNode tree = ResultJson.tree(Pages.environment());
    Files.writeString(folder.resolve("results.json"), ResultJson.write(Pages.small()));
    edit(tree, "", () -> show(tree, "environment.json"));
    assertThat(broken).isEmpty();
  }

  @Test
  void moreThanOneResultInAFileIsRefused() throws IOException {
    String whole = ResultJson.write(Pages.small());
    Files.writeString(folder.resolve("results.json"), whole + whole);
    assertThatThrownBy(() -> ReportFolder.existing(folder).readResult())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("results.json:" + (whole.lines().count() + 1) + ": not a result");
  }

  private static void shorten(ArrayNode list) {
    while (list.size() > 2) {
      list.remove(2);
    }
  }

  private interface Showing {
    void show() throws IOException;
  }

  /** Edits every place of a tree in turn, and puts back what was there. Of a list, its first. */
  private void edit(JsonNode within, String path, Showing showing) throws IOException {
    if (within instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
        String name = field.getKey();
        JsonNode before = object.get(name);
        edit(before, path + "/" + name, showing);
        for (Optional<JsonNode> edit : EDITS) {
          edit.ifPresentOrElse(put -> object.set(name, put), () -> object.remove(name));
          attempt(path + "/" + name + " = " + edit.map(JsonNode::toString).orElse("-"), showing);
        }
        object.set(name, before);
      }
    } else if (within instanceof ArrayNode array && !array.isEmpty()) {
      JsonNode before = array.get(0);
      edit(before, path + "/0", showing);
      for (Optional<JsonNode> edit : EDITS) {
        array.set(0, edit.orElse(JSON.numberNode(1e300)));
        attempt(path + "/0 = " + edit.map(JsonNode::toString).orElse("1e300"), showing);
      }
      array.set(0, before);
    }
  }

  private void attempt(String what, Showing showing) throws IOException {
    try {
      showing.show();
    } catch (ConfigurationException e) {
      assertThat(e.problems()).isNotEmpty();
    } catch (RuntimeException e) {
      broken.add(what + ": " + e + " at " + e.getStackTrace()[0]);
    }
  }

  /** As the command {@code report} does, with one folder and with two. */
  private void show(ObjectNode tree, String file) throws IOException {
    Files.writeString(folder.resolve(file), tree.toString());
    ReportFolder report = ReportFolder.existing(folder);
    ComparisonResult result = report.readResult();
    Optional<Environment> environment = report.readEnvironment();
    new MarkdownReport().render(result, environment);
    HtmlResult shown = new HtmlResult(result, ResultJson.tree(result));
    assertThat(HtmlReport.body(shown, environment) + shown.data()).isNotEmpty();
    assertThat(ConsoleReport.lines(result)).isNotEmpty();
    SideBySide.Side side = new SideBySide.Side("here", result, environment);
    assertThat(new SideBySide(side, side).lines()).isNotEmpty();
  }
}
