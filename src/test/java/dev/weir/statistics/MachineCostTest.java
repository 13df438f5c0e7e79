package dev.weir.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.weir.statistics.MachineReading.Client;
import dev.weir.statistics.MachineReading.Disk;
import dev.weir.statistics.MachineReading.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MachineCostTest {
  private static final OptionalLong ELSEWHERE = OptionalLong.empty();

  @Test
  void differencesAndSharesAreTold() {
    MachineReading before =
        new MachineReading(
            0,
            new Client(OptionalLong.of(100), OptionalLong.of(1000), 2, 20),
            new Machine(1000, 400, 100, 10),
            List.of(new Disk("a", 1, 10, 2, 20, 100), new Disk("b", 1, 10, 2, 20, 100)),
            OptionalLong.of(7));
    MachineReading after =
        new MachineReading(
            Duration.ofSeconds(1).toNanos(),
            new Client(OptionalLong.of(350), OptionalLong.of(5000), 5, 50),
            new Machine(2000, 900, 350, 60),
            List.of(
                new Disk("a", 4, 70, 12, 220, 850),
                new Disk("b", 2, 11, 3, 21, 101),
                new Disk("plugged in meanwhile", 9, 9, 9, 9, 9)),
            OptionalLong.of(57));

    MachineCost cost = MachineCost.between(before, after);

    assertThat(cost.clientCpuNanos()).hasValue(250);
    assertThat(cost.allocatedBytes()).hasValue(4000);
    assertThat(cost.garbageCollections()).isEqualTo(3);
    assertThat(cost.garbageCollectionTime()).isEqualTo(Duration.ofMillis(30));
    assertThat(cost.serverCpuNanos()).hasValue(50);
    assertThat(cost.cpuShare()).hasValue(0.5);
    assertThat(cost.ioWaitShare()).hasValue(0.25);
    assertThat(cost.stolenShare()).hasValue(0.05);
    assertThat(cost.diskReadBytes()).hasValue(61);
    assertThat(cost.diskWrittenBytes()).hasValue(201);
    assertThat(cost.diskReads()).hasValue(4);
    assertThat(cost.diskWrites()).hasValue(11);
    assertThat(cost.diskBusyShare().orElseThrow()).isCloseTo(0.75, within(1e-9));
  }

  @Test
  void whatIsNotKnownIsAbsent() {
    MachineReading nothing =
        new MachineReading(
            0,
            new Client(ELSEWHERE, ELSEWHERE, 0, 0),
            new Machine(5, 0, 0, 0),
            List.of(),
            ELSEWHERE);

    MachineCost cost = MachineCost.between(nothing, nothing);

    assertThat(cost.clientCpuNanos()).isEmpty();
    assertThat(cost.allocatedBytes()).isEmpty();
    assertThat(cost.serverCpuNanos()).isEmpty();
    assertThat(cost.cpuShare()).isEmpty();
    assertThat(cost.diskReadBytes()).isEmpty();
    assertThat(cost.diskBusyShare()).isEmpty();
  }

  @Test
  void allocationIsCountedOfThreadsThatEndedAndAcrossCollections() throws InterruptedException {
    try (MachineReader reader = new MachineReader(ELSEWHERE)) {
      MachineReading before = reader.readAtBegin();
      Thread thread = new Thread(MachineCostTest::allocate200Megabytes);
      thread.start();
      thread.join();
      System.gc();
      MachineCost cost = MachineCost.between(before, reader.readAtEnd());

      assertThat(cost.allocatedBytes().orElseThrow()).isBetween(200L << 20, 260L << 20);
      assertThat(cost.garbageCollections()).isPositive();
      assertThat(cost.clientCpuNanos().orElseThrow()).isPositive();
    }
  }

  @Test
  void theServersCpuTimeIsCountedAlsoOfSessionsThatEnded() throws SQLException, IOException {
    TestDatabase database = TestDatabase.on(18);
    try (StatisticsReader statistics = database.reader()) {
      OptionalLong postmaster = statistics.localPostmaster();
      assertThat(postmaster).hasValue(pidFile(database));
      try (MachineReader reader = new MachineReader(postmaster)) {
        MachineReading before = reader.readAtBegin();
        long used = burn(database);
        await()
            .atMost(Duration.ofSeconds(20))
            .until(
                () ->
                    MachineCost.between(before, reader.readAtEnd()).serverCpuNanos().orElseThrow()
                        >= used * 9 / 10);
      }
    }
  }

  private static long pidFile(TestDatabase database) throws SQLException, IOException {
    Path file = Path.of(database.scalar("SHOW data_directory"), "postmaster.pid");
    return Long.parseLong(Files.readAllLines(file).get(0));
  }

  /** Nanoseconds of CPU a session used before it ended, by its process. */
  private static long burn(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect()) {
      long pid = Long.parseLong(TestDatabase.scalar(connection, "SELECT pg_backend_pid()"));
      TestDatabase.execute(connection, "SELECT sum(sqrt(g)) FROM generate_series(1, 1000000) g");
      return ProcessHandle.of(pid).orElseThrow().info().totalCpuDuration().orElseThrow().toNanos();
    }
  }

  private static void allocate200Megabytes() {
    int sum = 0;
    for (int i = 0; i < 200 << 7; i++) {
      sum += new byte[1 << 13].length;
    }
    assertThat(sum).isEqualTo(200 << 20);
  }
}
