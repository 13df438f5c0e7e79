package dev.weir.camel;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Camel's property placeholders, {@code {{key}}} and {@code {{key:default}}}, as text. */
final class Placeholders {
  private static final Pattern FORM = Pattern.compile("\\{\\{\\??([^{}:]+)(?::([^{}]*))?}}");

  private Placeholders() {}

  /** The keys a text has placeholders for. */
  static Set<String> keys(String text) {
    Set<String> keys = new LinkedHashSet<>();
    Matcher matcher = FORM.matcher(text);
    while (matcher.find()) {
      keys.add(matcher.group(1));
    }
    return keys;
  }

  /** The text with each placeholder replaced by its value, else its default, else left standing. */
  static String replace(String text, Map<String, String> values) {
    return FORM.matcher(text)
        .replaceAll(
            match -> {
              String value = values.getOrDefault(match.group(1), match.group(2));
              return Matcher.quoteReplacement(value == null ? match.group() : value);
            });
  }
}
