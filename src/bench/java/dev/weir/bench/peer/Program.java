package dev.weir.bench.peer;

import dev.weir.bench.Load;
import dev.weir.postgres.DatabaseAddress;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program of this machine, run as a child and accounted for by the shell's {@code time}. */
final class Program {
  private static final Pattern TIMES =
      Pattern.compile("^real ([0-9.]+) user ([0-9.]+) system ([0-9.]+)$", Pattern.MULTILINE);

  private Program() {}

  /** Why it cannot be run here; empty when it can. */
  static Optional<String> missing(String name) {
    for (String needed : List.of("bash", name)) {
      if (!isOnPath(needed)) {
        return Optional.of(needed + " is not installed");
      }
    }
    return Optional.empty();
  }

  private static boolean isOnPath(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(path.split(Pattern.quote(File.pathSeparator)))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  /**
   * What a run of it said and took.
   *
   * @param output of both streams
   * @param took wall time and the child's own processor time, in steps of 1 ms
   */
  record Outcome(String output, Load took) {}

  /**
   * Runs a program to its end.
   *
   * @throws IOException if it fails; with what it said
   */
  static Outcome run(DatabaseAddress address, long records, String... command)
      throws IOException, InterruptedException {
    List<String> timed = new ArrayList<>();
    timed.addAll(
        List.of("bash", "-c", "TIMEFORMAT='real %3R user %3U system %3S'; time \"$@\"", "bash"));
    timed.addAll(Arrays.asList(command));
    ProcessBuilder builder = new ProcessBuilder(timed).redirectErrorStream(true);
    if (address.password() != null) {
      builder.environment().put("PGPASSWORD", address.password());
    }
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    Matcher times = TIMES.matcher(output);
    if (status != 0 || !times.find()) {
      throw new IOException(command[0] + " ended with " + status + " and said: " + output);
    }
    Duration cpu = seconds(times.group(2)).plus(seconds(times.group(3)));
    return new Outcome(output, new Load(records, seconds(times.group(1)), cpu));
  }

  private static Duration seconds(String written) {
    return Duration.ofNanos(Math.round(Double.parseDouble(written) * 1e9));
  }
}
