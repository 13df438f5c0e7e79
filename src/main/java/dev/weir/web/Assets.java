package dev.weir.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.zip.CRC32;

/**
 * The files the page is made of, read once. The page names the others with a checksum, so that a
 * browser keeps them for long and never too long.
 */
final class Assets {
  private static final String LIBRARY = "/META-INF/resources/webjars/echarts/%s/dist/%s";
  private static final String LIBRARY_VERSION =
      "/META-INF/maven/org.webjars.npm/echarts/pom.properties";
  private static final String VERSION = "VERSION";

  private final String page;
  private final byte[] style = read("dashboard.css");
  private final byte[] script = read("dashboard.js");
  private final byte[] charts = read("charts.js");
  private final byte[] library;

  Assets() {
    // the smallest of its builds with lines and marks in it
    library = read(LIBRARY.formatted(libraryVersion(), "echarts.common.min.js"));
    CRC32 sum = new CRC32();
    List.of(style, script, charts, library).forEach(sum::update);
    page =
        new String(read("dashboard.html"), StandardCharsets.UTF_8)
            .replace(VERSION, String.format(Locale.ROOT, "%08x", sum.getValue()));
  }

  String page() {
    return page;
  }

  byte[] style() {
    return style.clone();
  }

  byte[] script() {
    return script.clone();
  }

  byte[] charts() {
    return charts.clone();
  }

  byte[] library() {
    return library.clone();
  }

  private static String libraryVersion() {
    Properties written = new Properties();
    try (InputStream file = Assets.class.getResourceAsStream(LIBRARY_VERSION)) {
      written.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return written.getProperty("version");
  }

  private static byte[] read(String name) {
    try (InputStream file = Assets.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException(name + " is missing from the class path");
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
