package dev.weir.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.compare.ComparisonResult;
import dev.weir.compare.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * report.html: what a comparison found, as a page that opens anywhere without a network. Sentences
 * and tables are read without a script.
 */
final class HtmlReport implements Rendering {
  @Override
  public String fileName() {
    return "report.html";
  }

  @Override
  public String render(ComparisonResult result, Optional<Environment> environment) {
    return page(result, ResultJson.tree(result), environment);
  }

  /**
   * @param tree the result as results.json holds it
   */
  static String page(ComparisonResult result, ObjectNode tree, Optional<Environment> environment) {
    HtmlResult shown = new HtmlResult(result, tree);
    return HtmlFile.of(
        "comparison of " + result.startedAt(),
        result.weir(),
        body(shown, environment),
        shown.data());
  }

  /** All of the page that a result makes different. */
  static String body(HtmlResult shown, Optional<Environment> environment) {
    ComparisonResult result = shown.result();
    HtmlPage page = new HtmlPage();
    new HtmlFigures(shown).write(page);
    new HtmlCosts(shown).write(page);
    new HtmlStudies(shown).write(page);
    new HtmlConditions(shown).write(page, environment);
    Html head = new Html();
    head.raw("<header>\n<h1>Which way of loading?</h1>\n");
    head.soft(ConsoleReport.headline(result));
    head.soft(
        "Measured "
            + result.startedAt()
            + " to "
            + result.endedAt()
            + ", Weir "
            + result.weir()
            + ".");
    head.raw("</header>\n");
    answers(head, result);
    warnings(head, result);
    head.raw(page.navigation());
    return head + page.html();
  }

  private static void answers(Html html, ComparisonResult result) {
    if (result.runs().stream().noneMatch(RunResult::counts)) {
      html.paragraph("No run was finished that counts, so there is nothing to be said yet.");
      return;
    }
    Answers answers = new Answers(result);
    List<Answers.Answer> questions = answers.questions();
    Optional<String> winner = answers.winner();
    if (winner.isEmpty() && questions.isEmpty()) {
      return;
    }
    html.raw("<div class=\"answers\">\n");
    winner.ifPresent(sentence -> html.raw("<p class=\"lead\">" + Html.escape(sentence) + "</p>\n"));
    for (Answers.Answer answer : questions) {
      html.heading(3, answer.heading());
      for (Answers.Finding finding : answer.findings()) {
        html.paragraph(finding.about() + ":").list(finding.clauses());
      }
    }
    html.raw("</div>\n");
  }

  /** What a reader must know before believing a figure. */
  private static void warnings(Html html, ComparisonResult result) {
    List<String> failures = new ArrayList<>();
    if (!result.complete()) {
      failures.add(
          "INCOMPLETE: %d of %d runs were done; the figures are of those."
              .formatted(result.runs().size(), result.plannedRuns()));
    }
    result.runs().stream()
        .filter(run -> run.failure() != null || !run.verified())
        .map(
            run ->
                "%s round %d failed: %s"
                    .formatted(
                        run.strategy(),
                        run.round(),
                        run.failure() == null ? "its records did not verify" : run.failure()))
        .forEach(failures::add);
    box(html, "failures", "This comparison is not whole", failures);
    List<String> warnings = new ArrayList<>();
    NoiseText.warning(result).ifPresent(warnings::add);
    RunNotes.of(result).stream().filter(note -> !note.contains(" FAILED: ")).forEach(warnings::add);
    box(html, "warnings", "Mind this", warnings);
  }

  static void box(Html html, String style, String heading, List<String> items) {
    if (!items.isEmpty()) {
      html.raw("<div class=\"" + style + "\" role=\"note\">\n");
      html.heading(2, heading).list(items).raw("</div>\n");
    }
  }
}
