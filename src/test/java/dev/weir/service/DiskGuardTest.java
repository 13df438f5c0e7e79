package dev.weir.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.config.ServiceSettings;
import dev.weir.delivery.Account;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskGuardTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void aVolumeThatIsAlmostFullPausesUntilThereIsClearlyRoomAgain() {
    AtomicLong free = new AtomicLong(99);
    DiskGuard guard = new DiskGuard(folder, 100, free::get);
    assertThat(guard.problem()).hasValueSatisfying(p -> assertThat(p).contains("weir.disk.free"));
    free.set(105);
    await()
        .during(Duration.ofMillis(1_200))
        .atMost(Duration.ofSeconds(5))
        .until(() -> guard.problem().isPresent());
    free.set(120);
    await().atMost(Duration.ofSeconds(5)).until(() -> guard.problem().isEmpty());
  }

  @Test
  void aServiceStoresNothingWhileTheVolumeIsFullAndThenGoesOnWhereItWas() throws Exception {
    AtomicLong free = new AtomicLong(1_000);
    Scenery scenery = new Scenery(folder);
    scenery.put("wide-copy-1000");
    DatabaseAddress database = TestServers.address();
    ServiceRequest request = scenery.request(database, OptionalDouble.of(2_000));
    try (Service service =
        new Service(
            request,
            new OtherService.Silent(),
            ServiceSettings.of(request.home(), Map.of()),
            new DiskGuard(folder, 100, free::get))) {
      CompletableFuture<Void> running = Scenery.start(service);
      await().atMost(PATIENCE).until(() -> stored(service) > 1_500);

      free.set(50);
      await().atMost(PATIENCE).until(() -> service.running(Scenery.SLOT).isEmpty());
      assertThat(service.problem().orElseThrow()).contains("weir.disk.free");
      Account paused = service.account().orElseThrow();
      assertThat(paused.inFlight()).isZero();
      await()
          .during(Duration.ofSeconds(1))
          .atMost(PATIENCE)
          .until(() -> stored(service) == paused.stored());

      free.set(1_000);
      await().atMost(PATIENCE).until(() -> stored(service) > paused.stored() + 1_500);
      assertThat(service.problem()).isEmpty();
      service.stop();
      running.get(30, TimeUnit.SECONDS);
    }
    scenery.assertFirstPart(database, Scenery.SLOT);
  }

  private static long stored(Service service) {
    return service.account().map(Account::stored).orElse(0L);
  }
}
