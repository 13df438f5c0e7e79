package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Home;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.EmbeddedSettings;
import dev.weir.postgres.TestServers;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The command line in a JVM of its own, with a home and ports of its own, which a test may send
 * signals to.
 */
final class WeirProcess implements AutoCloseable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Process process;
  private final Path out;
  private final Path err;
  private final int port;

  private WeirProcess(Process process, Path out, Path err, int port) {
    this.process = process;
    this.out = out;
    this.err = err;
    this.port = port;
  }

  /**
   * @param folder gets a home on the first call, and what the process says
   */
  static WeirProcess start(Path folder, String... arguments) throws IOException {
    return start(folder, freePort(), List.of(), arguments);
  }

  /**
   * @param flags of its JVM
   */
  static WeirProcess start(Path folder, int port, List<String> flags, String... arguments)
      throws IOException {
    Home home = home(folder.resolve("home"), port);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=logback.xml", // not the tests' own
                "-D" + Home.PROPERTY + "=" + home.root(),
                "-D"
                    + EmbeddedSettings.CACHE_PROPERTY
                    + "="
                    + TestServers.settings(TestServers.NEWEST).cacheFolder()));
    command.addAll(flags);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Weir.class.getName()));
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    return new WeirProcess(process, out, err, port);
  }

  /** As {@code --database} takes it. */
  static String uri(DatabaseAddress database) {
    URI place = URI.create(database.jdbcUrl().substring("jdbc:".length()));
    return "postgresql://%s:%s@%s:%d%s"
        .formatted(
            database.user(),
            database.password(),
            place.getHost(),
            place.getPort(),
            place.getPath());
  }

  String out() throws IOException {
    return Files.readString(out);
  }

  String err() throws IOException {
    return Files.readString(err);
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal by its name: TERM, INT. */
  void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /** The exit code; waits for the end, and fails when that takes longer. */
  int exitCode(Duration atMost) throws IOException, InterruptedException {
    boolean ended = process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(ended).as("ended within %s; it said: %s", atMost, err()).isTrue();
    return process.exitValue();
  }

  /** What {@code /observe/...} answers; 0 and nothing when nobody does. */
  Answer ask(String what) throws InterruptedException {
    try {
      HttpResponse<String> response =
          CLIENT.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/observe/" + what))
                  .timeout(Duration.ofSeconds(5))
                  .build(),
              BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (IOException e) {
      return new Answer(0, "");
    }
  }

  /** All lanes' values of a metric together; 0 where there is none. */
  long metric(String name) throws InterruptedException {
    return (long)
        ask("metrics")
            .body()
            .lines()
            .filter(line -> line.startsWith(name + "{"))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
  }

  /** What a request was answered with. */
  record Answer(int status, String body) {}

  /** Kills it where it still runs. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static Home home(Path root, int port) throws IOException {
    Home original = Home.locate();
    for (Path part : List.of(original.routes(), original.datasets(), original.config())) {
      try (Stream<Path> files = Files.walk(part)) {
        for (Path file : files.toList()) {
          Path target = root.resolve(original.root().relativize(file).toString());
          if (Files.isDirectory(file)) {
            Files.createDirectories(target);
          } else if (!Files.exists(target)) {
            Files.copy(file, target);
          }
        }
      }
    }
    Path settings = root.resolve("config/application.properties");
    Files.writeString(
        settings,
        Files.readString(settings)
            .replaceAll("(?m)^camel.management.port = .*", "camel.management.port = " + port)
            .replaceAll("(?m)^weir.http.port = .*", "weir.http.port = " + freePort()));
    return new Home(root);
  }
}
