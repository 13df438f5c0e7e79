package dev.weir.cli;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** Sends all that is logged to a file too, with times and stack traces. */
final class LogFile implements AutoCloseable {
  private static final int KEPT = 5;

  /** Looked at so often, a flood of lines does not make the file much larger. */
  private static final Duration LOOK = Duration.buildByMilliseconds(100);

  private final FileAppender<ILoggingEvent> appender;
  private final Logger root;

  private LogFile(FileAppender<ILoggingEvent> appender) {
    this.appender = appender;
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context());
    encoder.setPattern(
        "%d{yyyy-MM-dd'T'HH:mm:ss.SSS'Z',UTC} %-5level [%thread] %logger - %msg%n%ex");
    encoder.start();
    appender.setContext(context());
    appender.setName(appender.getFile());
    appender.setEncoder(encoder);
    appender.start();
    root = context().getLogger(Logger.ROOT_LOGGER_NAME);
    root.addAppender(appender);
  }

  /** One file, however long it gets. */
  static LogFile at(Path file) {
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setFile(file.toString());
    return new LogFile(appender);
  }

  /**
   * The log of a service that runs for months: {@code weir.log}, and the files before it as {@code
   * weir.1.log.gz} and so on. They never take more room than a few files of a fixed size.
   *
   * @param folder made when needed
   * @param size of a file at which the next one begins, as {@code 10MB}
   */
  static LogFile rolling(Path folder, String size) {
    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setFile(folder.resolve("weir.log").toString());
    FixedWindowRollingPolicy files = new FixedWindowRollingPolicy();
    files.setContext(context());
    files.setParent(appender);
    files.setFileNamePattern(folder.resolve("weir.%i.log.gz").toString());
    files.setMinIndex(1);
    files.setMaxIndex(KEPT);
    files.start();
    SizeBasedTriggeringPolicy<ILoggingEvent> full = new SizeBasedTriggeringPolicy<>();
    full.setContext(context());
    full.setMaxFileSize(FileSize.valueOf(size));
    full.setCheckIncrement(LOOK);
    full.start();
    appender.setRollingPolicy(files);
    appender.setTriggeringPolicy(full);
    return new LogFile(appender);
  }

  private static LoggerContext context() {
    return (LoggerContext) LoggerFactory.getILoggerFactory();
  }

  @Override
  public void close() {
    root.detachAppender(appender);
    appender.stop();
  }
}
