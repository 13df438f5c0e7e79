package dev.weir.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.camel.Management;
import dev.weir.camel.Pipeline;
import dev.weir.config.ConfigurationException;
import dev.weir.config.TestHome;
import dev.weir.postgres.DatabaseAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server of the pages: what it answers, to whom, and what it does not wait for. */
class WebServerTest {
  private static final DatabaseAddress NOT_ASKED =
      DatabaseAddress.parse("postgresql://nobody@127.0.0.1:9/none", Map.of());

  @TempDir private static Path folder;
  private static TestHome home;
  private static Pipeline pipeline;
  private static WebServer web;
  private static final ScriptedSource SOURCE = new ScriptedSource("wide-copy-1000");

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @BeforeAll
  static void start() throws IOException {
    home = TestHome.in(folder.resolve("weir home"), Map.of());
    pipeline = new Pipeline(home.home(), NOT_ASKED, Management.ON);
    web = WebServer.start(pipeline, SOURCE);
  }

  @AfterAll
  static void stop() {
    web.close();
    pipeline.close();
    assertThat(SOURCE.readers()).isZero();
  }

  private HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    return get(home.port(), path, headers);
  }

  private HttpResponse<String> get(int port, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** Writes a request as it stands and gives all of the answer. */
  private static String raw(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void thePageAndAllItNamesAreServedAndMayLoadNothingFromElsewhere() throws Exception {
    HttpResponse<String> page = get("/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'")
        .doesNotContain("unsafe")
        .doesNotContain("http");
    assertThat(page.headers().map())
        .containsKeys("x-content-type-options", "x-frame-options", "referrer-policy");
    assertThat(page.body())
        .doesNotContain("VERSION")
        .doesNotContain("http:")
        .doesNotContain("https:");
    for (String part : new String[] {"dashboard.css", "dashboard.js", "charts.js", "echarts.js"}) {
      assertThat(page.body()).contains("/assets/" + part + "?v=");
      HttpResponse<String> asset = get("/assets/" + part + "?v=1");
      assertThat(asset.statusCode()).as(part).isEqualTo(200);
      assertThat(asset.body()).as(part).hasSizeGreaterThan(1_000);
      assertThat(asset.headers().firstValue("Cache-Control").orElseThrow()).contains("max-age");
    }
  }

  @Test
  void noHeaderOfARequestComesBack() throws Exception {
    HttpResponse<String> answer = get("/state", "X-Mine", "something", "Cookie", "a=b");
    assertThat(answer.headers().map())
        .doesNotContainKeys("x-mine", "cookie", "accept", "user-agent");
  }

  @Test
  void stateAndPeriodsAreJsonWithoutWhatIsNotKnown() throws Exception {
    HttpResponse<String> state = get("/state");
    assertThat(state.headers().firstValue("Content-Type")).contains("application/json");
    JsonNode json = new ObjectMapper().readTree(state.body());
    assertThat(json.at("/health/level").textValue()).isEqualTo("well");
    assertThat(json.at("/startedAt").textValue()).isEqualTo("2026-11-30T12:00:00Z");
    assertThat(json.at("/strategies/0/name").textValue()).isEqualTo("wide-copy-1000");
    assertThat(json.at("/strategies/0").has("rate")).isFalse();
    JsonNode period = new ObjectMapper().readTree(get("/periods").body()).at("/periods/0");
    assertThat(period.path("walBytesPerRecord").doubleValue()).isEqualTo(910);
    assertThat(period.has("endedAt")).isFalse();
  }

  @Test
  void samplesComeAsLinesWhenTheyAreTaken() throws Exception {
    HttpResponse<InputStream> answer =
        client.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + home.port() + "/samples"))
                .build(),
            BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      SOURCE.tick(2);
      JsonNode first = new ObjectMapper().readTree(lines.readLine());
      JsonNode second = new ObjectMapper().readTree(lines.readLine());
      assertThat(second.path("at").textValue()).isGreaterThan(first.path("at").textValue());
      assertThat(first.path("strategies").path(0).path("recordsPerSecond").isNumber()).isTrue();
      assertThat(answer.headers().firstValue("Content-Type")).contains("application/x-ndjson");
    }
    JsonNode recent = new ObjectMapper().readTree(get("/samples/recent").body());
    assertThat(recent.size()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void samplesComeAsEventsToThoseWhoAskForThem() throws Exception {
    HttpResponse<InputStream> answer =
        client.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + home.port() + "/samples"))
                .header("Accept", "text/event-stream")
                .build(),
            BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isEqualTo("retry: 1000");
      assertThat(lines.readLine()).isEmpty();
      SOURCE.tick();
      assertThat(lines.readLine()).startsWith("data: {\"at\":");
      assertThat(lines.readLine()).isEmpty();
    }
  }

  @Test
  void aReaderThatStopsReadingIsCutOffAndTheOthersAreServed() throws Exception {
    try (Socket still = new Socket()) {
      still.setReceiveBufferSize(4_096);
      still.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), home.port()));
      still
          .getOutputStream()
          .write(
              "GET /samples HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      await().until(() -> metric("weir_http_sample_readers") == 1);
      await()
          .until(
              () -> {
                SOURCE.tick(500);
                return metric("weir_http_sample_readers_dropped_total") == 1;
              });
      await().until(() -> metric("weir_http_sample_readers") == 0);
    }
    samplesComeAsLinesWhenTheyAreTaken();
  }

  private double metric(String name) throws IOException, InterruptedException {
    return get(home.managementPort(), "/observe/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsNotAPageIsNotFoundWhateverItNames() throws Exception {
    for (String path :
        new String[] {
          "/nothing",
          "/assets/../../../../etc/passwd",
          "/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
          "/assets/dev.weir.web.Pages",
          "/state/1",
          "/observe/metrics",
          "/periods;drop"
        }) {
      HttpResponse<String> answer = get(path);
      assertThat(answer.statusCode()).as(path).isEqualTo(404);
      assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
    }
    String plain = get("/periods").body();
    assertThat(get("/periods?strategy=%27%3B+drop+table+x").body()).isEqualTo(plain);
  }

  @Test
  void nothingCanBeSentToIt() throws Exception {
    HttpRequest post =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + home.port() + "/state"))
            .POST(HttpRequest.BodyPublishers.ofString("x"))
            .build();
    assertThat(client.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    assertThat(raw(home.port(), "BREW / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 405");
  }

  @Test
  void aPageOfAnotherNameCannotReadFromIt() throws Exception {
    String foreign = "GET /state HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    assertThat(raw(home.port(), foreign)).startsWith("HTTP/1.1 421").doesNotContain("strategies");
    assertThat(raw(home.managementPort(), foreign.replace("/state", "/observe/metrics")))
        .startsWith("HTTP/1.1 421");
    assertThat(get(home.managementPort(), "/observe/health/live").statusCode()).isEqualTo(200);
  }

  @Test
  void aPortThatIsTakenIsAProblemOfTheConfiguration() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String taken = "" + other.getLocalPort();
      TestHome pages = TestHome.in(folder.resolve("taken"), Map.of("weir.http.port", taken));
      try (Pipeline camel = new Pipeline(pages.home(), NOT_ASKED, Management.ON)) {
        assertThatThrownBy(() -> WebServer.start(camel, new ScriptedSource("a")))
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContaining("weir.http.port is \"" + taken + "\"")
            .hasMessageContaining("a port that is free at 127.0.0.1");
      }
      TestHome metrics =
          TestHome.in(folder.resolve("other"), Map.of("camel.management.port", taken));
      assertThatThrownBy(() -> new Pipeline(metrics.home(), NOT_ASKED, Management.ON))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("camel.management.port is \"" + taken + "\"");
    }
  }

  @Test
  void otherHostsMayAskOnlyWithTheToken() throws Exception {
    TestHome open = TestHome.in(folder.resolve("open"), Map.of("weir.http.address", "0.0.0.0"));
    try (Pipeline camel = new Pipeline(open.home(), NOT_ASKED, Management.ON)) {
      assertThatThrownBy(() -> WebServer.start(camel, new ScriptedSource("a")))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("weir.http.token is missing");
    }
    String token = "c29tZXRoaW5nLXNlY3JldA";
    TestHome safe =
        TestHome.in(
            folder.resolve("safe"),
            Map.of("weir.http.address", "0.0.0.0", "weir.http.token", token));
    try (Pipeline camel = new Pipeline(safe.home(), NOT_ASKED, Management.ON);
        WebServer server = WebServer.start(camel, new ScriptedSource("a"))) {
      assertThat(server).isNotNull();
      for (String path : new String[] {"/", "/state", "/samples", "/assets/dashboard.js"}) {
        HttpResponse<String> refused = get(safe.port(), path);
        assertThat(refused.statusCode()).as(path).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).isPresent();
      }
      assertThat(get(safe.port(), "/state", "Authorization", "Bearer " + token).statusCode())
          .isEqualTo(200);
      assertThat(get(safe.port(), "/state", "Authorization", "Bearer " + token + "x").statusCode())
          .isEqualTo(401);
      String basic =
          Base64.getEncoder().encodeToString(("me:" + token).getBytes(StandardCharsets.UTF_8));
      assertThat(get(safe.port(), "/state", "Authorization", "Basic " + basic).statusCode())
          .isEqualTo(200);
      assertThat(get(safe.port(), "/state", "Authorization", "Basic %%%").statusCode())
          .isEqualTo(401);
      assertThat(get(safe.managementPort(), "/observe/metrics").statusCode()).isEqualTo(401);
      assertThat(get(safe.managementPort(), "/observe/health/ready").statusCode())
          .isNotEqualTo(401);
    }
  }
}
