package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class AccountsTest {
  private static final int BATCH = 7;
  private static final int BATCHES = 20_000;
  private static final int AHEAD = 3 * BATCH;

  /** Two lanes at work, each read by one thread and ended by another; anyone looks meanwhile. */
  @Test
  void nothingIsEverMissingOrTooMuchWheneverSomeoneLooks() {
    Accounts accounts = new Accounts(2);
    AtomicBoolean atWork = new AtomicBoolean(true);
    CompletableFuture<Long> looking =
        Background.call(
            () -> {
              long looks = 0;
              Account before = accounts.now();
              while (atWork.get()) {
                Account now = accounts.now();
                assertThat(now.read())
                    .isEqualTo(now.stored() + now.deadLettered() + now.inFlight());
                assertThat(now.inFlight()).isBetween(0L, 2L * AHEAD);
                assertThat(now.stored() % (BATCH - 1)).isZero();
                assertThat(now.stored()).isEqualTo((BATCH - 1) * now.deadLettered());
                assertThat(now.read()).isGreaterThanOrEqualTo(before.read());
                assertThat(now.stored()).isGreaterThanOrEqualTo(before.stored());
                before = now;
                looks++;
              }
              return looks;
            });
    CompletableFuture<?>[] lanes = new CompletableFuture<?>[4];
    for (int lane = 0; lane < 2; lane++) {
      LaneAccount account = accounts.lane(lane);
      lanes[2 * lane] = Background.run(() -> read(account));
      lanes[2 * lane + 1] = Background.run(() -> end(account));
    }
    CompletableFuture.allOf(lanes).join();
    atWork.set(false);

    assertThat(looking.join()).isPositive();
    Account end = accounts.now();
    assertThat(end.read()).isEqualTo(2L * BATCH * BATCHES);
    assertThat(end.deadLettered()).isEqualTo(2L * BATCHES);
    assertThat(end.inFlight()).isZero();
  }

  private static void read(LaneAccount account) {
    for (int i = 0; i < BATCH * BATCHES; i++) {
      while (account.now().inFlight() >= AHEAD) {
        LockSupport.parkNanos(1_000);
      }
      account.read();
    }
  }

  private static void end(LaneAccount account) {
    for (int i = 0; i < BATCHES; i++) {
      while (account.now().inFlight() < BATCH) {
        LockSupport.parkNanos(1_000);
      }
      account.ended(BATCH - 1, 0, 1);
    }
  }

  @Test
  void retriesAndWhatWasFoundStoredAreCountedBeside() {
    LaneAccount account = new LaneAccount();
    account.read();
    account.read();
    account.retried();
    account.ended(2, 2, 0);

    assertThat(account.now()).isEqualTo(new Account(2, 2, 0, 1, 2));
  }
}
