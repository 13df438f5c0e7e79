package dev.weir.camel;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives lines to readers as they come: as lines, or as server-sent events to those who ask for
 * them. It takes no thread, and a reader that does not keep up is cut off when what waits for it
 * fills its buffer; it may come back.
 *
 * <p>Not a Camel route: there a body that is streamed holds one of the server's few worker threads
 * for as long as its reader stays.
 */
final class LineStream implements Handler<RoutingContext> {
  private static final Logger LOG = LoggerFactory.getLogger(LineStream.class);

  /** Beside this the operating system buffers some for each connection. */
  private static final int BUFFER_BYTES = 64 * 1024;

  private static final int MOST_READERS = 64;
  private static final String EVENTS = "text/event-stream";

  private final LineSource source;
  private final AtomicInteger readers = new AtomicInteger();
  private final AtomicInteger dropped = new AtomicInteger();

  LineStream(LineSource source) {
    this.source = source;
  }

  int readers() {
    return readers.get();
  }

  int dropped() {
    return dropped.get();
  }

  @Override
  public void handle(RoutingContext context) {
    if (readers.incrementAndGet() > MOST_READERS) {
      readers.decrementAndGet();
      context
          .response()
          .setStatusCode(503)
          .putHeader("Retry-After", "10")
          .putHeader("Content-Type", "text/plain; charset=utf-8")
          .end("there are " + MOST_READERS + " readers already\n");
      return;
    }
    String accept = context.request().getHeader("Accept");
    new Reader(context, accept != null && accept.contains(EVENTS)).begin();
  }

  /** One who reads. All of it happens on the event loop of its connection. */
  private final class Reader {
    private final RoutingContext routing;
    private final HttpServerResponse response;
    private final boolean events;
    private Runnable unsubscribe = () -> {};
    private boolean gone;

    Reader(RoutingContext routing, boolean events) {
      this.routing = routing;
      this.response = routing.response();
      this.events = events;
    }

    void begin() {
      response
          .setChunked(true)
          .setWriteQueueMaxSize(BUFFER_BYTES)
          .putHeader("Content-Type", events ? EVENTS : "application/x-ndjson")
          // proxies that gather answers would hold samples back
          .putHeader("X-Accel-Buffering", "no");
      response.closeHandler(closed -> leave());
      response.exceptionHandler(broken -> leave());
      // the answer begins at once, not with the next sample
      response.write(events ? "retry: 1000\n\n" : "");
      Context loop = routing.vertx().getOrCreateContext();
      unsubscribe = source.subscribe(line -> loop.runOnContext(now -> write(line)));
      if (gone) {
        unsubscribe.run();
      }
    }

    private void write(String line) {
      if (gone) {
        return;
      }
      if (response.writeQueueFull()) {
        dropped.incrementAndGet();
        LOG.info("A reader of {} did not keep up and was cut off", routing.normalizedPath());
        leave();
        routing.request().connection().close();
        return;
      }
      response.write(events ? "data: " + line + "\n\n" : line + "\n");
    }

    private void leave() {
      if (!gone) {
        gone = true;
        readers.decrementAndGet();
        unsubscribe.run();
      }
    }
  }

  /** Registers the meters of this stream. */
  void bind(MeterRegistry registry) {
    Gauge.builder("weir.http.sample.readers", readers, AtomicInteger::get)
        .description("Readers of /samples")
        .register(registry);
    FunctionCounter.builder("weir.http.sample.readers.dropped", dropped, AtomicInteger::get)
        .description("Readers of /samples that were cut off because they did not keep up")
        .register(registry);
  }
}
