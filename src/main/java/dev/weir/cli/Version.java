package dev.weir.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version the build put into the jar. */
final class Version implements IVersionProvider {
  static String number() {
    Properties properties = new Properties();
    try (InputStream resource = Version.class.getResourceAsStream("/dev/weir/version.properties")) {
      if (resource != null) { // only the build writes it
        properties.load(resource);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "unknown");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"weir " + number()};
  }
}
