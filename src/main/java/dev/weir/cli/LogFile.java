package dev.weir.cli;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** Sends all that is logged to a file too, with times and stack traces. */
final class LogFile implements AutoCloseable {
  private final FileAppender<ILoggingEvent> appender = new FileAppender<>();
  private final Logger root;

  LogFile(Path file) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(
        "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z',UTC} %-5level [%thread] %logger - %msg%n%ex");
    encoder.start();
    appender.setContext(context);
    appender.setName(file.toString());
    appender.setFile(file.toString());
    appender.setEncoder(encoder);
    appender.start();
    root.addAppender(appender);
  }

  @Override
  public void close() {
    root.detachAppender(appender);
    appender.stop();
  }
}
