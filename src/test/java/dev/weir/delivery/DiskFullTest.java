package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.weir.delivery.LaneState.Condition;
import dev.weir.layout.Layout;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.write.WriteMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The table's disk is full; the log's is not. Needs root, for a small file system of its own. */
@Timeout(180)
class DiskFullTest {
  private static final int BATCH = 2_000;

  @TempDir Path folder;
  private Path disk;

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
  }

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectories(folder.resolve("disk"));
    boolean mounted;
    try {
      mounted = run("mount", "-t", "tmpfs", "-o", "size=12m", "weir-test", disk.toString()) == 0;
    } catch (IOException e) {
      mounted = false;
    }
    assumeThat(mounted).as("a small file system can be mounted (as root, on Linux)").isTrue();
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", "-l", disk.toString());
  }

  @Test
  void ingestionWaitsForRoomSaysSoAndGoesOn() throws Exception {
    Path space = Files.createDirectories(disk.resolve("space"));
    Path filler = disk.resolve("filler");
    Files.write(filler, new byte[8 << 20]);
    DatabaseAddress direct = Scene.emptyDatabase();
    var table = Scene.create(direct, Layout.named("wide"), TableOptions.defaults());
    AtomicBoolean goOn = new AtomicBoolean(true);
    try (Scene scene =
        new Scene(direct, direct, table, WriteMethod.COPY_BINARY, 1, Scene.QUICK, folder)) {
      String name = "full_" + scene.query("SELECT current_database()");
      scene.execute(
          "CREATE TABLESPACE " + name + " LOCATION '" + space + "'",
          "ALTER TABLE measurements SET TABLESPACE " + name);
      try {
        DeliveringStore store = scene.exactlyOnce(0);
        CompletableFuture<Long> storing =
            Background.call(
                () -> {
                  long position = 0;
                  while (goOn.get()) {
                    store.store(scene.read(0, position, BATCH));
                    position += BATCH;
                  }
                  return position;
                });
        await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> store.state().condition() == Condition.PAUSED);
        assertThat(store.state().reason()).contains("53100").contains("free some room on it");
        assertThat(store.state().isReady()).isFalse();
        goOn.set(false);
        assertThat(storing).isNotDone();
        Files.delete(filler);

        long records = storing.get();
        assertThat(store.state().condition()).isEqualTo(Condition.FLOWING);
        scene.assertStored(records);
        assertThat(scene.accounts.now().inFlight()).isZero();
      } finally {
        scene.stopLanes();
        scene.execute("DROP TABLE measurements", "DROP TABLESPACE " + name);
      }
    }
  }
}
