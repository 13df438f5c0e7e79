package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Case 19: a source four times as fast as the database. Weir has a heap that what is due and cannot
 * be stored would fill within seconds.
 */
class OverloadTest {
  private static final Logger LOG = LoggerFactory.getLogger(OverloadTest.class);

  /** A batch of a thousand cannot be stored faster than in this time. */
  private static final double SECONDS_A_BATCH = 0.25;

  private static final long RATE = (long) (4 * 1_000 / SECONDS_A_BATCH);

  /** A batch being written, one gathered, a record on its way. */
  private static final long MOST_IN_FLIGHT = 2_001;

  private static final int LOOKS = 4;

  private static final Pattern AFTER_FULL_COLLECTION = Pattern.compile("Pause Full.*->(\\d+)M\\(");

  @TempDir Path folder;

  @Test
  void aSourceFasterThanTheDatabaseIsSlowedAndMemoryStaysFlat() throws Exception {
    overload(Duration.ofSeconds(8));
  }

  @Test
  @Tag("endurance")
  void tenMinutesOfAFasterSourceLeaveMemoryFlat() throws Exception {
    overload(Duration.ofMinutes(10));
  }

  private void overload(Duration length) throws Exception {
    DatabaseAddress database = TestServers.address();
    StoredSensors stored = StoredSensors.byStrategyIn(folder);
    Path collections = folder.resolve("collections.log");
    try (WeirProcess weir =
        WeirProcess.start(
            folder,
            WeirProcess.freePort(),
            List.of("-Xmx64m", "-XX:+UseSerialGC", "-Xlog:gc:file=" + collections),
            "run",
            stored.strategy(),
            "--rate",
            Long.toString(RATE),
            "--database",
            WeirProcess.uri(database))) {
      await()
          .atMost(Duration.ofSeconds(90))
          .until(() -> weir.metric("weir_records_stored_total") > 0);
      slowDown(database, stored.table(database));
      long read = weir.metric("weir_records_read_total");
      long begun = System.nanoTime();
      List<Integer> live = new ArrayList<>();
      await()
          .atMost(length.plusMinutes(5))
          .pollInterval(Duration.ofMillis(200))
          .until(
              () -> {
                assertThat(weir.isAlive()).as(weir.err()).isTrue();
                assertThat(weir.metric("weir_records_in_flight")).isBetween(0L, MOST_IN_FLIGHT);
                long passed = System.nanoTime() - begun;
                if (passed > length.toNanos() / LOOKS * (live.size() + 1)) {
                  live.add(liveMegabytes(weir, collections));
                }
                return live.size() == LOOKS;
              });
      long readSince = weir.metric("weir_records_read_total") - read;
      long due = (long) (RATE * (System.nanoTime() - begun) / 1e9);
      assertThat(readSince).isBetween(1L, due / 2);
      assertThat(weir.ask("health/ready").status()).isEqualTo(200);
      assertThat(weir.metric("weir_batches_retried_total")).isZero();
      assertThat(weir.err()).isEmpty();

      weir.signal("TERM");
      assertThat(weir.exitCode(Duration.ofMinutes(1))).isEqualTo(Weir.DONE);
      long records = stored.assertFirstPart(database);
      assertThat(weir.out()).contains("in flight 0, ");
      LOG.warn(
          "{} records were due, {} read, {} stored in all; live MB at each look: {}",
          due,
          readSince,
          records,
          live);
      assertThat(live.get(LOOKS - 1)).isLessThanOrEqualTo(live.get(0) + 8);
    }
  }

  private static void slowDown(DatabaseAddress database, String table) throws Exception {
    try (Connection connection = TestServers.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM pg_sleep("
              + SECONDS_A_BATCH
              + "); RETURN NULL; END$$");
      statement.execute(
          "CREATE TRIGGER slow BEFORE INSERT ON "
              + table
              + " FOR EACH STATEMENT EXECUTE FUNCTION slow()");
    }
  }

  /** What is left when all that can be is collected. */
  private static int liveMegabytes(WeirProcess weir, Path collections) throws Exception {
    List<Integer> before = afterFullCollections(collections);
    Process collecting =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(weir.pid()),
                "GC.run")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(collecting.waitFor()).isZero();
    await().until(() -> afterFullCollections(collections).size() > before.size());
    List<Integer> after = afterFullCollections(collections);
    return after.get(after.size() - 1);
  }

  private static List<Integer> afterFullCollections(Path collections) throws Exception {
    List<Integer> left = new ArrayList<>();
    for (String line : Files.readAllLines(collections)) {
      Matcher matcher = AFTER_FULL_COLLECTION.matcher(line);
      if (matcher.find()) {
        left.add(Integer.parseInt(matcher.group(1)));
      }
    }
    return left;
  }
}
