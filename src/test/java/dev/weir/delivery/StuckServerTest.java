package dev.weir.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.delivery.TcpProxy.StuckAfterSent;
import dev.weir.layout.Layout;
import dev.weir.layout.TableOptions;
import dev.weir.postgres.DatabaseAddress;
import dev.weir.postgres.TestServers;
import dev.weir.write.WriteMethod;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases 4, 14 and 15: the network is gone without a word, in the middle of whatever it was. */
@Timeout(120)
class StuckServerTest {
  private static final Duration LIMIT = Duration.ofSeconds(2);

  @TempDir Path folder;

  private Scene scene(DatabaseAddress direct, TcpProxy proxy, WriteMethod method) throws Exception {
    return new Scene(
        direct,
        proxy.through(direct),
        Scene.create(direct, Layout.named("wide"), TableOptions.defaults()),
        method,
        1,
        new DeliverySettings(
            Duration.ofMillis(5), Duration.ofMillis(50), 5, Scene.QUICK.limits().withAnswer(LIMIT)),
        folder);
  }

  @ParameterizedTest
  @EnumSource(
      value = WriteMethod.class,
      names = {"COPY_BINARY", "BATCH_INSERT", "UNNEST"})
  void anAnswerThatNeverComesIsGivenUpAndTheBatchStored(WriteMethod method) throws Exception {
    DatabaseAddress direct = Scene.emptyDatabase();
    try (TcpProxy proxy = new TcpProxy(Scene.port(direct));
        Scene scene = scene(direct, proxy, method);
        DeliveringStore store = scene.exactlyOnce(0)) {
      store.store(scene.read(0, 0, 100));
      proxy.ask(new StuckAfterSent(2_000));
      store.store(scene.read(0, 100, 100));
      store.store(scene.read(0, 200, 100));

      assertThat(proxy.isWaiting()).isFalse();
      scene.assertStored(300);
    }
  }

  /** More than all buffers between here and there hold: the client is blocked in sending. */
  @Test
  void aBlockedSenderIsWokenAndTheBatchStored() throws Exception {
    DatabaseAddress direct = Scene.emptyDatabase();
    try (TcpProxy proxy = new TcpProxy(Scene.port(direct));
        Scene scene = scene(direct, proxy, WriteMethod.COPY_BINARY);
        DeliveringStore store = scene.exactlyOnce(0)) {
      proxy.ask(new StuckAfterSent(100_000));
      store.store(scene.read(0, 0, 250_000));

      assertThat(proxy.isWaiting()).isFalse();
      assertThat(scene.accounts.now().retried()).isPositive();
      scene.assertStored(250_000);
    }
  }

  @Test
  void theLimitGrowsWithTheSlowestBatchAndAfterACutShortOne() throws Exception {
    DatabaseAddress direct = Scene.emptyDatabase();
    AnswerLimit limit =
        new AnswerLimit(Scene.QUICK.limits().withAnswer(Duration.ofMillis(300)), "lane");
    assertThat(limit.limit()).isEqualTo(Duration.ofMillis(300));
    try (var connection = TestServers.connect(direct)) {
      limit.begin(connection);
      assertThat(connection.getNetworkTimeout()).isEqualTo(300);
      try (var statement = connection.createStatement()) {
        statement.execute("SELECT pg_sleep(0.1)");
      }
      limit.end();
      assertThat(limit.limit()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
      limit.begin(connection);
      limit.abort();
      assertThat(connection.isClosed()).isTrue();
      limit.end();
      limit.abort(); // nothing is under way
    }
  }
}
