package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.delivery.TcpProxy.AtCommit;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case 17: the connection is lost around COMMIT. */
class LostAnswerTest {
  @TempDir Path folder;
  private final AtomicReference<TcpProxy> proxy = new AtomicReference<>();

  /** Where the commit's fate is settled by the time the lane asks. */
  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @EnumSource(
      value = AtCommit.class,
      names = "LONG_BEFORE_THE_SERVER_GETS_IT",
      mode = EnumSource.Mode.EXCLUDE)
  private @interface AtEachCut {}

  private Scene scene() throws Exception {
    return Scene.simple(
        folder,
        direct -> {
          proxy.set(new TcpProxy(Scene.port(direct)));
          return proxy.get().through(direct);
        });
  }

  @AtEachCut
  void aBatchWhoseCommitWasCutOffIsStoredOnce(AtCommit cut) throws Exception {
    try (Scene scene = scene();
        DeliveringStore store = scene.exactlyOnce(0)) {
      store.store(scene.read(0, 0, 10));
      proxy.get().ask(cut);
      store.store(scene.read(0, 10, 10));
      store.store(scene.read(0, 20, 10));

      assertThat(proxy.get().broken()).isEqualTo(1);
      scene.assertStored(30);
      assertThat(scene.letters()).isEmpty();
      Account account = scene.accounts.now();
      assertThat(account.stored()).isEqualTo(30);
      assertThat(account.inFlight()).isZero();
      if (cut == AtCommit.BEFORE_THE_ANSWER) {
        assertThat(account.passedOver()).isEqualTo(10);
      }
    }
  }

  @Test
  void aCommitStillOnItsWayIsWaitedForAndNotOvertaken() throws Exception {
    try (Scene scene = scene();
        DeliveringStore store = scene.exactlyOnce(0)) {
      store.store(scene.read(0, 0, 10));
      proxy.get().holdLateCommits();
      proxy.get().ask(AtCommit.LONG_BEFORE_THE_SERVER_GETS_IT);
      CompletableFuture<Void> storing = Background.run(() -> store.store(scene.read(0, 10, 10)));
      await().until(() -> store.state().failures() > 0);
      await()
          .until(
              () ->
                  scene
                      .query(
                          "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                              + " AND application_name = 'weir-lanes'")
                      .equals("1"));
      assertThat(storing).isNotDone();
      proxy.get().letLateCommitsGo();
      storing.join();

      scene.assertStored(20);
      assertThat(scene.accounts.now().passedOver()).isEqualTo(10);
    }
  }

  @Test
  void aCommitThatNeverArrivesIsEndedAtTheServerAndTheBatchStored() throws Exception {
    try (Scene scene = scene();
        DeliveringStore store = scene.exactlyOnce(0)) {
      store.store(scene.read(0, 0, 10));
      proxy.get().holdLateCommits();
      proxy.get().ask(AtCommit.LONG_BEFORE_THE_SERVER_GETS_IT);
      store.store(scene.read(0, 10, 10));
      proxy.get().letLateCommitsGo();
      store.store(scene.read(0, 20, 10));

      scene.assertStored(30);
      assertThat(scene.accounts.now().passedOver()).isZero();
    }
  }

  @AtEachCut
  void withoutALedgerTheKeyTellsThatTheBatchIsThere(AtCommit cut) throws Exception {
    try (Scene scene = scene();
        DeliveringStore store = scene.withoutLedger(0)) {
      store.store(scene.read(0, 0, 10));
      proxy.get().ask(cut);
      store.store(scene.read(0, 10, 10));

      scene.assertStored(20);
      assertThat(scene.letters()).isEmpty();
    }
  }
}
