package dev.weir.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** The sections of a page in their order, and the links to them. */
final class HtmlPage {
  private final Map<String, String> headings = new LinkedHashMap<>();
  private final Map<String, Html> sections = new LinkedHashMap<>();

  /**
   * Begins a section; it is on the page even if nothing more is written.
   *
   * @param id of its element: letters only
   */
  Html section(String id, String heading) {
    Html html = new Html();
    headings.put(id, heading);
    sections.put(id, html);
    return html;
  }

  String navigation() {
    StringBuilder links = new StringBuilder("<nav aria-label=\"Sections\">");
    headings.forEach(
        (id, heading) ->
            links.append("<a href=\"#%s\">%s</a>\n".formatted(id, Html.escape(heading))));
    return links.append("</nav>\n").toString();
  }

  String html() {
    StringBuilder html = new StringBuilder();
    sections.forEach(
        (id, section) ->
            html.append("<section id=\"%s\">\n<h2>".formatted(id))
                .append(Html.escape(headings.get(id)))
                .append("</h2>\n")
                .append(section)
                .append("</section>\n"));
    return html.toString();
  }
}
