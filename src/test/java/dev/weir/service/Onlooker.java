package dev.weir.service;

import dev.weir.config.TestHome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;

/** Scrapes a service's metrics as Prometheus does, and tails its samples. */
final class Onlooker implements AutoCloseable {
  private static final Duration SCRAPE = Duration.ofSeconds(5);

  /** A server makes a thread with every request until it has twenty. */
  private static final int WARM = 40;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestHome home;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Histogram scrapeMicros = new SynchronizedHistogram(60_000_000, 3);
  private final AtomicLong samples = new AtomicLong();
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  private final ScheduledFuture<?> scrapes;
  private volatile Exception failure;

  Onlooker(TestHome home) {
    this.home = home;
    for (int request = 0; request < WARM; request++) {
      metrics();
      page("/state");
    }
    scrapeMicros.reset();
    scrapes =
        threads.scheduleAtFixedRate(
            () -> noting(this::metrics),
            SCRAPE.toMillis(),
            SCRAPE.toMillis(),
            TimeUnit.MILLISECONDS);
    threads.execute(() -> noting(this::tail));
  }

  private interface Look {
    void now() throws IOException, InterruptedException;
  }

  private void noting(Look look) {
    try {
      look.now();
    } catch (IOException | InterruptedException e) {
      if (!threads.isShutdown()) {
        failure = e;
      }
    }
  }

  /** The metrics page as it is now. */
  String metrics() {
    long begin = System.nanoTime();
    String page = get(home.managementPort(), "/observe/metrics");
    scrapeMicros.recordValue((System.nanoTime() - begin) / 1_000);
    return page;
  }

  /** A page of the dashboard's. */
  String page(String path) {
    return get(home.port(), path);
  }

  private String get(int port, String path) {
    try {
      return client.send(request(port, path), BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void tail() throws IOException, InterruptedException {
    try (InputStream stream =
            client.send(request(home.port(), "/samples"), BodyHandlers.ofInputStream()).body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      while (lines.readLine() != null) {
        samples.incrementAndGet();
      }
    }
  }

  private static HttpRequest request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(PATIENCE)
        .build();
  }

  /** Lines of {@code /samples} so far. */
  long samples() {
    return samples.get();
  }

  /** Why looking failed; null when it did not. */
  Exception failure() {
    return failure;
  }

  @Override
  public String toString() {
    return "%d scrapes in %.0f ms (p50), %.0f ms (p99), %.0f ms at most; %d samples"
        .formatted(
            scrapeMicros.getTotalCount(),
            scrapeMicros.getValueAtPercentile(50) / 1e3,
            scrapeMicros.getValueAtPercentile(99) / 1e3,
            scrapeMicros.getMaxValue() / 1e3,
            samples());
  }

  @Override
  public void close() {
    scrapes.cancel(false);
    threads.shutdownNow();
  }
}
