package dev.weir.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.config.TestHome;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service shows of itself while strategies are swapped. */
class ServedServiceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private TestHome home;

  private String get(int port, String path) throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + port + path);
    return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body();
  }

  private JsonNode page(String path) {
    try {
      return JSON.readTree(get(home.port(), path));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode period(int number) {
    return page("/periods").path("periods").path(number - 1);
  }

  @Test
  void aSwapFromNarrowToWideShowsInThePeriodsAndABrokenFileEverywhere() throws Exception {
    home = TestHome.in(folder.resolve("home"), Map.of());
    Scenery scenery = new Scenery(folder);
    DatabaseAddress database = TestServers.address();
    scenery.put("narrow-copy-1000");
    ServiceRequest request = scenery.served(database, OptionalDouble.of(1_500), home.home());
    try (Service service = new Service(request, new OtherService.Silent())) {
      CompletableFuture<Void> running = Scenery.start(service);
      await().atMost(PATIENCE).until(() -> period(1).path("records").asLong() > 4_000);
      scenery.put("wide-copy-1000");
      await().atMost(PATIENCE).until(() -> period(2).path("records").asLong() > 4_000);

      JsonNode narrow = period(1);
      JsonNode wide = period(2);
      assertThat(narrow.path("strategy").asText()).isEqualTo("narrow-copy-1000");
      assertThat(narrow.path("endedAt").isMissingNode()).isFalse();
      assertThat(wide.path("endedAt").isMissingNode()).isTrue();
      assertThat(narrow.path("diskBytesPerRecord").asDouble()).isBetween(8_000.0, 12_000.0);
      // a running one is as of the last sample, when a table is made longer by many pages at once
      assertThat(wide.path("diskBytesPerRecord").asDouble()).isBetween(300.0, 3_000.0);
      // about twelve to one when nobody else writes; tests share this server
      assertThat(narrow.path("walBytesPerRecord").asDouble())
          .isGreaterThan(6 * wide.path("walBytesPerRecord").asDouble());
      assertThat(narrow.path("walFpiBytesAtMost").asLong(-1))
          .isBetween(0L, narrow.path("walBytes").asLong());
      assertThat(page("/periods").path("verdicts")).isEmpty();

      assertSamples();
      scenery.write("wide-copy-1000", "- templatedRoute: {");
      await().atMost(PATIENCE).until(() -> page("/state").path("swapErrors").size() == 1);
      JsonNode error = page("/state").path("swapErrors").path(0);
      assertThat(error.path("file").asText()).isEqualTo("wide-copy-1000.camel.yaml");
      assertThat(error.path("running").asText()).isEqualTo("wide-copy-1000");
      assertThat(page("/state").path("health").path("level").asText())
          .isEqualToIgnoringCase("warning");
      String metrics = get(home.managementPort(), "/observe/metrics");
      assertThat(metrics)
          .contains("weir_swaps_total{slot=\"slot\"} 1.0")
          .contains("weir_strategy_refused{slot=\"slot\"} 1.0")
          .contains("weir_ready 1.0");
      assertThat(get(home.managementPort(), "/observe/health/ready?exposureLevel=full&data=true"))
          .contains("UP")
          .doesNotContain("DOWN")
          .contains("wide-copy-1000.camel.yaml");
      service.stop();
      running.get(30, TimeUnit.SECONDS);
    }
    scenery.assertFirstPart(database, Scenery.SLOT);
  }

  private void assertSamples() throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + home.port() + "/samples");
    HttpRequest request = HttpRequest.newBuilder(address).timeout(PATIENCE).build();
    try (InputStream stream = client.send(request, BodyHandlers.ofInputStream()).body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      JsonNode sample = null;
      for (int line = 0; line < 3; line++) {
        sample = JSON.readTree(lines.readLine());
      }
      assertThat(sample.path("serverUp").asBoolean()).isTrue();
      assertThat(sample.path("strategies").path(0).path("strategy").asText())
          .isEqualTo("wide-copy-1000");
      assertThat(sample.path("strategies").path(0).path("recordsPerSecond").isNumber()).isTrue();
      JsonNode wal = sample.path("wal");
      assertThat(wal.path("bytesPerSecond").isNumber()).isTrue();
      assertThat(wal.path("fullPageImageBytesPerSecondAtMost").asDouble(-1))
          .isBetween(0.0, wal.path("bytesPerSecond").asDouble());
    }
  }
}
