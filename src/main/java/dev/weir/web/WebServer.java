package dev.weir.web;

import dev.weir.camel.Pipeline;

/**
 * The pages of a running service at the address and port config/application.properties says. The
 * server itself ends with the pipeline; closing this ends what is asked of the source.
 */
public final class WebServer implements AutoCloseable {
  private final SampleFeed feed;

  private WebServer(SampleFeed feed) {
    this.feed = feed;
  }

  /**
   * Starts to serve.
   *
   * @param pipeline with management
   * @throws dev.weir.config.ConfigurationException if the port is taken, or other hosts could reach
   *     it without a token
   */
  public static WebServer start(Pipeline pipeline, LiveSource source) {
    SampleFeed feed = new SampleFeed(source);
    try {
      pipeline.serve(new Pages(source, feed, new Assets()), feed);
      return new WebServer(feed);
    } catch (RuntimeException | Error e) {
      feed.close();
      throw e;
    }
  }

  @Override
  public void close() {
    feed.close();
  }
}
