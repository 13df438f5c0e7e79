package dev.weir.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A page as one file: style, scripts and the data of its charts are in it. Its policy lets no
 * script run but those written here, whatever the names and notes of a result hold, and nothing be
 * fetched.
 */
final class HtmlFile {
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  private static final String ECHARTS =
      "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.min.js";

  private HtmlFile() {}

  /**
   * @param title as text
   * @param weir the version that measured
   * @param body as HTML
   * @param data of the charts, as JSON
   */
  static String of(String title, String weir, String body, String data) {
    Map<String, String> scripts = new LinkedHashMap<>();
    scripts.put("echarts", resource(ECHARTS));
    scripts.put("charts", resource("/report/charts.js") + resource("/report/curves.js"));
    scripts.put("page", resource("/report/report.js"));
    Map<String, String> parts = new LinkedHashMap<>(scripts);
    parts.put(
        "scriptHashes",
        scripts.values().stream().map(HtmlFile::hash).collect(Collectors.joining(" ")));
    parts.put("title", Html.escape("Weir: " + title));
    parts.put("weir", Html.escape(weir));
    parts.put("css", resource("/report/report.css"));
    parts.put("body", body);
    parts.put("data", Html.scriptData(data));
    return PLACE
        .matcher(resource("/report/report.html"))
        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
  }

  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = HtmlFile.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " not read", e);
    }
  }
}
