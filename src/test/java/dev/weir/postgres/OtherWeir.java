package dev.weir.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Another JVM that runs an embedded server until it is told to stop or killed. */
final class OtherWeir implements AutoCloseable {
  private final Process process;
  private final BufferedReader said;
  private long postmasterPid;
  private Path dataFolder;

  private OtherWeir(Process process) {
    this.process = process;
    this.said = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts the JVM; {@link #awaitServer} waits for its server. */
  static OtherWeir start(EmbeddedSettings settings) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    classPath,
                    OtherWeir.class.getName(),
                    settings.cacheFolder().toString(),
                    settings.workFolder().toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    return new OtherWeir(builder.start());
  }

  OtherWeir awaitServer() throws IOException {
    String line = said.readLine();
    while (line != null && !line.startsWith("server ")) {
      line = said.readLine();
    }
    if (line == null) {
      throw new IOException("the other Weir ended without a server");
    }
    String[] words = line.split(" ", 3);
    postmasterPid = Long.parseLong(words[1]);
    dataFolder = Path.of(words[2]);
    return this;
  }

  Postmaster postmaster() {
    return new Postmaster(ProcessHandle.of(postmasterPid).orElseThrow());
  }

  Path dataFolder() {
    return dataFolder;
  }

  /** As kill -9 does: it gets no chance to stop its server. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws IOException {
    end();
  }

  /** Lets it stop its server and end; does nothing when it was killed. */
  void end() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }

  /** Arguments: cache folder, work folder. Runs until its input ends. */
  public static void main(String[] arguments) throws IOException {
    EmbeddedSettings settings =
        new EmbeddedSettings(null, Path.of(arguments[0]), Path.of(arguments[1]), Map.of());
    try (EmbeddedServer server = EmbeddedServer.startFresh(settings)) {
      System.out.println("server " + server.postmasterPid() + " " + server.dataFolder());
      System.out.flush();
      while (System.in.read() >= 0) {
        // until it ends
      }
    }
  }
}
