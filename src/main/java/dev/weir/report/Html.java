package dev.weir.report;

import java.util.List;

/** Pieces of HTML. Text becomes HTML here and nowhere else, so that nothing is left unescaped. */
final class Html {
  private final StringBuilder text = new StringBuilder();

  /** A cell of a table: already HTML, and how it is set. */
  record Cell(String html, String style) {

    static Cell text(String text) {
      return new Cell(escape(text), "text");
    }

    static Cell figure(String text) {
      return new Cell(escape(text), "");
    }
  }

  /** Escapes text for an element or an attribute in quotes. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(isAllowed(c) ? c : '\uFFFD');
      }
    }
    return escaped.toString();
  }

  /** Control characters may not stand in HTML, and half a surrogate pair not in UTF-8. */
  private static boolean isAllowed(char c) {
    return c >= ' ' || c == '\n' || c == '\t';
  }

  /** JSON that may stand in a script element: nothing in it can end that element. */
  static String scriptData(String json) {
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }

  Html raw(String html) {
    text.append(html);
    return this;
  }

  Html heading(int level, String heading) {
    return element("h" + level, heading);
  }

  Html paragraph(String sentence) {
    return element("p", sentence);
  }

  Html soft(String sentence) {
    return raw("<p class=\"soft\">").raw(escape(sentence)).raw("</p>\n");
  }

  /** Charts side by side where there is room. */
  Html charts(Runnable content) {
    raw("<div class=\"charts\">\n");
    content.run();
    return raw("</div>\n");
  }

  Html list(List<String> items) {
    if (!items.isEmpty()) {
      raw("<ul>\n");
      items.forEach(item -> element("li", item));
      raw("</ul>\n");
    }
    return this;
  }

  private Html element(String name, String content) {
    return raw("<" + name + ">").raw(escape(content)).raw("</" + name + ">\n");
  }

  /**
   * A table in a frame of its own that scrolls where the page is narrower.
   *
   * @param caption what it is, for those who do not see it
   */
  Html table(String caption, List<String> headings, List<List<Cell>> rows) {
    raw("<div class=\"scroll sticky\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .raw(escape(caption))
        .raw("\"><table>\n<thead><tr>");
    for (int i = 0; i < headings.size(); i++) {
      boolean text = !rows.isEmpty() && rows.get(0).get(i).style().equals("text");
      raw(text ? "<th scope=\"col\" class=\"text\">" : "<th scope=\"col\">");
      raw(escape(headings.get(i))).raw("</th>");
    }
    raw("</tr></thead>\n<tbody>\n");
    for (List<Cell> row : rows) {
      raw("<tr>");
      for (Cell cell : row) {
        raw(cell.style().isEmpty() ? "<td>" : "<td class=\"" + cell.style() + "\">");
        raw(cell.html()).raw("</td>");
      }
      raw("</tr>\n");
    }
    return raw("</tbody></table></div>\n");
  }

  /** A table of figures behind a line to click: the same as a chart, or more than most read. */
  Html behind(String summary, String caption, List<String> headings, List<List<Cell>> rows) {
    raw("<details><summary>").raw(escape(summary)).raw("</summary>\n");
    return table(caption, headings, rows).raw("</details>\n");
  }

  /**
   * Where the script draws a chart.
   *
   * @param name of the chart's function in the script
   * @param attributes what the function is told, names and values in turn
   */
  Html chart(String name, String caption, String described, String... attributes) {
    raw("<figure data-chart=\"" + name + "\"");
    for (int i = 0; i < attributes.length; i += 2) {
      raw(" data-" + attributes[i] + "=\"").raw(escape(attributes[i + 1])).raw("\"");
    }
    return raw("><figcaption>")
        .raw(escape(caption))
        .raw("</figcaption><div class=\"plot\" role=\"img\" aria-label=\"")
        .raw(escape(described))
        .raw("\"></div></figure>\n");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
